// Measures two things in turns within one run, so that a noisy machine disturbs both alike: ratios, not seconds.

export interface Comparison {
  name: string
  ours: () => Promise<number>
  bare: () => Promise<number>
  rounds?: number
  /** The ratio that must be reached, ours over bare. */
  atLeast: number
}

export interface Result {
  name: string
  ratio: number
  ours: number
  bare: number
  atLeast: number
}

const ROUNDS = 5
const WARM_UP_ROUNDS = 3

/** Each measure tells its own operations per second. The first rounds warm both up and are not counted. */
export async function sideBySide({
  name,
  ours,
  bare,
  rounds = ROUNDS,
  atLeast,
}: Comparison): Promise<Result> {
  const pairs: { ours: number; bare: number }[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    const pair =
      round % 2 === 0
        ? { ours: await ours(), bare: await bare() }
        : { bare: await bare(), ours: await ours() }
    if (round >= WARM_UP_ROUNDS) pairs.push(pair)
  }
  return {
    name,
    atLeast,
    ratio: median(pairs.map((pair) => pair.ours / pair.bare)),
    ours: median(pairs.map((pair) => pair.ours)),
    bare: median(pairs.map((pair) => pair.bare)),
  }
}

export function report({ name, ratio, ours, bare, atLeast }: Result): string {
  const verdict = ratio >= atLeast ? 'ok' : 'BELOW'
  const rates = `${Math.round(ours)}/s of ${Math.round(bare)}/s`
  return `${name.padEnd(48)} ${ratio.toFixed(2)}  (at least ${atLeast.toFixed(2)}: ${verdict})  ${rates}`
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
