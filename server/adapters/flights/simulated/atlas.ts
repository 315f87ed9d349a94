// The reference data of the simulated carrier. They belong to a feature, so they are passed in and not
// imported.
import type { Carrier, Place } from '../../../../contract/flights.ts'

/** 0 for an airfield to 4 for the largest hubs. */
export type AirportSize = 0 | 1 | 2 | 3 | 4

export interface AtlasAirport extends Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  readonly size: AirportSize
}

export interface Atlas {
  airport(code: string): AtlasAirport | undefined
  /** With the first three digits of its tickets, if known. */
  airline(code: string): (Carrier & { readonly ticketPrefix: string | null }) | undefined
  aircraft(code: string): { readonly iata_code: string; readonly name: string } | undefined
  airportsOf(country: string): readonly AtlasAirport[]
  /** Codes of passenger airlines based there. */
  airlinesOf(country: string): readonly string[]
}

/** The airports of known codes. */
export function airportsWith(atlas: Atlas, codes: readonly string[]): AtlasAirport[] {
  return codes.flatMap((code) => atlas.airport(code) ?? [])
}

export function smallerSize(a: AtlasAirport, b: AtlasAirport): AirportSize {
  return a.size < b.size ? a.size : b.size
}
