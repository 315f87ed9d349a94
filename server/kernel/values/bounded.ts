// A cache bounded by bytes that drops the least recently used entry.

export interface ByteCache<T> {
  get(key: string): T | undefined
  /** A value larger than the whole cache is not stored. */
  keep(key: string, value: T): void
}

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

// Bounded maps, tallies and buffers in memory.

/** Call before adding an entry: removes the oldest one if the map is full. */
export function makeRoom<K>(kept: Map<K, unknown> | Set<K>, most: number): void {
  if (kept.size < most) return
  for (const oldest of kept.keys()) {
    kept.delete(oldest)
    return
  }
}

// Puts an entry into a map that drops its oldest entry if it is full.

export function putBounded<K, V>(map: Map<K, V>, key: K, value: V, sizeMax: number): void {
  if (!map.has(key)) makeRoom(map, sizeMax)
  map.set(key, value)
}

// Counts slots by name, bounded: a caller with several names takes one of each, or none.

export interface Share {
  readonly name: string
  /** 0 is no limit. */
  readonly most: number
}

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

// Buffers that are kept for long.

/**
 * A copy with its own memory. Small buffers share slabs of 64 KB, and one that is kept would keep its whole
 * slab.
 */
export const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer)

// Encodes texts without joining them first: a long string is collected late, and delays the collection of
// everything else.

/** Concatenated, with their own memory. */
export function joinedBytes(texts: readonly string[]): Buffer<ArrayBuffer> {
  let length = 0
  for (const text of texts) length += Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafeSlow(length)
  let end = 0
  for (const text of texts) end += bytes.write(text, end)
  return bytes
}
