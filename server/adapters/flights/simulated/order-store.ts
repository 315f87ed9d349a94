// The stored orders and seats of the simulated carrier. Every change is one atomic statement, so that it
// needs no transaction.
import type { CabinClass } from '../../../../contract/flights.ts'
import { isRetryable, type Queryable, statement } from '../../../kernel/db/db.ts'
import type { Owner } from '../../../kernel/values/owner.ts'
import type { OrderStatus } from '../port.ts'

export interface OrderRow {
  reference: string
  number: bigint
  status: OrderStatus
  sold: string
  seats: number
  pay_by: Date | null
  issue_at: Date | null
  ticketed_at: Date | null
  first_ticket: bigint | null
  accepted_at: Date | null
  created_at: Date
}

const COLUMNS = `reference, number, status, sold, seats, pay_by, issue_at, ticketed_at, first_ticket, accepted_at,
  created_at`

const insertOrder = statement<OrderRow>(`
  with made as (
    insert into carrier_orders (market, reference, status, sold, flights, cabins, seats, pay_by, issue_at,
      ticketed_at, first_ticket, created_at)
    values ($1, $2, $3, $4, $5, $6, $8, $9, $10, $11,
      case when $11::timestamptz is null then null else nextval('carrier_ticket_numbers') end, $12)
    on conflict do nothing
    returning ${COLUMNS}
  ), taken as (
    insert into carrier_seats as s (market, flight, cabin, capacity, sold)
    select $1, flight, cabin, capacity, $8
    from unnest($5::text[], $6::text[], $7::int[]) as wanted (flight, cabin, capacity), made
    on conflict (market, flight, cabin) do update set sold = s.sold + excluded.sold
  )
  select ${COLUMNS} from made`)

interface NewOrder {
  market: string
  reference: string
  status: OrderStatus
  sold: string
  /** Sorted, so that two orders never deadlock on each other's seats. */
  flights: string[]
  cabins: string[]
  capacities: number[]
  seats: number
  payBy: Date | null
  issueAt: Date | null
  ticketedAt: Date | null
  now: Date
}

export type Inserted = { order: OrderRow; isNew: boolean } | 'sold out'

/** A known reference returns its existing order. */
export async function storeOrder(db: Queryable, order: NewOrder): Promise<Inserted> {
  const { market, reference } = order
  try {
    const [made] = await untilNotCrossed(() =>
      insertOrder(
        db,
        market,
        reference,
        order.status,
        order.sold,
        order.flights,
        order.cabins,
        order.capacities,
        order.seats,
        order.payBy,
        order.issueAt,
        order.ticketedAt,
        order.now,
      ),
    )
    if (made !== undefined) return { order: made, isNew: true }
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'carrier_seats_enough') return 'sold out'
    throw error
  }
  const known = await findOrder(db, market, reference)
  if (known === undefined) throw new Error(`order ${reference} is neither new nor known`)
  return { order: known, isNew: false }
}

const selectOrder = statement<OrderRow>(
  `select ${COLUMNS} from carrier_orders where market = $1 and reference = $2`,
)

export async function findOrder(
  db: Queryable,
  market: string,
  reference: string,
): Promise<OrderRow | undefined> {
  return (await selectOrder(db, market, reference))[0]
}

const setPaid = statement<OrderRow>(`
  update carrier_orders set status = case when $4::timestamptz is null then 'ticketing' else 'ticketed' end,
    issue_at = $3, ticketed_at = $4,
    first_ticket = case when $4::timestamptz is null then null else nextval('carrier_ticket_numbers') end
  where market = $1 and reference = $2 and status = 'held' and pay_by > $5
  returning ${COLUMNS}`)

/** Nothing if it is no longer held. */
export async function payOrder(
  db: Queryable,
  market: string,
  reference: string,
  { issueAt, ticketedAt, now }: { issueAt: Date | null; ticketedAt: Date | null; now: Date },
): Promise<OrderRow | undefined> {
  return (await setPaid(db, market, reference, issueAt, ticketedAt, now))[0]
}

