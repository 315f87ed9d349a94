// The SQL of the reports. Each statement reads an index that has all its columns.
import type { SalesPeriod, SalesTop } from '../../../contract/reports.ts'
import { onlyRow, type Queryable, statement, textList } from '../../kernel/db/db.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, listingOf, type Page } from '../../kernel/values/pages.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { decryptPassengers } from '../bookings/passengers.ts'
import {
  awaitsPayment,
  BOOKING_MOVES,
  HIDDEN_STATES,
  isCancelled,
  isSold,
  isTicketed,
} from '../bookings/states.ts'

export interface SalesSums {
  bookings: number
  amount_cents: bigint
  base_cost_cents: bigint
  cancelled_bookings: number
  cancelled_cents: bigint
  refunded_cents: bigint
  open_bookings: number
  open_cents: bigint
  lost_bookings: number
}

/** `until` is not included; days are days of the zone. */
export interface SalesSpan {
  readonly from: Date
  readonly until: Date
  readonly zone: string
}

const CANCELLED = textList(statesThat(BOOKING_MOVES, isCancelled))
const SOLD = textList(statesThat(BOOKING_MOVES, isSold))
const OPEN = textList(statesThat(BOOKING_MOVES, awaitsPayment))
const sumOf = (column: string, where: string) => `coalesce(sum(${column}) filter (where ${where}), 0)::bigint`

const SUMS = `
  (count(*) filter (where sold))::int as bookings,
  ${sumOf('client_cents', 'sold')} as amount_cents,
  ${sumOf('base_cost_cents', 'sold')} as base_cost_cents,
  (count(*) filter (where sold and cancelled))::int as cancelled_bookings,
  ${sumOf('client_cents', 'sold and cancelled')} as cancelled_cents,
  ${sumOf('refund_cents', 'sold and cancelled')} as refunded_cents,
  (count(*) filter (where open))::int as open_bookings,
  ${sumOf('client_cents', 'open')} as open_cents,
  (count(*) filter (where not sold and not open))::int as lost_bookings`

/** A booking that was paid before it was cancelled has a refund. The base cost is rounded as in the offer. */
const CREATED = `(
  select created_at, client_id, airline, origin, destination, client_cents, refund_cents,
    round(total_cents * rate)::bigint as base_cost_cents, status in ${CANCELLED} as cancelled,
    status in ${SOLD} or (status in ${CANCELLED} and refund_cents is not null) as sold, status in ${OPEN} as open
  from bookings
  where team_id = $1 and mode = $2 and created_at >= $3 and created_at < $4
    and status not in ${textList(HIDDEN_STATES)}
) created`

export type PeriodSums = SalesSums & { period: string }

const selectPeriods = statement<PeriodSums>(`
  select date_trunc($5, created_at at time zone $6)::date as period, ${SUMS} from ${CREATED} group by 1`)

/** Keyed by the first day of each period; periods without bookings are missing. */
export async function salesByPeriod(
  db: Queryable,
  { teamId, mode }: Owner,
  { from, until, zone }: SalesSpan,
  period: SalesPeriod,
): Promise<PeriodSums[]> {
  return selectPeriods(db, teamId, mode, from, until, period, zone)
}

export type TopSums = SalesSums & { id: string | null; name: string }

const selectTop: Readonly<Record<SalesTop, ReturnType<typeof statement<TopSums>>>> = {
  airline: topBy('null as id, airline as name', '2'),
  route: topBy(`null as id, origin || '-' || destination as name`, '2'),
  client: topBy('client_id as id, null as name', '1'),
}

function topBy(key: string, group: string) {
  return statement<TopSums>(`
    select ${key}, ${SUMS} from ${CREATED} where sold group by ${group}
    order by amount_cents desc, bookings desc, ${group} limit $5`)
}

/** The largest amounts first. Clients have no names yet. */
export async function bestSales(
  db: Queryable,
  { teamId, mode }: Owner,
  {
    span: { from, until },
    by,
    limit,
  }: { readonly span: SalesSpan; readonly by: SalesTop; readonly limit: number },
): Promise<TopSums[]> {
  return selectTop[by](db, teamId, mode, from, until, limit)
}

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

/** Count and cost of holds by the time that is left to pay them, in buckets between the edges. */
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
  departure_date: string
  booking_reference: string
  departing_at: string
  origin: string
  destination: string
  airline: string
  client_name: string
  /** JSON, opened. */
  passengers: string
}

type EncryptedTrip = Omit<TripRow, 'passengers'> & { passengers: Buffer }

const LEAVING = `b.team_id = $1 and b.mode = $2 and b.departure_date >= $3 and b.departure_date <= $4
  and b.status in ${textList(statesThat(BOOKING_MOVES, isTicketed))}`
/** Departure of the first flight, as the index has it. */
const DEPARTING_AT = `substring(b.slices from '"departing_at":"([^"]*)"')`

const TRIPS = `
  select b.id, b.departure_date, b.booking_reference, ${DEPARTING_AT} as departing_at, b.origin, b.destination, b.airline,
    c.full_name as client_name, b.passengers
  from bookings b join clients c on c.id = b.client_id where ${LEAVING}`
const ORDER = `b.departure_date, ${DEPARTING_AT}, b.id`
const selectTrips = statement<EncryptedTrip>(`${TRIPS} order by ${ORDER} limit $5 offset $6`)
const selectAfter = statement<EncryptedTrip>(
  `${TRIPS} and (${ORDER}) > ($6::date, $7::text, $8::text) order by ${ORDER} limit $5`,
)
const selectBefore = statement<EncryptedTrip>(
  `${TRIPS} and (${ORDER}) < ($6::date, $7::text, $8::text)
  order by b.departure_date desc, ${DEPARTING_AT} desc, b.id desc limit $5`,
)
const countTrips = statement<{ total: number }>(
  `select count(*)::int as total from bookings b where ${LEAVING}`,
)

/** Dates are local to the first airport; both are included. */
export async function tripsLeaving(
  db: Reader,
  { teamId, mode }: Owner,
  { first, last }: { readonly first: string; readonly last: string },
  page: Page,
): Promise<Listing<TripRow>> {
  const { limit, offset, position } = page
  const filter = [teamId, mode, first, last] as const
  const select = position?.isBackward ? selectBefore : selectAfter
  const found =
    position === undefined
      ? await selectTrips(db, ...filter, limit + 1, offset)
      : await select(db, ...filter, limit + 1, ...position.key)
  const total = position?.total ?? onlyRow(await countTrips(db, ...filter)).total
  const listing = listingOf(found, page, total, (trip) => [trip.departure_date, trip.departing_at, trip.id])
  const decrypted = (trip: EncryptedTrip) => ({ ...trip, passengers: decryptPassengers(db.secretBox, trip) })
  return { ...listing, items: listing.items.map(decrypted) }
}
