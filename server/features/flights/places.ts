// Finds airports and cities by what a person types.
import { PLACES_MAX, PLACES_USUAL, type PlaceSuggestion } from '../../../contract/flights.ts'
import {
  type Airport,
  airportsOfCity,
  allAirports,
  allCities,
  findAirport,
  findPlace,
} from './reference/airports.ts'
import { countryName, type Language } from './reference/geography.ts'
import { airportNameOf, cityNameOf, OTHER_NAMES, plainWords } from './reference/place-names.ts'

/**
 * Prefixes are found in a sorted list. Only if they are too few, one long text of all words is searched, the largest
 * places first.
 */
export interface Keys {
  city: string
  /** The name, and other names of the city. */
  names: readonly string[]
  /** Further words to find it by. */
  words: readonly string[]
}

export interface PlaceIndex {
  /** Indexes of entries, best matches first; equal matches in the given order. */
  find(query: string, limit: number): number[]
}

interface Start {
  text: string
  entry: number
  isCity: boolean
}

/** Keys and queries are folded: words of lower-case letters and digits. */
function makePlaceIndex(entries: readonly Keys[]): PlaceIndex {
  const starts = entries.flatMap(startsOf).sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  const texts = entries.map(textOf)
  const ends = endsOf(texts)
  const haystack = texts.join('')

  /** Among entries that start with the query: exact words, then cities, then names. */
  function startingWith(query: string): number[] {
    const ranks = new Map<number, number>()
    for (let at = firstFrom(starts, query); starts[at]?.text.startsWith(query); at++) {
      const { entry, isCity, text } = starts[at]!
      const rank = text === query ? 0 : isCity ? 1 : 2
      ranks.set(entry, Math.min(rank, ranks.get(entry) ?? rank))
    }
    const byRank = [...ranks].sort(([a, rankOfA], [b, rankOfB]) => rankOfA - rankOfB || a - b)
    return byRank.map(([entry]) => entry)
  }

  /** Among the others that contain the query: those where each of its words starts a word, then the rest. */
  function holding(query: string, limit: number, known: ReadonlySet<number>): number[] {
    const words = query.split(' ')
    const longest = words.reduce((long, word) => (word.length > long.length ? word : long))
    const whole: number[] = []
    const parts: number[] = []
    for (const entry of entriesWith(haystack, ends, longest)) {
      if (known.has(entry)) continue
      const text = haystack.slice(ends[entry - 1] ?? 0, ends[entry])
      if (words.every((word) => text.includes(` ${word}`))) whole.push(entry)
      else if (parts.length < limit && text.includes(query)) parts.push(entry)
      if (whole.length >= limit) break
    }
    return [...whole, ...parts]
  }

  return {
    find(query, limit) {
      const first = startingWith(query)
      if (first.length >= limit) return first.slice(0, limit)
      return [...first, ...holding(query, limit - first.length, new Set(first))].slice(0, limit)
    },
  }
}

function startsOf({ city, names }: Keys, entry: number): Start[] {
  return [{ text: city, entry, isCity: true }, ...names.map((text) => ({ text, entry, isCity: false }))]
}

/** A space before each word marks its start. */
function textOf({ city, names, words }: Keys): string {
  return ` ${city} ${names.join(' ')} ${words.join(' ')}\n`
}

function endsOf(texts: readonly string[]): number[] {
  let end = 0
  return texts.map((text) => {
    end += text.length
    return end
  })
}

/** The index of the first key that is not before the text. */
function firstFrom(starts: readonly Start[], text: string): number {
  let [low, high] = [0, starts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (starts[middle]!.text < text) low = middle + 1
    else high = middle
  }
  return low
}

/** Each once, in order. */
function* entriesWith(haystack: string, ends: readonly number[], text: string): Generator<number> {
  let entry = 0
  let at = haystack.indexOf(text)
  while (at !== -1) {
    while (ends[entry]! <= at) entry++
    yield entry
    at = haystack.indexOf(text, ends[entry]!)
  }
}

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
 * An exact code comes first, with the airports of a city. Equal matches are ordered by size, Brazilian ones first.
 * Names of both languages are found.
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
