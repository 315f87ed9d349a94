// What the rules for passengers need to know of a trip: its last day, and whether it crosses a border.
import type { Slice } from '../../contract/flights.ts'
import { findAirport } from '../flights/reference/airports.ts'

export interface Trip {
  lastDeparture: Temporal.PlainDate
  lastArrival: Temporal.PlainDate
  international: boolean
}

export function tripOf(slices: readonly Slice[]): Trip {
  const last = slices.at(-1)!
  return {
    lastDeparture: dayOf(last.segments[0]!.departing_at),
    lastArrival: dayOf(last.segments.at(-1)!.arriving_at),
    international: slices.some(
      ({ origin, destination }) => countryOf(origin.iata_code) !== countryOf(destination.iata_code),
    ),
  }
}

function dayOf(localTime: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(localTime.slice(0, 10))
}

/** An airport that nobody knows is abroad: better one passport too many than a passenger left behind. */
function countryOf(code: string): string {
  return findAirport(code)?.countryCode ?? code
}
