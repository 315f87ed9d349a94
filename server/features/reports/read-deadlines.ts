// What must be paid soon, and whether the wallet can: holds that are forgotten are trips that are lost.
import { DEADLINE_BUCKETS, type Deadlines } from '../../../contract/reports.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { spendableCents } from '../wallet/spendable.ts'
import { holdsByTimeLeft, nextDeadlines, type Payable } from './soon-store.ts'

const HOUR_SECONDS = 3_600
const HOLDS = 50
const EDGES = [0, ...DEADLINE_BUCKETS.flatMap(([, hours]) => (hours === null ? [] : [hours * HOUR_SECONDS]))]

export async function readDeadlines(
  db: Queryable,
  owner: Owner,
  payable: Payable,
  showsPeople: boolean,
): Promise<Deadlines> {
  const found = new Map((await holdsByTimeLeft(db, owner, payable, EDGES)).map((row) => [row.bucket, row]))
  const buckets = DEADLINE_BUCKETS.map(([name], index) => {
    const { count, cents } = found.get(index + 1) ?? { count: 0, cents: 0n }
    return { name, count, cents }
  })
  const cents = buckets.reduce((sum, bucket) => sum + bucket.cents, 0n)
  const balance = await spendableCents(db, owner, { simulated: !payable.onlyReal })
  const missing = cents > balance ? cents - balance : 0n
  const holds = await nextDeadlines(db, owner, payable, HOLDS)
  return {
    as_of: isoTimestamp(payable.now),
    currency: 'BRL',
    count: buckets.reduce((sum, { count }) => sum + count, 0),
    amount: formatAmount(cents),
    wallet_balance: formatAmount(balance),
    is_covered: missing === 0n,
    missing_amount: formatAmount(missing),
    buckets: buckets.map((bucket) => ({
      name: bucket.name,
      count: bucket.count,
      amount: formatAmount(bucket.cents),
    })),
    holds: holds.map(({ payment_required_by, wallet_cents, client_name, ...hold }) => ({
      ...hold,
      payment_required_by: isoTimestamp(payment_required_by),
      amount: formatAmount(wallet_cents),
      client_name: showsPeople ? client_name : null,
    })),
  }
}
