// Nonstop routes of airlines: decided once for each pair of airports by size, distance and chance, so that
// the map is the same every day.
import { distanceKm } from '../../../kernel/values/great-circle.ts'
import { isShortHaul, longestRangeKm } from './aircraft.ts'
import type { Airlines, SimulatedAirline } from './airlines.ts'
import { type Atlas, type AtlasAirport, airportsWith, smallerSize } from './atlas.ts'
import { chanceOf, hashOf } from './dice.ts'

export interface Network {
  /** The airlines of the route, the same in both directions. */
  flownBy(from: AtlasAirport, to: AtlasAirport): readonly SimulatedAirline[]
  /** Hubs for connections from or to this airport: of its country and of the world. */
  hubsAround(airport: AtlasAirport): readonly AtlasAirport[]
  /** The largest airports of the world that are hubs. */
  readonly crossroads: readonly AtlasAirport[]
}

const PAIRS_MAX = 100_000
const LEAST_KM = 70
/** Shorter routes within a country exist only if there is no other way. */
const SHORT_KM = 160
/** Across borders, airlines without long-range aircraft stay below this. */
const SHORT_HAUL_KM = 4_500
/** City airports without customs, or restricted to their country. */
const DOMESTIC_ONLY = new Set('CGH SDU PLU LGA DCA MDW DAL HOU ITM'.split(' '))

/** The probability of a route, by the size of the smaller airport, or of the one abroad. */
type ChancesBySize = readonly [number, number, number, number, number]
const HUB_CHANCES: ChancesBySize = [0.1, 0.45, 1, 1, 1]
const NEAR_CHANCES: ChancesBySize = [0, 0.05, 0.45, 0.8, 0.95]
const FAR_CHANCES: ChancesBySize = [0, 0, 0.12, 0.5, 0.85]
const FARTHEST_CHANCES: ChancesBySize = [0, 0, 0, 0.2, 0.7]

