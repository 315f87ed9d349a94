// What a whole process sends to the database while one piece of work runs, whoever sends it: the simulated carrier,
// which lives in the same database, speaks to it by itself.
import pg from 'pg'
import type { Recording } from './recorded.ts'

type Query = { name?: string; text: string; values?: unknown[] }

const plain = pg.Client.prototype.query as (...args: unknown[]) => unknown

/** Nothing else may be busy meanwhile. Signals are not part of the work. */
export async function record(work: () => Promise<unknown>): Promise<Pick<Recording, 'queries'>> {
  const queries: Query[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const sent = args[0] as Query | string
    const query = typeof sent === 'string' ? { text: sent } : sent
    if (typeof query.text === 'string' && !query.text.startsWith('notify'))
      queries.push({ text: query.text, ...(query.name && { name: query.name }), values: query.values ?? [] })
    return plain.apply(this, args)
  } as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = plain as typeof pg.Client.prototype.query
  }
  return { queries }
}
