// From one place to another on one day: nonstop where somebody flies it, else through hubs.
import type { AtlasAirport } from './atlas.ts'
import { alongPath, type Itinerary, type Path } from './connect.ts'
import { distanceKm } from './geography.ts'
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
/** With so many itineraries nobody asks for one more change of planes. */
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

function connecting(network: Network, query: SliceQuery, from: AtlasAirport, to: AtlasAirport): Itinerary[] {
  const found: Itinerary[] = []
  for (const stops of [1, 2, 3].slice(0, query.maxConnections)) {
    for (const path of pathsWith(stops, network, from, to)) {
      found.push(...alongPath(network, query, path))
      if (found.length >= CONNECTING_MAX) return found.slice(0, CONNECTING_MAX)
    }
    if (found.length >= ENOUGH) break
  }
  return found
}

/** Those that are flown and no great detour, the shortest first. */
function pathsWith(stops: number, network: Network, from: AtlasAirport, to: AtlasAirport): Path[] {
  const { crossroads } = network
  const here = network.hubsNear(from)
  const there = network.hubsNear(to)
  const ways: AtlasAirport[][] =
    stops === 1
      ? [...new Set([...here, ...there, ...crossroads])].map((hub) => [hub])
      : stops === 2
        ? [...joined(here, there), ...joined(here, crossroads), ...joined(crossroads, there)]
        : joined(here, crossroads).flatMap((way) => there.map((hub) => [...way, hub]))
  const most = distanceKm(from, to) * 1.7 + 1_200
  const sorted = ways
    .map((way) => [from, ...way, to])
    .filter((path) => new Set(path).size === path.length)
    .map((path) => ({ path, km: lengthOf(path) }))
    .filter(({ km }) => km <= most)
    .sort((a, b) => a.km - b.km)
  const flown: Path[] = []
  for (const { path } of sorted) {
    if (isFlown(network, path)) flown.push(path)
    if (flown.length === PATHS_MAX) break
  }
  return flown
}

function joined(some: readonly AtlasAirport[], others: readonly AtlasAirport[]): AtlasAirport[][] {
  return some.flatMap((a) => others.map((b) => [a, b]))
}

function isFlown(network: Network, path: Path): boolean {
  return path.slice(1).every((airport, index) => network.flownBy(path[index]!, airport).length > 0)
}

function lengthOf(path: Path): number {
  return path.slice(1).reduce((km, airport, index) => km + distanceKm(path[index]!, airport), 0)
}
