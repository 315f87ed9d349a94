// Records what a whole process sends to the database during some work, the simulated carrier included.
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import type { Around } from '../server/kernel/db/committed.ts'
import type { Recording } from './recorded.ts'

type Query = { name?: string; text: string; values?: unknown[]; around?: Around }

interface Recorded extends Pick<Recording, 'queries'> {
  roundTrips: number
}

const plain = pg.Client.prototype.query as (...args: unknown[]) => unknown

const working = new AsyncLocalStorage<boolean>()

/** Only the statements of the work itself: periodic work of the process may run in between. */
export function recordOwn(work: () => Promise<unknown>): Promise<Recorded> {
  return record(
    () => working.run(true, work),
    () => working.getStore() === true,
  )
}

/**
 * Nothing else may be busy meanwhile. Signals do not count. A statement that shares a message is a statement
 * too, but no round trip.
 */
export async function record(work: () => Promise<unknown>, isMeant = () => true): Promise<Recorded> {
  const queries: Query[] = []
  let roundTrips = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const sent = args[0] as Query | string
    const query = typeof sent === 'string' ? { text: sent } : sent
    if (isMeant() && typeof query.text === 'string' && !query.text.startsWith('notify')) {
      const { text, name, values = [], around } = query
      roundTrips++
      if (around?.begins) queries.push({ text: 'begin' })
      queries.push({ text, ...(name && { name }), values })
      if (around?.commits) queries.push({ text: 'commit' })
    }
    return plain.apply(this, args)
  } as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = plain as typeof pg.Client.prototype.query
  }
  return { queries, roundTrips }
}
