// What a place is called in pricing rules: by its airport, its city or its country.
import { isCountryCode } from '../../../kernel/values/countries.ts'
import { findAirport, findPlace } from '../reference/airports.ts'

/** All codes that mean it; none for a code that nobody knows. */
export function codesOf(code: string): readonly string[] {
  const place = findAirport(code) ?? findPlace(code)
  if (place !== undefined) return [...new Set([code, place.cityCode, place.countryCode])]
  return isCountryCode(code) ? [code] : []
}
