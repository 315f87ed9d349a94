// What places are called in the language of who reads: as the data has it in English, as Brazilians say it in
// Portuguese.
import type { Airport } from './airport.ts'
import { findPlace } from './airports.ts'
import type { Language } from './geography.ts'
import { AIRPORT_EXCEPTIONS, airportByRule, type CityNames } from './portuguese-airports.ts'
import { PORTUGUESE_CITIES } from './portuguese-cities.ts'

type Named = Pick<Airport, 'cityName' | 'countryCode'>

export function cityNameOf({ cityName, countryCode }: Named, language: Language): string {
  if (language === 'en') return cityName
  return PORTUGUESE_CITIES.get(`${countryCode} ${cityName}`) ?? cityName
}

export function airportNameOf(airport: Airport, language: Language): string {
  if (language === 'en') return airport.name
  return AIRPORT_EXCEPTIONS.get(airport.code) ?? airportByRule(airport.name, citiesAround(airport))
}

/** The city of a code as this reader calls it. What a carrier calls it stands in English, and where we know none. */
export function cityNamed(code: string, given: string | null, language: Language): string | null {
  const place = findPlace(code)
  if (place === undefined || (given !== null && language === 'en')) return given
  const name = cityNameOf(place, language)
  const isOurs = given === null || name !== place.cityName || place.countryCode === 'BR'
  return isOurs ? name : given
}

/** The same of an airport. */
export function airportNamed(code: string, given: string, language: Language): string {
  const place = findPlace(code)
  const airport = place?.airports.find((one) => one.code === code)
  return airport === undefined || language === 'en' ? given : airportNameOf(airport, language)
}

/** Its own city, and the one that it is counted to. */
function citiesAround(airport: Airport): CityNames[] {
  const area = findPlace(airport.cityCode)
  return [airport, ...(area === undefined ? [] : [area])].map((place) => ({
    english: place.cityName,
    portuguese: cityNameOf(place, 'pt-BR'),
  }))
}
