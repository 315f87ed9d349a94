// Departures and payment deadlines of the next days.
import type { BookingPassenger } from '../../../contract/bookings.ts'
import { DEADLINE_BUCKETS, type Deadlines, type Departure } from '../../../contract/reports.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { spendableCents } from '../wallet/ledger.ts'
import { holdsByTimeLeft, nextDeadlines, type Payable, tripsLeaving } from './store.ts'

const DAYS = 7

/** `today` is the day in the team's time zone, and the first of these days. */
export async function readDepartures(
  db: Reader,
  owner: Owner,
  {
    range: { today, days = DAYS },
    page,
    showsPeople,
  }: {
    readonly range: { readonly today: Temporal.PlainDate; readonly days: number | undefined }
    readonly page: Page
    readonly showsPeople: boolean
  },
): Promise<Listing<Departure>> {
  const ends = { first: today.toString(), last: today.add({ days: days - 1 }).toString() }
  const found = await tripsLeaving(db, owner, ends, page)
  const items = found.items.map(({ passengers, client_name, departure_date, ...trip }) => ({
    ...trip,
    client_name: showsPeople ? client_name : null,
    travellers: showsPeople ? namesIn(passengers) : null,
  }))
  return { ...found, items }
}

function namesIn(passengers: string): string[] {
  const travellers: Pick<BookingPassenger, 'given_name' | 'family_name'>[] = JSON.parse(passengers)
  return travellers.map(({ given_name, family_name }) => `${given_name} ${family_name}`)
}

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
