// The reference data in the form that the simulated carrier takes.
import type { Atlas, AtlasAirport } from '../../../adapters/flights/simulated/atlas.ts'
import { findAircraft } from './aircraft.ts'
import { allAirlines, findAirline } from './airlines.ts'
import { type Airport, allAirports, findAirport } from './airports.ts'

export function makeAtlas(): Atlas {
  const airports = new Map<string, AtlasAirport>()
  const airportsByCountry = new Map<string, AtlasAirport[]>()
  const airlinesByCountry = new Map<string, string[]>()

  function airport(code: string): AtlasAirport | undefined {
    const known = airports.get(code)
    if (known !== undefined) return known
    const found = findAirport(code)
    if (found === undefined) return undefined
    const made = atlasAirport(found)
    airports.set(code, made)
    return made
  }

  return {
    airport,
    airline(code) {
      const found = findAirline(code)
      return found && { iata_code: found.code, name: found.name, ticketPrefix: found.ticketPrefix }
    },
    aircraft(code) {
      const found = findAircraft(code)
      return found && { iata_code: found.code, name: found.name }
    },
    airportsOf(country) {
      if (airportsByCountry.size === 0) {
        for (const { code, countryCode } of allAirports()) add(airportsByCountry, countryCode, airport(code)!)
      }
      return airportsByCountry.get(country) ?? []
    },
    airlinesOf(country) {
      if (airlinesByCountry.size === 0) {
        for (const { code, countryCode } of allAirlines()) add(airlinesByCountry, countryCode, code)
      }
      return airlinesByCountry.get(country) ?? []
    },
  }
}

function atlasAirport(found: Airport): AtlasAirport {
  return {
    iata_code: found.code,
    name: found.name,
    city_name: found.cityName,
    iata_city_code: found.cityCode,
    time_zone: found.zone,
    country: found.countryCode,
    latitude: found.latitude,
    longitude: found.longitude,
    size: found.size,
  }
}

function add<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
