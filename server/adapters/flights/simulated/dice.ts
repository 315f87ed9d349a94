// Pseudo-random numbers from names: the same names always give the same numbers, on every machine.

/** A whole number below 2^32 from a text. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return scramble(hash)
}

/** From 0 to below 1. */
export function chanceOf(text: string): number {
  return hashOf(text) / 2 ** 32
}

/** An endless sequence of numbers from 0 to below 1. */
export function diceOf(text: string): () => number {
  let state = hashOf(text)
  return () => {
    state = (state + 0x9e3779b9) | 0
    return scramble(state) / 2 ** 32
  }
}

export function between(dice: () => number, least: number, most: number): number {
  return least + Math.floor(dice() * (most - least + 1))
}

/** Throws for an empty list. */
export function pick<T extends object>(dice: () => number, list: readonly T[]): T {
  const picked = list[Math.floor(dice() * list.length)]
  if (picked === undefined) throw new RangeError('an empty list has nothing to pick')
  return picked
}

/** Mixes every bit into all others. */
function scramble(value: number): number {
  let bits = value ^ (value >>> 16)
  bits = Math.imul(bits, 0x85ebca6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}
