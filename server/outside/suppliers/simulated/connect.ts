// Flights joined to itineraries: who flies each leg, and connections that a traveller can make.
import type { NonEmpty } from '../../../../contract/common.ts'
import { inTurn, isNonEmpty, mapNonEmpty } from '../../../base/values/non-empty.ts'
import type { SimulatedAirline } from './airlines.ts'
import type { AtlasAirport } from './atlas.ts'
import type { Network } from './network.ts'
import { type Flight, flightsOn } from './timetable.ts'
import { localDay } from './zone-time.ts'

export interface Itinerary {
  readonly flights: Readonly<NonEmpty<Flight>>
  /** Sells the ticket: who flies the longest leg. */
  readonly owner: SimulatedAirline
}

/** One itinerary for each slice. */
export type Trip = Readonly<NonEmpty<Itinerary>>

/** Origin, places of changes, destination. */
export type Path = readonly [AtlasAirport, ...AtlasAirport[], AtlasAirport]

const NAMES_MAX = 12

/**
 * Makes what follows from an itinerary and a name once, and keeps it for as long as the itinerary lives at most. It is
 * kept on the itinerary itself: a weak map of all of them is looked through whenever memory is collected.
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

/** One for each first flight of the day from which the others can be reached. */
export function alongPath(network: Network, { day, airlines }: Query, path: Path): Itinerary[] {
  const legs = legsOf(network, path)
  if (!isNonEmpty(legs)) return []
  const isWanted = ({ owner }: Itinerary) => airlines === null || airlines.has(owner.carrier.iata_code)
  return airlinesFor(legs).flatMap(([first, ...others]) =>
    flightsOn(first.airline, first.from, first.to, day)
      .flatMap((flight) => itinerary(flight, others))
      .filter(isWanted),
  )
}

/** Empty where nobody flies one of them. */
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

/** One airline for all legs where there is any; else some mixtures. */
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

/** Empty where a connection is missed. */
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

/** The first one that can be reached, today or tomorrow at the place of the change. */
function nextFlight(arriving: Flight, airline: SimulatedAirline, to: AtlasAirport): Flight | undefined {
  const at = arriving.to
  const isAbroad = arriving.from.country !== at.country || at.country !== to.country
  const earliest = arriving.arriveMs + (isAbroad ? ABROAD_CHANGE_MS : DOMESTIC_CHANGE_MS)
  const day = localDay(at.time_zone, arriving.arriveMs)
  return [day, day + 1]
    .flatMap((date) => flightsOn(airline, at, to, date))
    .find(({ departMs }) => departMs >= earliest && departMs <= arriving.arriveMs + CHANGE_MAX_MS)
}
