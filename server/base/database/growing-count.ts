// Totals of lists that are only ever added to, numbered as they grow: what was counted once up to a number stays so, and
// the next who asks counts what has come since. The first one counts all of it, in each process.
import { putBounded } from '../values/put-bounded.ts'

interface Counted {
  readonly upTo: number
  readonly count: number
}

/** How many fit after a number, up to and with another. */
type CountBetween = (after: number, upTo: number) => Promise<number>

export interface GrowingCounts {
  /** `key` names the list and its filter; `start` is the number before its first, and `last` that of the last one. */
  total(key: string, start: number, last: number, between: CountBetween): Promise<number>
}

const KEPT_MAX = 2_000

export function makeGrowingCounts(keptMax: number = KEPT_MAX): GrowingCounts {
  const kept = new Map<string, Counted>()
  return {
    async total(key, start, last, between) {
      const name = `${start} ${key}`
      const known = kept.get(name)
      // Whoever reads from a standby may be behind what was counted elsewhere.
      if (known !== undefined && known.upTo > last) return between(start, last)
      const { upTo, count } = known ?? { upTo: start, count: 0 }
      const total = upTo >= last ? count : count + (await between(upTo, last))
      kept.delete(name)
      putBounded(kept, name, { upTo: last, count: total }, keptMax)
      return total
    },
  }
}
