// The statements of one piece of work as the driver got them, to be run again bare: same SQL, same number of
// transactions, new ids.
import pg from 'pg'

export interface Recorded {
  name?: string
  text: string
  values: unknown[]
}

type Query = { name?: string; text: string; values?: unknown[] } | string

const plain = pg.Client.prototype.query as (...args: unknown[]) => unknown

/** What the whole process sends to the database while `work` runs; nothing else may be busy. */
export async function record(work: () => Promise<unknown>): Promise<Recorded[]> {
  const recorded: Recorded[] = []
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const query = args[0] as Query
    if (typeof query === 'string') recorded.push({ text: query, values: [] })
    else if (typeof query.text === 'string')
      recorded.push({ ...(query.name && { name: query.name }), text: query.text, values: query.values ?? [] })
    return plain.apply(this, args)
  } as typeof pg.Client.prototype.query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = plain as typeof pg.Client.prototype.query
  }
  return recorded
}

const MADE_ID = /\b(ord|evt|txn|inv|itm|chg|mail)_[0-9a-hjkmnp-tv-z]{26}\b/g
let run = 0

/** Runs them on one connection, with a number of its own in every id that was made. */
export async function replay(client: pg.PoolClient, statements: readonly Recorded[]): Promise<void> {
  const number = (++run)
    .toString(36)
    .padStart(8, '0')
    .replace(/[ilou]/g, 'z')
  const renew = (text: string) => text.replace(MADE_ID, (id) => `${id.slice(0, -12)}${number}${id.slice(-4)}`)
  for (const { name, text, values } of statements) {
    const fresh = values.map((value) => {
      if (typeof value === 'string') return renew(value)
      return Array.isArray(value) ? value.map((one) => (typeof one === 'string' ? renew(one) : one)) : value
    })
    await client.query({ ...(name && { name }), text, values: fresh })
  }
}
