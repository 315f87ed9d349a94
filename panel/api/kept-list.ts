// Short lists stored in the tab by team and mode, such as recently opened records. They end with the tab or on
// sign-out.
import { useSyncExternalStore } from 'react'
import { useWishes } from './use-wishes.ts'
import type { Wishes } from './wishes.ts'

const PREFIX = 'embarque.kept'
const listeners = new Set<() => void>()
/** Lists keep their identity until they are written, as useSyncExternalStore needs. */
const lists = new Set<{ clear(): void }>()

export interface KeptList<T> {
  read(wishes: Wishes): readonly T[]
  write(wishes: Wishes, list: readonly T[]): void
}

/** `isOne` checks that a stored item still has the expected shape. */
export function keptList<T>(name: string, isOne: (value: unknown) => value is T): KeptList<T> {
  const nameIn = ({ mode, team = '' }: Wishes) => `${PREFIX}.${name}.${mode}.${team}`
  const known = new Map<string, readonly T[]>()
  lists.add(known)
  return {
    read(wishes) {
      const at = nameIn(wishes)
      const list = known.get(at) ?? stored(sessionStorage.getItem(at)).filter(isOne)
      known.set(at, list)
      return list
    },
    write(wishes, list) {
      known.set(nameIn(wishes), list)
      sessionStorage.setItem(nameIn(wishes), JSON.stringify(list))
      for (const listener of listeners) listener()
    },
  }
}

export function useKept<T>(list: KeptList<T>): readonly T[] {
  const wishes = useWishes()
  return useSyncExternalStore(subscribe, () => list.read(wishes))
}

export function forgetKept(): void {
  for (const known of lists) known.clear()
  for (const name of Object.keys(sessionStorage)) if (name.startsWith(PREFIX)) sessionStorage.removeItem(name)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function stored(text: string | null): readonly unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}
