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

// Bounds what is kept in memory.

/** Call before adding an entry: removes the oldest one if the map is full. */
export function makeRoom<K>(kept: Map<K, unknown> | Set<K>, most: number): void {
  if (kept.size < most) return
  for (const oldest of kept.keys()) {
    kept.delete(oldest)
    return
  }
}

// Puts into a map that forgets its oldest entry when it is full.

export function putBounded<K, V>(map: Map<K, V>, key: K, value: V, sizeMax: number): void {
  if (!map.has(key)) makeRoom(map, sizeMax)
  map.set(key, value)
}

// How much of each name is taken, bounded: whoever has several names takes one of each, or nothing at all.

export interface Share {
  readonly name: string
  /** 0 is no limit. */
  readonly most: number
}

export interface Tally {
  /** What there is no more of; undefined where one of each was taken. */
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

// Bytes that are kept for long.

/**
 * A copy in memory of its own. Small buffers are cut from slabs of 64 KB that many share, and a single one that is kept
 * holds on to all of its slab.
 */
export const ownBytes = (bytes: Uint8Array): Buffer => Buffer.from(new Uint8Array(bytes).buffer)

// Texts as bytes, without the one long text that they would make together: such a text is collected late, and a search
// that makes some of them has everything else collected with them.

/** One after the other, in memory of their own. */
export function joinedBytes(texts: readonly string[]): Buffer<ArrayBuffer> {
  let length = 0
  for (const text of texts) length += Buffer.byteLength(text)
  const bytes = Buffer.allocUnsafeSlow(length)
  let end = 0
  for (const text of texts) end += bytes.write(text, end)
  return bytes
}
