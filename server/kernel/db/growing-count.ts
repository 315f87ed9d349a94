// Totals of lists that are only ever added to, numbered as they grow: what was counted once up to a number stays so,
// and the next who asks counts what has come since. The first one counts all of it, in each process.
import { putBounded } from '../values/put-bounded.ts'

/** How many fit, and the numbers of the first and the last that do; null where nobody asks for them. */
export interface Counted {
  readonly count: number
  readonly first: number | null
  readonly last: number | null
}

/** What fits after a number, up to and with another. */
type CountBetween = (after: number, upTo: number) => Promise<Counted>

export interface GrowingCounts {
  /** `key` names the list and its filter; `start` is the number before its first, and `last` that of the last one. */
  total(key: string, start: number, last: number, between: CountBetween): Promise<Counted>
}

const KEPT_MAX = 2_000
const NONE: Counted = { count: 0, first: null, last: null }

export function makeGrowingCounts(keptMax: number = KEPT_MAX): GrowingCounts {
  const kept = new Map<string, { readonly upTo: number; readonly counted: Counted }>()
  return {
    async total(key, start, last, between) {
      const name = `${start} ${key}`
      const known = kept.get(name)
      // A request that read the last number earlier may be behind what another has counted since.
      if (known !== undefined && known.upTo > last) return between(start, last)
      const { upTo, counted } = known ?? { upTo: start, counted: NONE }
      const total = upTo >= last ? counted : added(counted, await between(upTo, last))
      kept.delete(name)
      putBounded(kept, name, { upTo: last, counted: total }, keptMax)
      return total
    },
  }
}

function added(one: Counted, later: Counted): Counted {
  return {
    count: one.count + later.count,
    first: one.first ?? later.first,
    last: later.last ?? one.last,
  }
}

/** Where only the count matters. */
export function onlyCount(count: number): Counted {
  return { ...NONE, count }
}
