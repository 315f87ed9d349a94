// Short lists stored in the tab by team and mode, such as recently opened records. They end with the tab or on
// sign-out.
import { useSyncExternalStore } from 'react'
import type { Preferences } from './preferences.ts'
import { usePreferences } from './use-preferences.ts'

const PREFIX = 'embarque.kept'
const listeners = new Set<() => void>()
/** Lists keep their identity until they are written, as useSyncExternalStore needs. */
const lists = new Set<{ clear(): void }>()

export interface StoredList<T> {
  read(preferences: Preferences): readonly T[]
  write(preferences: Preferences, list: readonly T[]): void
}

/** `isItem` checks that a stored item still has the expected shape. */
export function storedList<T>(name: string, isItem: (value: unknown) => value is T): StoredList<T> {
  const keyOf = ({ mode, team = '' }: Preferences) => `${PREFIX}.${name}.${mode}.${team}`
  const cache = new Map<string, readonly T[]>()
  lists.add(cache)
  return {
    read(preferences) {
      const at = keyOf(preferences)
      const list = cache.get(at) ?? stored(sessionStorage.getItem(at)).filter(isItem)
      cache.set(at, list)
      return list
    },
    write(preferences, list) {
      cache.set(keyOf(preferences), list)
      sessionStorage.setItem(keyOf(preferences), JSON.stringify(list))
      for (const listener of listeners) listener()
    },
  }
}

export function useStoredList<T>(list: StoredList<T>): readonly T[] {
  const preferences = usePreferences()
  return useSyncExternalStore(subscribe, () => list.read(preferences))
}

export function clearStoredLists(): void {
  for (const cache of lists) cache.clear()
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