export function makeNetwork(atlas: Atlas, airlines: Airlines): Network {
  const pairs = new Map<AtlasAirport, Map<AtlasAirport, readonly SimulatedAirline[]>>()
  let pairCount = 0
  const around = new Map<AtlasAirport, readonly AtlasAirport[]>()
  const hubCodes = [...new Set(airlines.known.flatMap((airline) => airline.hubs))]
  const crossroads = airportsWith(atlas, hubCodes).filter((airport) => airport.size === 4)

  function flownBy(from: AtlasAirport, to: AtlasAirport): readonly SimulatedAirline[] {
    const remembered = pairs.get(from)?.get(to)
    if (remembered !== undefined) return remembered
    // The same in both directions.
    const found = from.iata_code < to.iata_code ? findAirlines(from, to) : findAirlines(to, from)
    if (pairCount >= PAIRS_MAX) {
      pairs.clear()
      pairCount = 0
    }
    pairCount++
    const row = pairs.get(from)
    if (row === undefined) pairs.set(from, new Map([[to, found]]))
    else row.set(to, found)
    return found
  }

  function findAirlines(a: AtlasAirport, b: AtlasAirport): readonly SimulatedAirline[] {
    const km = distanceKm(a, b)
    if (km < LEAST_KM) return []
    return candidatesFor(a, b).filter((airline) => {
      if (km > longestRangeKm(airline)) return false
      const chance =
        a.country === b.country ? domesticChance(airline, a, b, km) : abroadChance(airline, a, b, km)
      return chance > 0 && chanceOf(`${airline.carrier.iata_code} ${a.iata_code} ${b.iata_code}`) < chance
    })
  }

  /** Each once; a foreign airline of a country without airlines counts as local. */
  function candidatesFor(a: AtlasAirport, b: AtlasAirport): SimulatedAirline[] {
    const found = new Map<string, SimulatedAirline>()
    for (const airline of [...airlines.atHome(a.country), ...airlines.atHome(b.country)]) {
      const known = found.get(airline.carrier.iata_code)
      if (known === undefined || known.homes.length < airline.homes.length)
        found.set(airline.carrier.iata_code, airline)
    }
    return [...found.values()]
  }

  function domesticChance(airline: SimulatedAirline, a: AtlasAirport, b: AtlasAirport, km: number): number {
    if (!airline.homes.includes(a.country)) return 0
    const smaller = smallerSize(a, b)
    if (airline.hubs.includes(a.iata_code) || airline.hubs.includes(b.iata_code)) {
      const other = airline.hubs.includes(a.iata_code) ? b : a
      if (isDesignated(airline, other, other === a ? b : a)) return 1
      if (airline.isLocal) return smaller <= 1 ? 0.4 : 0
      if (km < SHORT_KM) return 0
      return HUB_CHANCES[smaller]
    }
    if (airline.isLocal || km < SHORT_KM || km > 3_500) return 0
    return smaller >= 3 ? 0.7 : smaller === 2 ? 0.3 : 0
  }

  /** Every airport has one airline that surely serves it, from the nearest hub. */
  function isDesignated(airline: SimulatedAirline, airport: AtlasAirport, hub: AtlasAirport): boolean {
    const home = airlines.atHome(airport.country)
    const local = home.filter(({ isLocal }) => isLocal)
    const choices = airport.size <= 1 && local.length > 0 ? local : home
    const designated = choices[hashOf(airport.iata_code) % choices.length]
    return designated?.carrier === airline.carrier && nearestHub(airline, airport) === hub
  }

  function nearestHub(airline: SimulatedAirline, airport: AtlasAirport): AtlasAirport | undefined {
    const hubs = airportsWith(atlas, airline.hubs)
    const inCountry = hubs.filter((hub) => hub.country === airport.country && hub !== airport)
    return closestTo(airport, inCountry.length > 0 ? inCountry : hubs)
  }

  function abroadChance(airline: SimulatedAirline, a: AtlasAirport, b: AtlasAirport, km: number): number {
    if (airline.isLocal || (isShortHaul(airline) && km > SHORT_HAUL_KM)) return 0
    if (DOMESTIC_ONLY.has(a.iata_code) || DOMESTIC_ONLY.has(b.iata_code)) return 0
    const isHub = (airport: AtlasAirport) => airline.hubs.includes(airport.iata_code)
    if (!isHub(a) && !isHub(b)) return 0
    const other = isHub(a) ? b : a
    const hub = isHub(a) ? a : b
    if (isHub(a) && isHub(b)) return 1
    const isGateway = airlines.gateway(other.country) === other
    // Without local airlines, the nearest ones serve the main airport of a small country.
    if (airline.homes.includes(other.country))
      return isGateway || other.size >= 2 ? 1 : isDesignated(airline, other, hub) ? 1 : 0
    if (km > 9_000 && hub.size < 3) return 0
    if (isGateway && other.size < 3) return km < 6_000 ? 0.8 : 0.25
    return (km < 5_000 ? NEAR_CHANCES : km < 9_000 ? FAR_CHANCES : FARTHEST_CHANCES)[other.size]
  }

  function hubsAround(airport: AtlasAirport): readonly AtlasAirport[] {
    const remembered = around.get(airport)
    if (remembered !== undefined) return remembered
    const codes = airlines.atHome(airport.country).flatMap((airline) => airline.hubs)
    const near = airportsWith(atlas, codes)
    const hubs = new Set([...near, airlines.gateway(airport.country) ?? airport, ...crossroads])
    const found = [...hubs].filter((hub) => hub !== airport && flownBy(airport, hub).length > 0)
    around.set(airport, found)
    return found
  }

  return { flownBy, hubsAround, crossroads }
}

function closestTo(airport: AtlasAirport, others: readonly AtlasAirport[]): AtlasAirport | undefined {
  let best: AtlasAirport | undefined
  let bestKm = Number.POSITIVE_INFINITY
  for (const other of others) {
    const km = distanceKm(airport, other)
    if (km < bestKm) [best, bestKm] = [other, km]
  }
  return best
}
