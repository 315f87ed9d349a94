// Flights of items: their segments as the input has them, and when and where they begin and end.
import type { TripFlight, TripSegment } from '../../../contract/trips.ts'
import { failField } from '../../kernel/values/fail.ts'
import { findAirport } from '../flights/reference/airports.ts'
import { isInternational } from '../flights/reference/geography.ts'
import { readLocal } from './rules.ts'
import type { TripItemRow } from './store.ts'

type FlightInput = { airline?: string | null | undefined; segments: readonly TripSegment[] }

const AIRPORT = /^[A-Z]{3}$/

export function readFlight({ airline, segments }: FlightInput): TripFlight {
  return {
    airline: airline?.trim() || null,
    segments: segments.map((segment, index) => readSegment(segment, `flight.segments.${index}`)),
  }
}

function readSegment(segment: TripSegment, field: string): TripSegment {
  const read = {
    flight_number: segment.flight_number.trim().replace(/\s+/g, ' ').toUpperCase(),
    origin: readAirport(segment.origin, `${field}.origin`),
    destination: readAirport(segment.destination, `${field}.destination`),
    departing_at: readMinute(segment.departing_at, `${field}.departing_at`),
    arriving_at: readMinute(segment.arriving_at, `${field}.arriving_at`),
  }
  if (isBackwards(read)) failField(`${field}.arriving_at`, 'must not be before departing_at')
  return read
}

function readAirport(text: string, field: string): string {
  const code = text.trim().toUpperCase()
  return AIRPORT.test(code) ? code : failField(field, 'must be an IATA code such as GRU')
}

/** Carriers write seconds too. */
const MINUTE = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?$/

function readMinute(text: string, field: string): string {
  const minute = MINUTE.exec(text)?.[1] ?? failField(field, 'must be a local time such as 2026-12-20T06:40')
  return readLocal(field, minute)
}

/** Only if both airports are known: clocks may differ by a day. */
function isBackwards({ origin, destination, departing_at, arriving_at }: TripSegment): boolean {
  const [from, to] = [findAirport(origin)?.zone, findAirport(destination)?.zone]
  if (from === undefined || to === undefined) return false
  return momentIn(arriving_at, to) < momentIn(departing_at, from)
}

export function momentIn(local: string, zone: string): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
}

/** From the first departure to the last arrival. Zones of unknown airports are null. */
export function timesOfFlight({ segments }: TripFlight) {
  const [first, last] = [segments[0], segments.at(-1)]
  return {
    starts_at: first?.departing_at ?? null,
    starts_zone: (first && findAirport(first.origin)?.zone) ?? null,
    ends_at: last?.arriving_at ?? null,
    ends_zone: (last && findAirport(last.destination)?.zone) ?? null,
  }
}

/** Whether a flight of the item crosses a border. Unknown airports do not count, and nor does a cancelled item. */
export function leavesCountry({ status, flight }: Pick<TripItemRow, 'status' | 'flight'>): boolean {
  if (status === 'cancelled' || flight === null) return false
  return flight.segments.some(({ origin, destination }) => {
    const [from, to] = [findAirport(origin), findAirport(destination)]
    return from !== undefined && to !== undefined && isInternational(from, to)
  })
}
