// A search at the simulated carrier: flights are planned once for each route and day and remembered; which seats are
// left is asked every time.
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from '../../../kernel/db/db.ts'
import { putBounded } from '../../../kernel/values/put-bounded.ts'
import { type Call, SupplierAway } from '../port.ts'
import type { RequestedSlice, SearchRequest, SupplierOffer } from '../supplier-offer.ts'
import { type Atlas, airportsWith } from './atlas.ts'
import { buildOffer, type Choice } from './build-offer.ts'
import { seatsOn } from './choices.ts'
import { combine } from './choose-offers.ts'
import { FAMILIES, type Family, seatedOf } from './fares.ts'
import type { Network } from './network.ts'
import { lapseHolds, marketOf, readSeats, type SeatsLeft } from './order-store.ts'
import { type Itinerary, longestOf, planSlice } from './plan-slice.ts'
import { RESERVED_FAMILIES, routeEffect, SLOW_SEARCH_MS, ZZ } from './reserved.ts'
import { flightsOn } from './timetable.ts'
import { dayOf, localDay, localText } from './zone-time.ts'

export interface Searching {
  readonly pool: Pool
  readonly atlas: Atlas
  readonly network: Network
  /** What was planned before, the oldest first. */
  readonly plans: Map<string, readonly Itinerary[]>
}

const PLANS_MAX = 100
/** Airlines sell no further ahead; it also keeps dates within four-digit years. */
const SOLD_DAYS_AHEAD = 800
const STOPS_MAX = 3
/** Check-in closes an hour before departure. */
const CLOSED_BEFORE_MS = 60 * 60_000
const DAY_MS = 86_400_000

export async function searchOffers(
  searching: Searching,
  call: Call,
  request: SearchRequest,
): Promise<SupplierOffer[]> {
  const [{ origin, destination }] = request.slices
  const effect = call.mode === 'test' ? routeEffect(origin, destination) : undefined
  if (effect === 'nothing') return []
  if (effect === 'fails') throw new SupplierAway('it failed, as this route always does')
  if (effect === 'hangs') await wait(2 ** 30, undefined, { signal: call.signal })
  if (effect === 'slow') await wait(SLOW_SEARCH_MS, undefined, { signal: call.signal })
  const isReserved = effect === 'families'
  const usable = request.slices.map((slice) => {
    const plan = isReserved ? planReserved(searching, slice) : planned(searching, slice, request)
    return plan.filter((itinerary) => isUsable(itinerary, slice, request, call.now))
  })
  if (usable.some((plan) => plan.length === 0)) return []
  const flights = [...new Set(usable.flat().flatMap((itinerary) => itinerary.flights.map(({ id }) => id)))]
  const seats = await currentSeats(searching.pool, call, flights, seatedOf(request.travellers))
  const families: readonly Family[] = isReserved
    ? RESERVED_FAMILIES
    : FAMILIES.filter(({ cabin }) => cabin === request.cabin)
  return choicesOf(usable, families, request, call, seats)
    .slice(0, request.limit)
    .map((choice) => buildOffer(searching.atlas, choice, call.now))
}

function planned(
  { network, atlas, plans }: Searching,
  slice: RequestedSlice,
  request: SearchRequest,
): readonly Itinerary[] {
  const { originAirports, destinationAirports, date } = slice
  const maxConnections = Math.min(request.maxConnections ?? STOPS_MAX, STOPS_MAX)
  const key = [originAirports, destinationAirports, date, maxConnections, request.airlines].join('|')
  const known = plans.get(key)
  if (known !== undefined) return known
  const plan = planSlice(network, {
    origins: airportsWith(atlas, originAirports),
    destinations: airportsWith(atlas, destinationAirports),
    day: dayOf(date),
    maxConnections,
    airlines: request.airlines && new Set(request.airlines),
  })
  putBounded(plans, key, plan, PLANS_MAX)
  return plan
}

/** One flight of ZZ between any two airports is enough to try its families. */
function planReserved({ atlas }: Searching, slice: RequestedSlice): Itinerary[] {
  const { originAirports, destinationAirports, date } = slice
  const from = atlas.airport(originAirports[0])
  const to = atlas.airport(destinationAirports[0])
  if (from === undefined || to === undefined) return []
  const flights = flightsOn(ZZ, from, to, dayOf(date)).slice(-1)
  return flights.map((flight) => ({ flights: [flight], owner: ZZ }))
}

function isUsable(
  { flights }: Itinerary,
  { departure }: RequestedSlice,
  { cabin }: SearchRequest,
  now: Date,
): boolean {
  const [first] = flights
  const aheadMs = first.departMs - now.getTime()
  if (aheadMs < CLOSED_BEFORE_MS || aheadMs > SOLD_DAYS_AHEAD * DAY_MS) return false
  if (longestOf(flights).aircraft.seats[cabin] === 0) return false
  if (departure === null) return true
  const local = localText(first.from.time_zone, first.departMs)
  const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
  return minute >= departure.fromMinute && minute <= departure.toMinute
}

function choicesOf(
  plans: readonly (readonly Itinerary[])[],
  families: readonly Family[],
  { travellers, limit }: SearchRequest,
  { now }: Call,
  seats: SeatsLeft,
): Choice[] {
  const seated = seatedOf(travellers)
  // An itinerary is part of many trips: it is looked at once.
  const sold = new Map<Itinerary, readonly Family[]>()
  const familiesOf = (itinerary: Itinerary) =>
    sold.getOrInsertComputed(itinerary, () =>
      families.filter((family) =>
        seatsOn(itinerary, family).every(
          ({ flight, cabin, capacity }) => (seats.of(flight, cabin) ?? capacity) >= seated,
        ),
      ),
    )
  const free = plans.map((plan) => plan.filter((itinerary) => familiesOf(itinerary).length > 0))
  return combine(free, Math.ceil(limit / families.length)).flatMap((itineraries) => {
    const quotedDay = localDay(itineraries[0].flights[0].from.time_zone, now.getTime())
    return familiesOf(itineraries[0])
      .filter((family) => itineraries.every((itinerary) => familiesOf(itinerary).includes(family)))
      .map((family): Choice => ({ itineraries, family, travellers, quotedDay }))
  })
}

/** Holds that lapsed are let go of where seats look short: nobody else would notice them. */
async function currentSeats(pool: Pool, call: Call, flights: string[], seated: number): Promise<SeatsLeft> {
  const market = marketOf(call)
  const seats = await readSeats(pool, market, flights)
  if (seats.fewest >= seated || !(await lapseHolds(pool, market, call.now))) return seats
  return readSeats(pool, market, flights)
}
