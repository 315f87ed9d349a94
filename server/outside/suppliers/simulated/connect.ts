// Flights joined to itineraries: who flies each leg, and connections that a traveller can make.
import type { Airline } from './airlines.ts'
import type { AtlasAirport } from './atlas.ts'
import type { Network } from './network.ts'
import { type Flight, flightsOn } from './timetable.ts'
import { localDay } from './zone-time.ts'

export interface Itinerary {
  readonly flights: readonly Flight[]
  /** Sells the ticket: who flies the longest leg. */
  readonly owner: Airline
}

export type Path = readonly AtlasAirport[]

const remembered = new WeakMap<Itinerary, Map<string, unknown>>()

const NAMES_MAX = 12

/** What follows from an itinerary and a name is made once, and lives as long as the itinerary at most. */
export function rememberOf<T>(itinerary: Itinerary, name: string, make: () => T): T {
  const known = remembered.get(itinerary) ?? new Map<string, unknown>()
  const value = known.get(name)
  if (value !== undefined) return value as T
  const made = make()
  if (known.size >= NAMES_MAX) known.clear()
  known.set(name, made)
  remembered.set(itinerary, known)
  return made
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

/** One for each first flight of the day from which the others can be reached. */
export function alongPath(network: Network, { day, airlines }: Query, path: Path): Itinerary[] {
  const legs = path.slice(1).map((to, index) => network.flownBy(path[index]!, to))
  if (legs.some((flown) => flown.length === 0)) return []
  const isWanted = ({ owner }: Itinerary) => airlines === null || airlines.has(owner.carrier.iata_code)
  return crewsFor(legs).flatMap((crew) => {
    const first = flightsOn(crew[0]!, path[0]!, path[1]!, day)
    return first.flatMap((flight) => itinerary(flight, crew, path)).filter(isWanted)
  })
}

/** One airline for all legs where there is any; else some mixtures. */
function crewsFor(legs: readonly (readonly Airline[])[]): Airline[][] {
  const alone = legs[0]!.filter((airline) =>
    legs.every((flown) => flown.some(({ carrier }) => carrier === airline.carrier)),
  )
  if (alone.length > 0) return alone.map((airline) => legs.map(() => airline))
  const most = Math.min(MIXED_MAX, Math.max(...legs.map((flown) => flown.length)))
  return Array.from({ length: most }, (_, index) => legs.map((flown) => flown[index % flown.length]!))
}

function itinerary(first: Flight, crew: readonly Airline[], path: Path): Itinerary[] {
  const flights = [first]
  for (let leg = 1; leg < crew.length; leg++) {
    const next = nextFlight(flights.at(-1)!, crew[leg]!, path[leg + 1]!)
    if (next === undefined) return []
    flights.push(next)
  }
  const longest = flights.reduce((a, b) => (b.km > a.km ? b : a))
  return [{ flights, owner: longest.airline }]
}

/** The first one that can be reached, today or tomorrow at the place of the change. */
function nextFlight(arriving: Flight, airline: Airline, to: AtlasAirport): Flight | undefined {
  const at = arriving.to
  const isAbroad = arriving.from.country !== at.country || at.country !== to.country
  const earliest = arriving.arriveMs + (isAbroad ? ABROAD_CHANGE_MS : DOMESTIC_CHANGE_MS)
  const day = localDay(at.time_zone, arriving.arriveMs)
  return [day, day + 1]
    .flatMap((date) => flightsOn(airline, at, to, date))
    .find(({ departMs }) => departMs >= earliest && departMs <= arriving.arriveMs + CHANGE_MAX_MS)
}
