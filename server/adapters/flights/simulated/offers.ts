// A search at the simulated carrier: flights are planned once for each route and day and cached; the
// remaining seats are read every time.

import { setTimeout as wait } from 'node:timers/promises'
import type { NonEmpty } from '../../../../contract/common.ts'
import type { PassengerType } from '../../../../contract/flights.ts'
import type { Pool } from '../../../kernel/db/db.ts'
import { putBounded } from '../../../kernel/values/bounded.ts'
import { inTurn, isNonEmpty, lastOf, mapNonEmpty } from '../../../kernel/values/non-empty.ts'
import {
  type Call,
  type Opaque,
  type RequestedSlice,
  type SearchRequest,
  type SupplierOffer,
  SupplierUnavailable,
} from '../port.ts'
import type { SimulatedAirline } from './airlines.ts'
import { type Atlas, airportsWith } from './atlas.ts'
import { buildOffer, type Choice, cabinOn, readChoiceData } from './build-offer.ts'
import { FAMILIES, type Family, seatedOf, seatsForSale } from './fares.ts'
import type { Network } from './network.ts'
import { lapseHolds, marketOf, readSeats, type SeatsLeft } from './order-store.ts'
import { type Itinerary, itineraryMemory, longestOf, planSlice, type Trip } from './plan-slice.ts'
import { isReserved, RESERVED_FAMILIES, routeEffect, SLOW_SEARCH_MS, ZZ } from './reserved.ts'
import { dayOf, type Flight, flightNumbered, flightsOn, localDay, localText } from './timetable.ts'

// Reads the stored choice of an offer or an order, and the seats it needs.

const families = new Map<string, Family>([...FAMILIES, ...RESERVED_FAMILIES].map((some) => [some.code, some]))

/** undefined if an update of the reference data has removed a flight or family. */
export function readChoice(
  atlas: Atlas,
  network: Network,
  data: Opaque,
  travellers: readonly PassengerType[],
): Choice | undefined {
  const kept = readChoiceData(data)
  if (kept === null) return undefined
  const family = families.get(kept.family)
  const itineraries = kept.flights.flatMap((ids) => itineraryOf(atlas, network, ids) ?? [])
  if (family === undefined || itineraries.length < kept.flights.length || !isNonEmpty(itineraries))
    return undefined
  return { itineraries, family, travellers, quotedDay: kept.quotedDay, payByMs: kept.payByMs }
}

function itineraryOf(atlas: Atlas, network: Network, ids: readonly string[]): Itinerary | undefined {
  const flights = ids.flatMap((id) => flightOf(atlas, network, id) ?? [])
  if (flights.length < ids.length || !isNonEmpty(flights)) return undefined
  return { flights, owner: longestOf(flights).airline }
}

/** An id is airline and number, origin and destination, date: `LA3012 GRUSDU 2026-12-01`. */
function flightOf(atlas: Atlas, network: Network, id: string): Flight | undefined {
  const [, airlineCode = '', number = '', fromCode = '', toCode = '', date = ''] =
    /^(..)(\d+) (...)(...) (\S+)$/.exec(id) ?? []
  const from = atlas.airport(fromCode)
  const to = atlas.airport(toCode)
  if (from === undefined || to === undefined) return undefined
  const airline: SimulatedAirline | undefined =
    airlineCode === 'ZZ'
      ? ZZ
      : network.flownBy(from, to).find(({ carrier }) => carrier.iata_code === airlineCode)
  return airline && flightNumbered({ airline, number, from, to, day: dayOf(date) })
}

interface NeededSeat {
  readonly flight: string
  /** The cabin, or the family if it has seats of its own. */
  readonly cabin: string
  readonly capacity: number
}

const rememberedSeats = itineraryMemory<NeededSeat[]>()

/** One entry for each flight, sorted. */
export function seatsNeeded({ itineraries, family }: Pick<Choice, 'itineraries' | 'family'>): NeededSeat[] {
  const needed = itineraries.flatMap((itinerary) => seatsOn(itinerary, family))
  return needed.sort((a, b) => (a.flight < b.flight ? -1 : 1))
}

/** Of one itinerary, in the order of its flights. */
function seatsOn(itinerary: Itinerary, family: Family): readonly NeededSeat[] {
  return rememberedSeats(itinerary, family.code, () =>
    itinerary.flights.map((flight) => seatOn(flight, family)),
  )
}

function seatOn(flight: Flight, family: Family): NeededSeat {
  if (isReserved(family)) return { flight: flight.id, cabin: family.code, capacity: family.seats ?? PLENTY }
  const cabin = cabinOn(flight, family.cabin)
  return { flight: flight.id, cabin, capacity: seatsForSale(flight, cabin) }
}

const PLENTY = 1_000_000

// Combines itineraries into offers: one airline if it flies every slice, each itinerary at least once, up to
// the limit.

/** The itineraries of one slice. */
type Plan = Readonly<NonEmpty<Itinerary>>

/**
 * `plans` has the itineraries of each slice. The number of combinations grows with the itineraries of a
 * slice, not with their product. New airports come first.
 */
