// The preferences of this tab as a hook.
import { useSyncExternalStore } from 'react'
import { currentWishes, subscribeToWishes, type Wishes } from './wishes.ts'

export function useWishes(): Wishes {
  return useSyncExternalStore(subscribeToWishes, currentWishes)
}
