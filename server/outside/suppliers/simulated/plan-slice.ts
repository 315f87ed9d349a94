// From one place to another on one day: nonstop where somebody flies it, else through hubs.
import { lastOf } from '../../../base/values/non-empty.ts'
import { distanceKm } from '../../../rules/great-circle.ts'
import type { AtlasAirport } from './atlas.ts'
import { alongPath, type Itinerary, type Path } from './connect.ts'
import type { Network } from './network.ts'

export interface SliceQuery {
  readonly origins: readonly AtlasAirport[]
  readonly destinations: readonly AtlasAirport[]
  /** Of departure, on the local calendar. */
  readonly day: number
  readonly maxConnections: number
  /** Who may sell it, by code; null for all. */
  readonly airlines: ReadonlySet<string> | null
}

/** With so many nonstop flights nobody asks for connections. */
const ENOUGH_NONSTOP = 8
/** With so many, nobody asks for a second change of planes; for a third, only where there is no other way. */
const ENOUGH = 4
const PATHS_MAX = 10
const CONNECTING_MAX = 40

/** Every airport that can be reached is in it, the largest first. */
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
    // Small airports of a city are reached from the largest ones only: all pairs would be too many.
    if (isWanted || !reached.has(from) || !reached.has(to))
      add(from, to, connecting(network, query, from, to))
  }
  return found
}

/** The quickest ones. Great detours are made only where there is no other way. */
function connecting(network: Network, query: SliceQuery, from: AtlasAirport, to: AtlasAirport): Itinerary[] {
  // All ways through all hubs of the world would be looked at, to find that each ends where it began.
  if (cityOf(from) === cityOf(to)) return []
  const straightKm = distanceKm(from, to)
  for (const most of [straightKm * 1.7 + 1_200, straightKm * 2.5 + 4_500]) {
    const found: Itinerary[] = []
    for (const stops of [1, 2, 3].slice(0, query.maxConnections)) {
      for (const path of pathsWith(stops, network, from, to, most))
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

/** Those that are flown and no great detour, the shortest first. */
function pathsWith(
  stops: number,
  network: Network,
  from: AtlasAirport,
  to: AtlasAirport,
  mostKm: number,
): Path[] {
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

/** Nobody changes planes in the city they come from or go to. */
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
