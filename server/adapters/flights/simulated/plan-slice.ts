// Plans a route on one day: nonstop if an airline flies it, otherwise through hubs, with feasible
// connections.
import type { NonEmpty } from '../../../../contract/common.ts'
import { distanceKm } from '../../../kernel/values/great-circle.ts'
import { inTurn, isNonEmpty, lastOf, mapNonEmpty } from '../../../kernel/values/non-empty.ts'
import type { SimulatedAirline } from './airlines.ts'
import type { AtlasAirport } from './atlas.ts'
import type { Network } from './network.ts'
import { type Flight, flightsOn, localDay } from './timetable.ts'

interface SliceQuery {
  readonly origins: readonly AtlasAirport[]
  readonly destinations: readonly AtlasAirport[]
  /** The local day of departure. */
  readonly day: number
  readonly maxConnections: number
  /** Codes of allowed sellers; null for all. */
  readonly airlines: ReadonlySet<string> | null
}

/** With so many nonstop flights no connections are needed. */
const ENOUGH_NONSTOP = 8
/** With so many, no second change is needed; a third only if there is no other way. */
const ENOUGH = 4
const PATHS_MAX = 10
const CONNECTING_MAX = 40

/** Includes every reachable airport, the largest first. */
export function planSlice(network: Network, query: SliceQuery): Itinerary[] {
  const pairs = query.origins
    .flatMap((from) => query.destinations.map((to) => ({ from, to })))
    .filter(({ from, to }) => from !== to)
    .sort((a, b) => b.from.size + b.to.size - (a.from.size + a.to.size))
  const found: Itinerary[] = []
  const reached = new Set<AtlasAirport>()
  const add = (from: AtlasAirport, to: AtlasAirport, itineraries: Itinerary[]) => {
    if (itineraries.length > 0) reached.add(from).add(to)
    found.push(...itineraries)
  }
  for (const { from, to } of pairs) add(from, to, alongPath(network, query, [from, to]))
  const nonstop = found.length
  for (const [index, { from, to }] of pairs.entries()) {
    const isWanted = index === 0 && nonstop < ENOUGH_NONSTOP
    // Small airports of a city are connected to the largest only: all pairs would be too many.
    if (isWanted || !reached.has(from) || !reached.has(to))
      add(from, to, connecting(network, query, from, to))
  }
  return found
}

/** The quickest ones. Great detours only if there is no other way. */
function connecting(network: Network, query: SliceQuery, from: AtlasAirport, to: AtlasAirport): Itinerary[] {
  // Otherwise all hubs of the world would be searched for nothing.
  if (cityOf(from) === cityOf(to)) return []
  const straightKm = distanceKm(from, to)
  for (const most of [straightKm * 1.7 + 1_200, straightKm * 2.5 + 4_500]) {
    const found: Itinerary[] = []
    for (const stops of [1, 2, 3].slice(0, query.maxConnections)) {
      for (const path of pathsWith({ stops, network, from, to, mostKm: most }))
        found.push(...alongPath(network, query, path))
      if (found.length >= (stops === 1 ? ENOUGH : 1)) break
    }
    if (found.length > 0) return found.sort((a, b) => durationOf(a) - durationOf(b)).slice(0, CONNECTING_MAX)
  }
  return []
}

function durationOf({ flights }: Itinerary): number {
  return lastOf(flights).arriveMs - flights[0].departMs
}

/** Existing routes without a great detour, the shortest first. */
function pathsWith({
  stops,
  network,
  from,
  to,
  mostKm,
}: {
  readonly stops: number
  readonly network: Network
  readonly from: AtlasAirport
  readonly to: AtlasAirport
  readonly mostKm: number
}): Path[] {
  const { crossroads } = network
  const isFlown = (a: AtlasAirport, b: AtlasAirport) => a !== b && network.flownBy(a, b).length > 0
  const first = network.hubsAround(from)
  const last = network.hubsAround(to)
  const ways: AtlasAirport[][] =
    stops === 1
      ? first.filter((hub) => last.includes(hub)).map((hub) => [hub])
      : stops === 2
        ? joined(first, last, isFlown)
        : joined(first, crossroads, isFlown).flatMap(([a, hub]) =>
            last.filter((b) => isFlown(hub, b)).map((b) => [a, hub, b]),
          )
  return ways
    .map((way): Path => [from, ...way, to])
    .filter((path) => new Set(path.map(cityOf)).size === path.length)
    .map((path) => ({ path, km: lengthOf(path) }))
    .filter(({ km }) => km <= mostKm)
    .sort((a, b) => a.km - b.km)
    .slice(0, PATHS_MAX)
    .map(({ path }) => path)
}

function joined(
  some: readonly AtlasAirport[],
  others: readonly AtlasAirport[],
  fits: (a: AtlasAirport, b: AtlasAirport) => boolean,
): [AtlasAirport, AtlasAirport][] {
  return some.flatMap((a) =>
    others.filter((b) => fits(a, b)).map((b): [AtlasAirport, AtlasAirport] => [a, b]),
  )
}

