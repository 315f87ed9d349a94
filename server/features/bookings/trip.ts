// What the rules for passengers need to know of a trip: today, its last day, and whether it crosses a border.
import type { Slice } from '../../../contract/flights.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { findAirport } from '../flights/reference/airports.ts'
import { isInternational } from '../flights/reference/geography.ts'
import type { Trip } from './passenger-fields.ts'

export function tripOf(slices: readonly Slice[], now: Date): Trip {
  const last = slices.at(-1)!
  const home = findAirport(slices[0]?.origin.iata_code ?? '')
  return {
    // Where the trip begins, as for the dates of a search.
    today: dateIn(now, home?.zone ?? 'UTC'),
    lastDeparture: dayOf(last.segments[0]!.departing_at),
    lastArrival: dayOf(last.segments.at(-1)!.arriving_at),
    international: slices.some((slice) => crossesBorder(slice)),
  }
}

/** An unknown airport counts as abroad: asking for a needless passport is better than a passenger left behind. */
function crossesBorder({ origin, destination }: Slice): boolean {
  const from = findAirport(origin.iata_code)
  const to = findAirport(destination.iata_code)
  return from === undefined || to === undefined || isInternational(from, to)
}

function dayOf(time: string): Temporal.PlainDate {
  return Temporal.PlainDate.from(time.slice(0, 10))
}
