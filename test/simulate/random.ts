// Seeded randomness: each decision is drawn from the seed by its name, so that leaving one out changes no other.
import { createHash } from 'node:crypto'

export interface Random {
  /** An integer from 0 to this limit, exclusive. */
  below(limit: number): number
  pick<T>(from: readonly T[]): T
  chance(percent: number): boolean
  /** A name with twice the weight is drawn twice as often. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** The same names give the same numbers. */
export function seededRandom(...names: readonly (string | number)[]): Random {
  const source = createHash('sha256').update(names.join('/')).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => source.readUInt32LE(at)) as [number, number, number, number]

  // The generator "sfc32": small, fast, and good enough for plans.
  function next(): number {
    const sum = (a + b + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 2 ** 32
  }

  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick(from) {
      const picked = from[below(from.length)]
      if (picked === undefined) throw new RangeError('nothing to pick from')
      return picked
    },
    chance: (percent) => next() * 100 < percent,
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>) {
      const names = Object.keys(weights) as Name[]
      let left = below(names.reduce((sum, name) => sum + weights[name], 0))
      for (const name of names) {
        left -= weights[name]
        if (left < 0) return name
      }
      throw new RangeError('the weights are all 0')
    },
  }
}
