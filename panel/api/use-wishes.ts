// The wishes of this tab in a component, which is drawn anew when they change.
import { useSyncExternalStore } from 'react'
import { currentWishes, subscribeToWishes, type Wishes } from './wishes.ts'

export function useWishes(): Wishes {
  return useSyncExternalStore(subscribeToWishes, currentWishes)
}
