// Bounded memory: a cache, maps and tallies that never exceed their limits.

export interface ByteCache<T> {
  get(key: string): T | undefined
  /** A value larger than the whole cache is not stored. */
  keep(key: string, value: T): void
}

/** Bounded by bytes; drops the least recently used entry. */
export function makeByteCache<T>(bytesMax: number, bytesOf: (value: T, key: string) => number): ByteCache<T> {
  // The last entry of the map is the most recently used.
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

/** Call before adding an entry: removes the oldest one if the map is full. */
export function makeRoom<K>(kept: Map<K, unknown> | Set<K>, most: number): void {
  if (kept.size < most) return
  for (const oldest of kept.keys()) {
    kept.delete(oldest)
    return
  }
}

/** The oldest entry goes if the map is full. */
export function putBounded<K, V>(map: Map<K, V>, key: K, value: V, sizeMax: number): void {
  if (!map.has(key)) makeRoom(map, sizeMax)
  map.set(key, value)
}

export interface Share {
  readonly name: string
  /** 0 is no limit. */
  readonly most: number
}

/** Counts slots by name. A caller with several names takes one of each, or none. */
export interface Tally {
  /** Returns the exhausted share; undefined if one of each was taken. */
  take(shares: readonly Share[]): Share | undefined
  giveBack(shares: readonly Share[]): void
}

export function makeTally(): Tally {
  const taken = new Map<string, number>()
  const takenOf = (name: string) => taken.get(name) ?? 0
  return {
    take(shares) {
      const full = shares.find(({ name, most }) => most > 0 && takenOf(name) >= most)
      if (full === undefined) for (const { name } of shares) taken.set(name, takenOf(name) + 1)
      return full
    },
    giveBack(shares) {
      for (const { name } of shares) {
        if (takenOf(name) > 1) taken.set(name, takenOf(name) - 1)
        else taken.delete(name)
      }
    },
  }
}
