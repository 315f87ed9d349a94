// Portuguese names of airports and cities. Responses contain these names beside the airline's own; they are cached by
// code until the language changes.
import type { NamedPlace, Place } from '../../contract/flights.ts'

const names = new Map<string, NamedPlace>()

/** Stores the place names of a response, if it has any. */
export function storePlaceNames(response: unknown): void {
  const { places } = Object(response)
  if (Array.isArray(places)) for (const place of places) if (isNamed(place)) names.set(place.iata_code, place)
}

export function clearPlaceNames(): void {
  names.clear()
}

function isNamed(place: unknown): place is NamedPlace {
  const { iata_code, name, city_name } = Object(place)
  return [iata_code, name, city_name].every((text) => typeof text === 'string')
}

export function airportName({ iata_code: code, name }: Pick<Place, 'iata_code' | 'name'>): string {
  return names.get(code)?.name ?? name
}

export function cityName({
  iata_code: code,
  city_name: name,
}: Pick<Place, 'iata_code' | 'city_name'>): string {
  return names.get(code)?.city_name ?? name
}
