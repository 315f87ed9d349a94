// A random generator that gives the same numbers for the same seed, so that each run makes the same year.

export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True in this part of the cases. */
  chance(part: number): boolean
  pick<T>(from: readonly T[]): T
  digits(count: number): string
}

/** The algorithm is mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed
  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    between,
    chance: (part) => next() < part,
    pick: (from) => from[between(0, from.length - 1)]!,
    digits: (count) => Array.from({ length: count }, () => between(0, 9)).join(''),
  }
}
