// Keeps what was made, for whoever asks for it again: as much as so many bytes hold, and what nobody has asked for
// longest goes first.

export interface ByteCache<T> {
  get(key: string): T | undefined
  /** What alone is larger than all that may be kept is not kept. */
  keep(key: string, value: T): void
}

export function makeByteCache<T>(bytesMax: number, bytesOf: (value: T, key: string) => number): ByteCache<T> {
  // The last in the map is the one that was asked for last.
  const kept = new Map<string, { readonly value: T; readonly bytes: number }>()
  let bytesKept = 0
  const take = (key: string) => {
    const found = kept.get(key)
    if (found !== undefined && kept.delete(key)) bytesKept -= found.bytes
    return found
  }
  const put = (key: string, one: { readonly value: T; readonly bytes: number }) => {
    kept.set(key, one)
    bytesKept += one.bytes
  }
  return {
    get(key) {
      const found = take(key)
      if (found !== undefined) put(key, found)
      return found?.value
    },
    keep(key, value) {
      take(key)
      const bytes = bytesOf(value, key)
      if (bytes > bytesMax) return
      put(key, { value, bytes })
      for (const oldest of kept.keys()) {
        if (bytesKept <= bytesMax) return
        take(oldest)
      }
    },
  }
}
