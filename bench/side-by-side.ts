// Measures two things in turns in one run, so that a noisy machine affects both: ratios, not seconds.
import { takePerProcessorSecond } from './stopwatch.ts'

export interface Comparison {
  name: string
  ours: () => Promise<number>
  bare: () => Promise<number>
  rounds?: number
  /** The required ratio, ours over bare. */
  atLeast: number
}

export interface Result {
  name: string
  ratio: number
  /** The same by processor time, if measured. */
  byProcessor: number | null
  ours: number
  bare: number
  atLeast: number
}

const ROUNDS = 5
const WARM_UP_ROUNDS = 3

/** Each measure returns its operations per second. The first rounds warm up and do not count. */
export async function sideBySide({
  name,
  ours,
  bare,
  rounds = ROUNDS,
  atLeast,
}: Comparison): Promise<Result> {
  const pairs: Record<'ours' | 'bare', Rates>[] = []
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round++) {
    const pair =
      round % 2 === 0
        ? { ours: await ratesOf(ours), bare: await ratesOf(bare) }
        : { bare: await ratesOf(bare), ours: await ratesOf(ours) }
    if (round >= WARM_UP_ROUNDS) pairs.push(pair)
  }
  return {
    name,
    atLeast,
    ratio: median(pairs.map(({ ours, bare }) => ours.perSecond / bare.perSecond)),
    byProcessor: byProcessorOf(pairs),
    ours: median(pairs.map(({ ours }) => ours.perSecond)),
    bare: median(pairs.map(({ bare }) => bare.perSecond)),
  }
}

interface Rates {
  perSecond: number
  perProcessorSecond: number | null
}

async function ratesOf(measure: () => Promise<number>): Promise<Rates> {
  takePerProcessorSecond()
  return { perSecond: await measure(), perProcessorSecond: takePerProcessorSecond() }
}

function byProcessorOf(pairs: readonly Record<'ours' | 'bare', Rates>[]): number | null {
  const ratios = pairs.flatMap(({ ours, bare }) =>
    ours.perProcessorSecond === null || bare.perProcessorSecond === null
      ? []
      : [ours.perProcessorSecond / bare.perProcessorSecond],
  )
  return ratios.length === pairs.length ? median(ratios) : null
}

export function report({ name, ratio, byProcessor, ours, bare, atLeast }: Result): string {
  const verdict = ratio >= atLeast ? 'ok' : 'BELOW'
  const spent = byProcessor === null ? '' : `, by processor time ${byProcessor.toFixed(2)}`
  const rates = `${Math.round(ours)}/s of ${Math.round(bare)}/s${spent}`
  return `${name.padEnd(48)} ${ratio.toFixed(2)}  (at least ${atLeast.toFixed(2)}: ${verdict})  ${rates}`
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
