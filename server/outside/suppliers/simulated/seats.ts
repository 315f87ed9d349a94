// The seats that are left: what was for sale at first, less what was sold in this market.
import type { CabinClass } from '../../../../contract/flights.ts'
import { type Queryable, statement } from '../../../base/database/db.ts'
import type { Owner } from '../../../outbox/owner.ts'
import { untilNotCrossed } from './order-store.ts'

/** Live teams buy from one carrier; each team's sandbox has one of its own. */
export function marketOf({ mode, teamId }: Owner): string {
  return mode === 'live' ? 'live' : teamId
}

export interface SeatsLeft {
  /** undefined where none was ever sold. */
  of(flight: string, cabin: CabinClass | string): number | undefined
  /** On the flight that is nearest to being bought out. */
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
  // Mostly nothing was sold of any of them.
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

/** Holds that were not paid in time give their seats back; looked for when seats are short. */
export async function lapseHolds(db: Queryable, market: string, now: Date): Promise<boolean> {
  return (await untilNotCrossed(() => lapse(db, market, now))).length > 0
}
