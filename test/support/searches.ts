// Searches as integrators send them, on days that are always ahead of the clock.
import type { Client, Reply } from './client.ts'

export const SEARCH = '/api/v1/flights/search'

export interface SearchBody {
  type: string
  slices: { origin: string; destination: string; departureDate: string }[]
  passengers: { type: string; count: number }[]
  [addition: string]: unknown
}

/** A date so many days after a moment. */
export function daysAfter(now: Date, days: number): string {
  return new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

export function oneWay(origin: string, destination: string, date: string, rest: object = {}): SearchBody {
  return {
    type: 'one_way',
    slices: [{ origin, destination, departureDate: date }],
    passengers: [{ type: 'adult', count: 1 }],
    ...rest,
  }
}

export function roundTrip(
  [origin, destination]: [string, string],
  [there, back]: [string, string],
  rest: object = {},
): SearchBody {
  return {
    type: 'round_trip',
    slices: [
      { origin, destination, departureDate: there },
      { origin: destination, destination: origin, departureDate: back },
    ],
    passengers: [{ type: 'adult', count: 1 }],
    ...rest,
  }
}

export async function search(client: Client, body: unknown): Promise<Reply> {
  return client.post(SEARCH, body)
}
