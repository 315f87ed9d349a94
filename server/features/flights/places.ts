// Suggests places while somebody types: airports by code, city or name, and cities with several airports.
import { PLACES_MAX, PLACES_USUAL, type PlaceSuggestion } from '../../../contract/places.ts'
import { type Keys, makePlaceIndex, type PlaceIndex } from './place-index.ts'
import type { Airport } from './reference/airport.ts'
import { airportsOfCity, allAirports, allCities, findAirport, findPlace } from './reference/airports.ts'
import { countryName, type Language } from './reference/geography.ts'
import { airportNameOf, cityNameOf } from './reference/names-of-places.ts'
import { OTHER_NAMES } from './reference/other-names.ts'
import { plainWords } from './reference/plain-words.ts'

interface Entry {
  place: Airport
  /** Of a city entry. */
  airports?: readonly Airport[]
}

interface Weighed extends Entry {
  weight: number
}

interface Suggestions {
  entries: readonly Entry[]
  index: PlaceIndex
}

let suggestions: Suggestions | undefined

/**
 * What has that code comes first, with the airports of a city. Of others that fit equally well, the largest come first,
 * and Brazilian ones before foreign ones of their size. Names in either language are found, and shown as wished.
 */
export function searchPlaces(
  query: string,
  wanted = PLACES_USUAL,
  language: Language = 'en',
): PlaceSuggestion[] {
  const limit = Math.min(wanted, PLACES_MAX)
  const folded = plainWords(query)
  if (folded === '') return []
  suggestions ??= makeSuggestions()
  const { entries, index } = suggestions
  const coded = withCode(folded.toUpperCase())
  const found = index.find(folded, limit + coded.length).map((entry) => entries[entry]!)
  const isNew = ({ place }: Entry) => !coded.some((other) => other.place === place)
  return [...coded, ...found.filter(isNew)].slice(0, limit).map((entry) => placeView(entry, language))
}

function withCode(code: string): Entry[] {
  const members = airportsOfCity(code)
  const city = members.length > 1 ? [{ place: findPlace(code)!, airports: members }] : []
  const airport = findAirport(code)
  const airports =
    airport === undefined ? members : [airport, ...members.filter((other) => other !== airport)]
  return [...city, ...airports.map((place) => ({ place }))]
}

function makeSuggestions(): Suggestions {
  const weighed: Weighed[] = Array.from(allAirports(), (place) => ({ place, weight: weightOf(place) }))
  for (const city of allCities()) {
    if (city.airports.length < 2) continue
    weighed.push({ place: city, airports: city.airports, weight: weightOf(city) + 0.1 })
  }
  weighed.sort((a, b) => b.weight - a.weight || (a.place.name < b.place.name ? -1 : 1))
  return { entries: weighed, index: makePlaceIndex(weighed.map(keysOf)) }
}

/** A city comes before its airports, and its main airport before the others. */
function weightOf({ code, cityCode, countryCode, size }: Airport): number {
  const home = countryCode === 'BR' ? 0.5 : 0
  if (code === cityCode) return size + home
  return size + home - airportsOfCity(cityCode).findIndex((airport) => airport.code === code) / 100
}

function keysOf({ place, airports }: Entry): Keys {
  const { code, cityCode } = place
  const portuguese = [place, findPlace(cityCode)!].flatMap((city) => {
    const name = cityNameOf(city, 'pt-BR')
    return name === city.cityName ? [] : [name]
  })
  const more = [code, cityCode].flatMap((one) => OTHER_NAMES.get(one) ?? [])
  const otherNames = [...new Set([...portuguese, ...more])]
  const names = airports === undefined ? [place.name, ...otherNames] : otherNames
  const area = code === cityCode ? [] : [findPlace(cityCode)!.name]
  return {
    city: plainWords(place.cityName),
    names: names.map(plainWords),
    words: [code, cityCode, ...area].map(plainWords),
  }
}

function placeView({ place, airports }: Entry, language: Language): PlaceSuggestion {
  const viewOf = (airport: Airport) => {
    const name = airportNameOf(airport, language)
    return { type: 'airport' as const, ...fieldsOf(airport, name, language) }
  }
  if (airports === undefined) return viewOf(place)
  const fields = fieldsOf(place, cityNameOf(place, language), language)
  return { type: 'city', ...fields, airports: airports.map(viewOf) }
}

function fieldsOf(place: Airport, name: string, language: Language) {
  const { code, cityCode, countryCode, zone, latitude, longitude } = place
  return {
    iata_code: code,
    name,
    city_name: cityNameOf(place, language),
    iata_city_code: cityCode,
    country_code: countryCode,
    country_name: countryName(countryCode, language),
    time_zone: zone,
    latitude,
    longitude,
  }
}
