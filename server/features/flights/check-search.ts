// Checks of a search that need a calendar and a map: dates, their order, places, and dates in the past.

import type { SearchInput } from '../../../contract/flight-search.ts'
import type { Place } from '../../../contract/flights.ts'
import { OFFERS_MAX } from '../../../contract/limits.ts'
import type { SearchRequest } from '../../adapters/flights/supplier-offer.ts'
import { dateIn, parseDate } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isNonEmpty, mapNonEmpty } from '../../kernel/values/non-empty.ts'
import { findFaults } from './faults.ts'
import { readShape, refuseShape, type SearchShape } from './read-search.ts'
import { type FoundPlace, findPlace } from './reference/airports.ts'

export interface Search {
  readonly request: SearchRequest
  readonly limit: number
  readonly sort: SearchShape['sort']
  /** For whom, as it was written. */
  readonly clientId: string | null
  /** What was asked for, for an answer without offers. */
  readonly places: readonly { origin: Place; destination: Place }[]
}

export function checkSearch(body: SearchInput, now: Date): Search {
  const shape = readShape(body)
  const flown = findPlaces(readDates(shape.slices))
  refusePast(flown, now)
  const { cabin, travellers, maxConnections, airlines, limit, windows, sort, clientId } = shape
  const slices = flown.map(({ origin, destination, departureDate }, index) => ({
    origin: origin.code,
    destination: destination.code,
    originAirports: mapNonEmpty(origin.airports, ({ code }) => code),
    destinationAirports: mapNonEmpty(destination.airports, ({ code }) => code),
    date: departureDate,
    departure: windows[index] ?? null,
  }))
  if (!isNonEmpty(slices)) throw new Error('a search without slices has passed the checks of its shape')
  return {
    // Suppliers do not sort by our prices, so all that may be shown are asked for, and the best of them kept.
    request: { slices, travellers, cabin, maxConnections, airlines, limit: OFFERS_MAX },
    limit,
    sort,
    clientId,
    places: flown.map(({ origin, destination }) => ({
      origin: placeView(origin),
      destination: placeView(destination),
    })),
  }
}

type RequestedSlice = SearchShape['slices'][number]

interface DatedSlice extends RequestedSlice {
  date: Temporal.PlainDate
}

function readDates(slices: readonly RequestedSlice[]): DatedSlice[] {
  const dated = findFaults(
    (faults) =>
      slices.flatMap((slice, index) => {
        const date = parseDate(slice.departureDate)
        if (date !== null) return [{ ...slice, date }]
        faults.add(`slices.${index}.departureDate`, 'must be a date such as 2026-12-01')
        return []
      }),
    (options) => fail('invalid_date_format', options),
  )
  findFaults((faults) => {
    for (const [index, { date }] of dated.entries()) {
      const before = dated[index - 1]
      if (before !== undefined && Temporal.PlainDate.compare(date, before.date) < 0)
        faults.add(`slices.${index}.departureDate`, 'must not be before that of the slice before')
    }
  }, refuseShape)
  return dated
}

interface PlacedSlice extends Omit<DatedSlice, 'origin' | 'destination'> {
  origin: FoundPlace
  destination: FoundPlace
}

function findPlaces(slices: readonly DatedSlice[]): PlacedSlice[] {
  const placed = findFaults(
    (faults) => {
      const find = (code: string, field: string) => {
        const place = findPlace(code)
        if (place === undefined) faults.add(field, 'is not the IATA code of an airport or city')
        return place
      }
      return slices.flatMap((slice, index) => {
        const origin = find(slice.origin, `slices.${index}.origin`)
        const destination = find(slice.destination, `slices.${index}.destination`)
        return origin && destination ? [{ ...slice, origin, destination }] : []
      })
    },
    (options) => fail('invalid_airport_code', options),
  )
  findFaults((faults) => {
    for (const [index, { origin, destination }] of placed.entries()) {
      if (origin.airports.some((airport) => destination.airports.includes(airport)))
        faults.add(`slices.${index}.destination`, 'must not be in the same city as the origin')
    }
  }, refuseShape)
  return placed
}

/** Today is the local date at the origin. */
function refusePast(slices: readonly PlacedSlice[], now: Date): void {
  findFaults(
    (faults) => {
      for (const [index, { origin, date }] of slices.entries()) {
        const today = dateIn(now, origin.zone)
        if (Temporal.PlainDate.compare(date, today) < 0)
          faults.add(`slices.${index}.departureDate`, `must be ${today} or later in ${origin.cityName}`)
      }
    },
    (options) => fail('departure_date_in_the_past', options),
  )
}

function placeView({ code, name, cityName, cityCode, zone }: FoundPlace): Place {
  return { iata_code: code, name, city_name: cityName, iata_city_code: cityCode, time_zone: zone }
}
