// What an invariant gets: the installation, one agency, and its lists, read through the API.
import { realClock } from '../../../server/kernel/process/clock.ts'
import { TRIPS } from '../../support/trips.ts'
import { type Agency, mustSucceed } from '../agency.ts'
import type { Installation } from '../installation/installation.ts'

export interface InvariantInput {
  installation: Installation
  agency: Agency
  /** All pages of a list. */
  // biome-ignore lint/suspicious/noExplicitAny: objects of every shape
  list(path: string): Promise<any[]>
  /** All trips with their items. */
  // biome-ignore lint/suspicious/noExplicitAny: objects of every shape
  trips(): Promise<any[]>
}

/** Returns one text for each violation. */
export type Invariant = (input: InvariantInput) => Promise<string[]>

const PAGE_SIZE = 100

export function inputFor(installation: Installation, agency: Agency): InvariantInput {
  // Nothing changes any more, so all invariants share the lists.
  const lists = new Map<string, Promise<unknown[]>>()
  const list: InvariantInput['list'] = (path) =>
    lists.getOrInsertComputed(path, () => readAllPages(installation, agency, path)) as Promise<never[]>
  const readTrips = async () => {
    const found = []
    for (const { id } of await list(TRIPS))
      found.push(await mustSucceed(installation, agency, 'GET', `${TRIPS}/${id}`))
    return found
  }
  let trips: Promise<unknown[]> | undefined
  return {
    installation,
    agency,
    list,
    trips() {
      trips ??= readTrips()
      return trips as Promise<never[]>
    },
  }
}

async function readAllPages(installation: Installation, agency: Agency, path: string): Promise<unknown[]> {
  const found: unknown[] = []
  for (let page = 1; ; page++) {
    const data = await mustSucceed(installation, agency, 'GET', `${path}?limit=${PAGE_SIZE}&page=${page}`)
    const items: unknown[] = Array.isArray(data) ? data : data.transactions
    found.push(...items)
    if (items.length < PAGE_SIZE) return found
  }
}

export function countBy<T>(items: Iterable<T>, keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1)
  return counts
}

export const centsOf = (amount: string) => BigInt(amount.replace('.', ''))

/** The time of the agency's clock. */
export async function nowOf({ installation, agency }: InvariantInput): Promise<Date> {
  if (agency.mode === 'live') return realClock.now()
  return new Date((await mustSucceed(installation, agency, 'GET', '/api/v1/test/clock')).now)
}
