// The input of a law, and its lookups through the API.
import { realClock } from '../../../server/kernel/process/clock.ts'
import { TRIPS } from '../../support/trips.ts'
import { must, type Shop } from '../shop.ts'
import type { Town } from '../town.ts'

export interface Case {
  town: Town
  shop: Shop
  // biome-ignore lint/suspicious/noExplicitAny: things of every shape
  all(path: string): Promise<any[]>
  /** Trips with their items. */
  // biome-ignore lint/suspicious/noExplicitAny: things of every shape
  trips(): Promise<any[]>
}

/** Returns one text for each violation. */
export type Law = (given: Case) => Promise<string[]>

const PAGE = 100

export function caseOf(town: Town, shop: Shop): Case {
  // Nothing changes any more, so laws share the lists.
  const seen = new Map<string, Promise<unknown[]>>()
  const all: Case['all'] = (path) =>
    seen.getOrInsertComputed(path, () => everyPage(town, shop, path)) as Promise<never[]>
  const readTrips = async () => {
    const found = []
    for (const { id } of await all(TRIPS)) found.push(await must(town, shop, 'GET', `${TRIPS}/${id}`))
    return found
  }
  let trips: Promise<unknown[]> | undefined
  return {
    town,
    shop,
    all,
    trips() {
      trips ??= readTrips()
      return trips as Promise<never[]>
    },
  }
}

async function everyPage(town: Town, shop: Shop, path: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (let page = 1; ; page++) {
    const data = await must(town, shop, 'GET', `${path}?limit=${PAGE}&page=${page}`)
    const items: unknown[] = Array.isArray(data) ? data : data.transactions
    found.push(...items)
    if (items.length < PAGE) return found
  }
}

/** `how` many of what is told apart by the key. */
export function countBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

export const centsOf = (amount: string) => BigInt(amount.replace('.', ''))

/** By the clock that the shop lives by. */
export async function nowOf({ town, shop }: Case): Promise<Date> {
  if (shop.mode === 'live') return realClock.now()
  return new Date((await must(town, shop, 'GET', '/api/v1/test/clock')).now)
}
