// Every airport and city that flights can be searched for, looked up by its IATA code in constant time. It is built on
// first use, once, and costs a few megabytes.
import type { NonEmpty } from '../../../../contract/common.ts'
import { isNonEmpty } from '../../../kernel/values/non-empty.ts'
import type { Airport } from './airport.ts'
import { readAirports } from './airport-source.ts'
import { METROPOLITAN_AREAS } from './metropolitan-areas.ts'

/** What a code in a search means: one airport, or a city with the airports to search, the main one first. */
export interface FoundPlace extends Airport {
  type: 'airport' | 'city'
  airports: Readonly<NonEmpty<Airport>>
}

interface Reference {
  airports: Map<string, Airport>
  cities: Map<string, FoundPlace>
}

let reference: Reference | undefined

export function findAirport(code: string): Airport | undefined {
  return loaded().airports.get(code)
}

/** A code that is both an airport's and a city's (HOU) means the city, as it does in reservation systems. */
export function findPlace(code: string): FoundPlace | undefined {
  const { airports, cities } = loaded()
  const city = cities.get(code)
  if (city !== undefined) return city
  const airport = airports.get(code)
  return airport && { type: 'airport', ...airport, airports: [airport] }
}

/** The main one first; none for a code that is no city's. */
export function airportsOfCity(cityCode: string): readonly Airport[] {
  const { airports, cities } = loaded()
  const city = cities.get(cityCode)
  if (city !== undefined) return city.airports
  const airport = airports.get(cityCode)
  return airport?.cityCode === cityCode ? [airport] : []
}

export function allAirports(): Iterable<Airport> {
  return loaded().airports.values()
}

/** Cities that have a code of their own. */
export function allCities(): Iterable<FoundPlace> {
  return loaded().cities.values()
}

function loaded(): Reference {
  reference ??= load()
  return reference
}

function load(): Reference {
  const airports = new Map<string, Airport>()
  for (const airport of readAirports()) airports.set(airport.code, airport)
  return { airports, cities: citiesOf(airports) }
}

/** Also sets the city code of each airport. */
function citiesOf(airports: Map<string, Airport>): Map<string, FoundPlace> {
  const cities = new Map<string, FoundPlace>()
  for (const { code, name, countryCode, airportCodes } of METROPOLITAN_AREAS) {
    const members = airportCodes.flatMap((airport) => airports.get(airport) ?? [])
    for (const member of members) member.cityCode = code
    if (!isNonEmpty(members)) continue
    const [main] = members
    const names = { code, name, cityName: name, cityCode: code, countryCode }
    cities.set(code, { type: 'city', ...main, ...names, airports: members })
  }
  return cities
}
