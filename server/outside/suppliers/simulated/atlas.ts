// What the simulated carrier is told of the world: it stands on a lower floor than the reference data, so it is handed
// what it needs of them.
import type { Carrier, Place } from '../../../../contract/flights.ts'

export interface AtlasAirport extends Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly latitude: number
  readonly longitude: number
  /** 0 for an airfield to 4 for the largest hubs. */
  readonly size: number
}

export interface Atlas {
  airport(code: string): AtlasAirport | undefined
  /** With the first three digits of its tickets, where they are known. */
  airline(code: string): (Carrier & { readonly ticketPrefix: string | null }) | undefined
  aircraft(code: string): { readonly iata_code: string; readonly name: string } | undefined
  airportsOf(country: string): readonly AtlasAirport[]
  /** Codes of passenger airlines that are based there. */
  airlinesOf(country: string): readonly string[]
}
