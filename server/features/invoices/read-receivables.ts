// What clients owe, by how late it is: the ageing report that accounting needs.
import type { Receivables } from '../../../contract/invoices.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { numberFromCents } from '../../kernel/values/money.ts'
import { unpaidByAge } from './invoice-store.ts'

const BUCKETS = [
  ['not_due', 0],
  ['1_30', 1],
  ['31_60', 31],
  ['61_90', 61],
  ['over_90', 91],
] as const

/** `today` is the day in the team's time zone. */
export async function readReceivables(
  db: Queryable,
  owner: Owner,
  today: Temporal.PlainDate,
): Promise<Receivables> {
  const owed = await unpaidByAge(db, owner, today.toString())
  const rows = BUCKETS.map(([name, days]) => ({ name, ...(owed.get(days) ?? { count: 0, cents: 0n }) }))
  const sum = (of: typeof rows) => numberFromCents(of.reduce((cents, row) => cents + row.cents, 0n))
  return {
    as_of: today.toString(),
    currency: 'BRL',
    count: rows.reduce((count, row) => count + row.count, 0),
    amount: sum(rows),
    overdue_amount: sum(rows.slice(1)),
    buckets: rows.map(({ name, count, cents }) => ({ name, count, amount: numberFromCents(cents) })),
  }
}