/** A change that needs only the time; nothing if the order is in another state. */
function changeAt(set: string, where: string) {
  const change = statement<OrderRow>(`
    update carrier_orders set ${set} where market = $1 and reference = $2 and ${where} returning ${COLUMNS}`)
  return async (db: Queryable, market: string, reference: string, now: Date): Promise<OrderRow | undefined> =>
    (await change(db, market, reference, now))[0]
}

/** Issues delayed tickets once they are due. */
export const issueOrder = changeAt(
  `status = 'ticketed', ticketed_at = issue_at, first_ticket = nextval('carrier_ticket_numbers')`,
  `status = 'ticketing' and issue_at <= $3`,
)

/** The buyer accepts a change; nothing without tickets. */
export const acceptOrderChange = changeAt('accepted_at = coalesce(accepted_at, $3)', `status = 'ticketed'`)

const setEnded = statement<OrderRow>(`
  with ended as (
    update carrier_orders set status = $3
    where market = $1 and reference = $2 and status = any($4::text[])
    returning ${COLUMNS}, flights, cabins
  ), given_back as (
    update carrier_seats s set sold = s.sold - ended.seats
    from ended, unnest(ended.flights, ended.cabins) as taken (flight, cabin)
    where s.market = $1 and s.flight = taken.flight and s.cabin = taken.cabin
  )
  select ${COLUMNS} from ended`)

/** Ends an order that is in one of these states, and releases its seats. */
export async function endOrder(
  db: Queryable,
  {
    market,
    reference,
    to,
    from,
  }: {
    readonly market: string
    readonly reference: string
    readonly to: 'cancelled' | 'expired' | 'failed'
    readonly from: OrderStatus[]
  },
): Promise<OrderRow | undefined> {
  const [ended] = await untilNotCrossed(() => setEnded(db, market, reference, to, from))
  return ended
}

const TRIES_MAX = 6

/**
 * Seats are taken in order but released in any, so two statements may deadlock; the cancelled one is retried.
 */
async function untilNotCrossed<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isRetryable(error) || attempt === TRIES_MAX) throw error
    }
  }
}

/** Live teams share one carrier; each team's sandbox has its own. */
export function marketOf({ mode, teamId }: Owner): string {
  return mode === 'live' ? 'live' : teamId
}

export interface SeatsLeft {
  /** undefined if none was ever sold. */
  of(flight: string, cabin: CabinClass | string): number | undefined
  /** On the flight with the fewest seats left. */
  readonly fewest: number
}

const selectSold = statement<{ flight: string; cabin: string; seats_left: number }>(`
  select flight, cabin, capacity - sold as seats_left from carrier_seats
  where market = $1 and flight = any($2::text[])`)

export async function readSeats(db: Queryable, market: string, flights: string[]): Promise<SeatsLeft> {
  const left = new Map<string, number>()
  let fewest = Number.POSITIVE_INFINITY
  for (const { flight, cabin, seats_left } of await selectSold(db, market, flights)) {
    left.set(`${flight} ${cabin}`, seats_left)
    fewest = Math.min(fewest, seats_left)
  }
  // Usually none of them was sold.
  return { of: (flight, cabin) => (left.size === 0 ? undefined : left.get(`${flight} ${cabin}`)), fewest }
}

const lapse = statement<{ reference: string }>(`
  with lapsed as (
    update carrier_orders set status = 'expired'
    where market = $1 and status = 'held' and pay_by <= $2
    returning reference, flights, cabins, seats
  ), freed as (
    select flight, cabin, sum(seats)::int as seats
    from lapsed, unnest(flights, cabins) as taken (flight, cabin) group by flight, cabin
  ), given_back as (
    update carrier_seats s set sold = s.sold - freed.seats from freed
    where s.market = $1 and s.flight = freed.flight and s.cabin = freed.cabin
  )
  select reference from lapsed`)

/** Holds that were not paid in time release their seats; called if seats are short. */
export async function lapseHolds(db: Queryable, market: string, now: Date): Promise<boolean> {
  return (await untilNotCrossed(() => lapse(db, market, now))).length > 0
}