/** No change happens in the city of origin or destination. */
function cityOf(airport: AtlasAirport): string {
  return airport.iata_city_code
}

function lengthOf([origin, ...stops]: Path): number {
  let km = 0
  let from = origin
  for (const to of stops) {
    km += distanceKm(from, to)
    from = to
  }
  return km
}

export interface Itinerary {
  readonly flights: Readonly<NonEmpty<Flight>>
  /** The seller of the ticket: the airline of the longest leg. */
  readonly owner: SimulatedAirline
}

/** One itinerary for each slice. */
export type Trip = Readonly<NonEmpty<Itinerary>>

/** Origin, places of changes, destination. */
export type Path = readonly [AtlasAirport, ...AtlasAirport[], AtlasAirport]

const NAMES_MAX = 12

/**
 * Caches values by itinerary and name, on the itinerary itself: a large weak map would slow every garbage
 * collection.
 */
export function itineraryMemory<T>(): (itinerary: Itinerary, name: string, make: () => T) => T {
  const place = Symbol('remembered')
  return (itinerary: Itinerary & { [place]?: Map<string, T> }, name, make) => {
    const known = itinerary[place] ?? new Map<string, T>()
    itinerary[place] = known
    const value = known.get(name)
    if (value !== undefined) return value
    const made = make()
    if (known.size >= NAMES_MAX) known.clear()
    known.set(name, made)
    return made
  }
}

const MINUTE_MS = 60_000
const DOMESTIC_CHANGE_MS = 60 * MINUTE_MS
const ABROAD_CHANGE_MS = 120 * MINUTE_MS
const CHANGE_MAX_MS = 360 * MINUTE_MS
const MIXED_MAX = 3

interface Query {
  readonly day: number
  readonly airlines: ReadonlySet<string> | null
}

interface Leg {
  readonly from: AtlasAirport
  readonly to: AtlasAirport
  readonly flownBy: Readonly<NonEmpty<SimulatedAirline>>
}

interface ChosenLeg extends Leg {
  readonly airline: SimulatedAirline
}

/** One for each first flight of the day with connections to the others. */
function alongPath(network: Network, { day, airlines }: Query, path: Path): Itinerary[] {
  const legs = legsOf(network, path)
  if (!isNonEmpty(legs)) return []
  const isWanted = ({ owner }: Itinerary) => airlines === null || airlines.has(owner.carrier.iata_code)
  return airlinesFor(legs).flatMap(([first, ...others]) =>
    flightsOn(first.airline, first.from, first.to, day)
      .flatMap((flight) => itinerary(flight, others))
      .filter(isWanted),
  )
}

/** Empty if one leg has no airline. */
function legsOf(network: Network, [origin, ...stops]: Path): Leg[] {
  const legs: Leg[] = []
  let from = origin
  for (const to of stops) {
    const flownBy = network.flownBy(from, to)
    if (!isNonEmpty(flownBy)) return []
    legs.push({ from, to, flownBy })
    from = to
  }
  return legs
}

/** One airline for all legs if possible; otherwise some combinations. */
function airlinesFor(legs: Readonly<NonEmpty<Leg>>): NonEmpty<ChosenLeg>[] {
  const alone = legs[0].flownBy.filter(({ carrier }) =>
    legs.every(({ flownBy }) => flownBy.some((other) => other.carrier === carrier)),
  )
  if (alone.length > 0) return alone.map((airline) => mapNonEmpty(legs, (leg) => ({ ...leg, airline })))
  const most = Math.min(MIXED_MAX, Math.max(...legs.map(({ flownBy }) => flownBy.length)))
  return Array.from({ length: most }, (_, index) =>
    mapNonEmpty(legs, (leg) => ({ ...leg, airline: inTurn(leg.flownBy, index) })),
  )
}

/** Empty if a connection is missed. */
function itinerary(first: Flight, others: readonly ChosenLeg[]): Itinerary[] {
  const flights: NonEmpty<Flight> = [first]
  let last = first
  for (const { airline, to } of others) {
    const next = nextFlight(last, airline, to)
    if (next === undefined) return []
    flights.push(next)
    last = next
  }
  return [{ flights, owner: longestOf(flights).airline }]
}

export function longestOf(flights: Readonly<NonEmpty<Flight>>): Flight {
  return flights.reduce((a, b) => (b.km > a.km ? b : a))
}

/** The first feasible one, today or tomorrow at the connection. */
function nextFlight(arriving: Flight, airline: SimulatedAirline, to: AtlasAirport): Flight | undefined {
  const at = arriving.to
  const isAbroad = arriving.from.country !== at.country || at.country !== to.country
  const earliest = arriving.arriveMs + (isAbroad ? ABROAD_CHANGE_MS : DOMESTIC_CHANGE_MS)
  const day = localDay(at.time_zone, arriving.arriveMs)
  return [day, day + 1]
    .flatMap((date) => flightsOn(airline, at, to, date))
    .find(({ departMs }) => departMs >= earliest && departMs <= arriving.arriveMs + CHANGE_MAX_MS)
}
