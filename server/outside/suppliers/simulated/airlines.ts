// Which airlines are based in which country: those of the table, and for countries it does not cover those of the
// reference data, with an invented network around the country's largest airports.

import type { Carrier } from '../../../../contract/flights.ts'
import { distanceKm } from '../../../rules/great-circle.ts'
import { AIRCRAFT_TABLE, type AircraftType } from './aircraft-table.ts'
import { AIRLINE_TABLE, fleetOf } from './airline-table.ts'
import type { Atlas, AtlasAirport } from './atlas.ts'
import { hashOf } from './dice.ts'

export interface SimulatedAirline {
  readonly carrier: Carrier
  readonly prefix: string
  readonly homes: readonly string[]
  readonly hubs: readonly string[]
  readonly fleet: readonly AircraftType[]
  /** Flies within its country only, to the small places. */
  readonly isLocal: boolean
  /** Cents for each slice, whatever the day and distance. */
  readonly flatFares?: Readonly<Record<'BRL' | 'USD' | 'EUR', number>>
}

export interface Airlines {
  byCode(code: string): SimulatedAirline | undefined
  /** Never empty for a country with an airport: where nobody is at home, the nearest ones come. */
  atHome(country: string): readonly SimulatedAirline[]
  /** The country's largest airport. */
  gateway(country: string): AtlasAirport | undefined
  /** All of the table. */
  readonly known: readonly SimulatedAirline[]
}

/** Countries with so many airfields that the large airlines leave most of them to others. */
const VAST_COUNTRY_AIRPORTS = 140
const LOCAL_HUBS = 12
/** Parts of a group whose tickets carry another code: those of LATAM are all sold as LA. */
const SOLD_BY_OTHERS = new Set(['JJ', 'LP', 'XL', '4C', '4M', 'PZ'])
const NEIGHBOURS = 2

export function makeAirlines(atlas: Atlas): Airlines {
  const known = AIRLINE_TABLE.flatMap(({ code, homes, hubs, fleet }): SimulatedAirline[] => {
    const found = atlas.airline(code)
    if (found === undefined) return []
    return [{ ...identityOf(found), homes, hubs, fleet: aircraftTypes(fleet), isLocal: false }]
  })
  const byCode = new Map(known.map((airline) => [airline.carrier.iata_code, airline]))
  const homes = new Map<string, readonly SimulatedAirline[]>()
  const gateways = new Map<string, AtlasAirport | undefined>()

  function gateway(country: string): AtlasAirport | undefined {
    if (!gateways.has(country)) gateways.set(country, largestFirst(atlas.airportsOf(country))[0])
    return gateways.get(country)
  }

  function atHome(country: string): readonly SimulatedAirline[] {
    const remembered = homes.get(country)
    if (remembered !== undefined) return remembered
    const listed = known.filter((airline) => airline.homes.includes(country))
    const all = [...listed, ...madeUp(country, listed.length > 0)]
    const found = all.length > 0 ? all : nearest(country)
    homes.set(country, found)
    return found
  }

  /** Each has a hub of its own while there are airports enough, the largest first. */
  function madeUp(country: string, hasFlagCarrier: boolean): SimulatedAirline[] {
    const airports = largestFirst(atlas.airportsOf(country))
    const isLocal = airports.length > VAST_COUNTRY_AIRPORTS && country !== 'BR'
    const hubs = airports.slice(0, isLocal ? LOCAL_HUBS : 1)
    const others = atlas.airlinesOf(country).filter((code) => !byCode.has(code) && !SOLD_BY_OTHERS.has(code))
    return others.flatMap((code, index): SimulatedAirline[] => {
      const found = atlas.airline(code)
      const hub = hubs[index % hubs.length]
      if (found === undefined || hub === undefined) return []
      const fleet = aircraftTypes(fleetOf(!hasFlagCarrier && index === 0 ? 'airbus-long' : 'regional-short'))
      const airline = { ...identityOf(found), homes: [country], hubs: [hub.iata_code], fleet, isLocal }
      byCode.set(code, airline)
      return [airline]
    })
  }

  /** Seen from there, the airlines with the closest hubs; they fly there as if it were theirs. */
  function nearest(country: string): SimulatedAirline[] {
    const here = gateway(country)
    if (here === undefined) return []
    const far = (airline: SimulatedAirline) => {
      const [mainHub = ''] = airline.hubs
      const hub = atlas.airport(mainHub)
      return hub === undefined ? Number.POSITIVE_INFINITY : distanceKm(here, hub)
    }
    const closest = known.toSorted((a, b) => far(a) - far(b)).slice(0, NEIGHBOURS)
    return closest.map((airline) => ({ ...airline, homes: [...airline.homes, country] }))
  }

  return { byCode: (code) => byCode.get(code), atHome, gateway, known }
}

export function aircraftTypes(codes: readonly string[]): AircraftType[] {
  return codes.map((code) => {
    const type = AIRCRAFT_TABLE.get(code)
    if (type === undefined) throw new Error(`a fleet has ${code}, which is not in the table of aircraft`)
    return type
  })
}

function identityOf({ iata_code, name, ticketPrefix }: NonNullable<ReturnType<Atlas['airline']>>) {
  const prefix = ticketPrefix ?? String(840 + (hashOf(iata_code) % 110))
  return { carrier: { iata_code, name }, prefix }
}

function largestFirst(airports: readonly AtlasAirport[]): AtlasAirport[] {
  return airports.toSorted((a, b) => b.size - a.size || hashOf(a.iata_code) - hashOf(b.iata_code))
}
