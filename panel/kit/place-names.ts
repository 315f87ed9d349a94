// What airports and cities are called in Portuguese. Answers name their places beside what the carrier calls them; what
// is known of a code is kept until the reader chooses another language.
import type { NamedPlace, Place } from '../../contract/flights.ts'

const known = new Map<string, NamedPlace>()

/** Remembers the places that an answer names, if it names any. */
export function learnPlaces(answer: unknown): void {
  const { places } = Object(answer)
  if (Array.isArray(places)) for (const place of places) if (isNamed(place)) known.set(place.iata_code, place)
}

export function forgetPlaces(): void {
  known.clear()
}

function isNamed(place: unknown): place is NamedPlace {
  const { iata_code, name, city_name } = Object(place)
  return [iata_code, name, city_name].every((text) => typeof text === 'string')
}

export function airportName({ iata_code: code, name }: Pick<Place, 'iata_code' | 'name'>): string {
  return known.get(code)?.name ?? name
}

export function cityName({
  iata_code: code,
  city_name: name,
}: Pick<Place, 'iata_code' | 'city_name'>): string {
  return known.get(code)?.city_name ?? name
}