export function combine(plans: readonly (readonly Itinerary[])[], limit: number): Trip[] {
  const whole = eachNonEmpty(plans)
  if (whole === undefined) return []
  const bySeller = mapNonEmpty(whole, (plan) => Map.groupBy(newPlacesFirst(plan), sellerOf))
  const sellers = new Set<string>()
  const queues: Trip[][] = []
  for (const seller of bySeller[0].keys()) {
    const ofSeller = eachNonEmpty(bySeller.map((group) => group.get(seller) ?? []))
    if (ofSeller === undefined) continue
    sellers.add(seller)
    queues.push(paired(ofSeller, limit))
  }
  // Itineraries without a single airline for all slices are paired with the first ones of others.
  const isLeft = (itinerary: Itinerary) => !sellers.has(sellerOf(itinerary))
  if (whole.some((plan) => plan.some(isLeft))) {
    const lists = mapNonEmpty(whole, (plan) => {
      const left = plan.filter(isLeft)
      return newPlacesFirst(isNonEmpty(left) ? left : plan)
    })
    queues.push(paired(lists, limit))
  }
  return newEndsFirst(oneOfEachQueue(queues)).slice(0, limit)
}

function sellerOf({ owner }: Itinerary): string {
  return owner.carrier.iata_code
}

/** undefined if one of them is empty, or there is none. */
function eachNonEmpty(plans: readonly (readonly Itinerary[])[]): NonEmpty<Plan> | undefined {
  const found = plans.filter(isNonEmpty)
  const [first, ...others] = found
  return first === undefined || found.length < plans.length ? undefined : [first, ...others]
}

/**
 * First the first of each, then the second of each; after the last they repeat, shifted against each other.
 */
function paired(lists: Readonly<NonEmpty<Plan>>, limit: number): Trip[] {
  const longest = Math.max(...lists.map((list) => list.length))
  const rounds = lists.length === 1 ? 1 : Math.min(...lists.map((list) => list.length))
  const found: Trip[] = []
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < longest; index++) {
      if (found.length >= limit) return found
      const together = mapNonEmpty(lists, (list, place) => inTurn(list, index + round * place))
      if (isInOrder(together)) found.push(together)
    }
  }
  return found
}

/** The next slice departs at least an hour after the last one has arrived. */
function isInOrder([first, ...others]: Trip): boolean {
  let arriveMs = lastOf(first.flights).arriveMs
  for (const { flights } of others) {
    if (flights[0].departMs < arriveMs + 3_600_000) return false
    arriveMs = lastOf(flights).arriveMs
  }
  return true
}

function newPlacesFirst(plan: Plan): Plan {
  return firstOfEach(plan, ({ flights }) => [`${flights[0].from.iata_code}${lastOf(flights).to.iata_code}`])
}

/** Every origin and destination airport of each slice. */
function newEndsFirst(trips: readonly Trip[]): readonly Trip[] {
  if (!isNonEmpty(trips)) return trips
  return firstOfEach(trips, (itineraries) =>
    itineraries.flatMap(({ flights }, index) => [
      `${index} from ${flights[0].from.iata_code}`,
      `${index} to ${lastOf(flights).to.iata_code}`,
    ]),
  )
}

/** Those with a new name first, then the others; each in order. */
function firstOfEach<T>(
  [first, ...rest]: Readonly<NonEmpty<T>>,
  namesOf: (item: T) => string[],
): NonEmpty<T> {
  const seen = new Set(namesOf(first))
  const news: NonEmpty<T> = [first]
  const others: T[] = []
  for (const item of rest) {
    const names = namesOf(item)
    ;(names.every((name) => seen.has(name)) ? others : news).push(item)
    for (const name of names) seen.add(name)
  }
  return [...news, ...others]
}

/** The first of each queue, then the second of each, and so on. */
function oneOfEachQueue(queues: readonly Trip[][]): Trip[] {
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  return Array.from({ length: longest }, (_, index) =>
    queues.flatMap((queue) => queue.slice(index, index + 1)),
  ).flat()
}

export interface Searching {
  readonly pool: Pool
  readonly atlas: Atlas
  readonly network: Network
  /** Cached plans, the oldest first. */
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
  if (effect === 'fails') throw new SupplierUnavailable('it failed, as this route always does')
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
  return choicesOf({ plans: usable, families, request, call, seats })
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

function choicesOf({
  plans,
  families,
  request: { travellers, limit },
  call: { now },
  seats,
}: {
  readonly plans: readonly (readonly Itinerary[])[]
  readonly families: readonly Family[]
  readonly request: SearchRequest
  readonly call: Call
  readonly seats: SeatsLeft
}): Choice[] {
  const seated = seatedOf(travellers)
  // An itinerary is part of many trips, so it is checked once.
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

/** Expired holds are released if seats look short; no job does it. */
async function currentSeats(pool: Pool, call: Call, flights: string[], seated: number): Promise<SeatsLeft> {
  const market = marketOf(call)
  const seats = await readSeats(pool, market, flights)
  if (seats.fewest >= seated || !(await lapseHolds(pool, market, call.now))) return seats
  return readSeats(pool, market, flights)
}
