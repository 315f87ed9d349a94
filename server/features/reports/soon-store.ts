// What is to come of bookings, in the order of time, from indexes on it: holds by their deadline, trips by their first
// flight.
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { textList } from '../../kernel/db/text-list.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Page } from '../../kernel/values/pages.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { openPassengers } from '../bookings/sealed-passengers.ts'
import { awaitsPayment, BOOKING_MOVES, isTicketed } from '../bookings/states.ts'

const PAYABLE = `b.team_id = $1 and b.mode = $2 and b.payment_required_by > $3
  and b.status in ${textList(statesThat(BOOKING_MOVES, awaitsPayment))} and not (b.simulated and $4)`

interface BucketRow {
  bucket: number
  count: number
  cents: bigint
}

const selectBuckets = statement<BucketRow>(`
  select width_bucket(extract(epoch from b.payment_required_by - $3::timestamptz)::float8, $5::float8[]) as bucket,
    count(*)::int as count, sum(b.wallet_cents)::bigint as cents
  from bookings b where ${PAYABLE} group by 1`)

export interface Payable {
  readonly now: Date
  /** Simulated holds do not count. */
  readonly onlyReal: boolean
}

/** How many holds can be paid for less than each of these times from now, and for longer, and what they cost. */
export async function holdsByTimeLeft(
  db: Queryable,
  { teamId, mode }: Owner,
  { now, onlyReal }: Payable,
  edgesSeconds: readonly number[],
): Promise<BucketRow[]> {
  return selectBuckets(db, teamId, mode, now, onlyReal, edgesSeconds)
}

interface HoldRow {
  id: string
  booking_reference: string
  payment_required_by: Date
  wallet_cents: bigint
  origin: string
  destination: string
  client_name: string
}

const selectHolds = statement<HoldRow>(`
  select b.id, b.booking_reference, b.payment_required_by, b.wallet_cents, b.origin, b.destination,
    c.full_name as client_name
  from bookings b join clients c on c.id = b.client_id where ${PAYABLE}
  order by b.payment_required_by, b.id limit $5`)

export async function nextDeadlines(
  db: Queryable,
  { teamId, mode }: Owner,
  { now, onlyReal }: Payable,
  limit: number,
): Promise<HoldRow[]> {
  return selectHolds(db, teamId, mode, now, onlyReal, limit)
}

interface TripRow {
  id: string
  booking_reference: string
  departing_at: string
  origin: string
  destination: string
  airline: string
  client_name: string
  /** JSON, opened. */
  passengers: string
}

type SealedTrip = Omit<TripRow, 'passengers'> & { passengers: Buffer }

const LEAVING = `b.team_id = $1 and b.mode = $2 and b.departure_date >= $3 and b.departure_date <= $4
  and b.status in ${textList(statesThat(BOOKING_MOVES, isTicketed))}`
/** Of the first flight, as the index has it. */
const DEPARTING_AT = `substring(b.slices from '"departing_at":"([^"]*)"')`

const selectTrips = statement<SealedTrip>(`
  select b.id, b.booking_reference, ${DEPARTING_AT} as departing_at, b.origin, b.destination, b.airline,
    c.full_name as client_name, b.passengers
  from bookings b join clients c on c.id = b.client_id where ${LEAVING}
  order by b.departure_date, ${DEPARTING_AT}, b.id limit $5 offset $6`)
const countTrips = statement<{ total: number }>(
  `select count(*)::int as total from bookings b where ${LEAVING}`,
)

/** Dates are local to the airport of the first flight; both are included. */
export async function tripsLeaving(
  db: Reader,
  { teamId, mode }: Owner,
  { first, last }: { readonly first: string; readonly last: string },
  { limit, offset }: Page,
): Promise<{ rows: TripRow[]; total: number }> {
  const { total } = onlyRow(await countTrips(db, teamId, mode, first, last))
  const found = await selectTrips(db, teamId, mode, first, last, limit, offset)
  const opened = found.map((trip) => ({ ...trip, passengers: openPassengers(db.secretBox, trip) }))
  return { rows: opened, total }
}
