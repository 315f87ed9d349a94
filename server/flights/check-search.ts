// The rest of a search's checks, those that need a calendar and a map: dates, their order, places, and the past.

import type { SearchInput } from '../../contract/flight-search.ts'
import type { Place } from '../../contract/flights.ts'
import { OFFERS_USUAL } from '../../contract/limits.ts'
import { dateIn, parseDate } from '../base/values/dates.ts'
import { fail } from '../base/values/fail.ts'
import type { SearchRequest } from '../outside/suppliers/port.ts'
import { findFaults } from './faults.ts'
import { readShape, refuseShape, type SearchShape } from './read-search.ts'
import { type FoundPlace, findPlace } from './reference/airports.ts'

export interface Search {
  readonly request: SearchRequest
  readonly limit: number
  readonly sort: SearchShape['sort']
  /** What was asked for, for an answer without offers. */
  readonly places: readonly { origin: Place; destination: Place }[]
}

export function checkSearch(body: SearchInput, now: Date): Search {
  const shape = readShape(body)
  const dates = readDates(shape.slices)
  const places = findPlaces(shape.slices)
  refusePast(places, dates, now)
  const { cabin, travellers, maxConnections, airlines, limit, windows, sort } = shape
  const slices = places.map(({ origin, destination }, index) => ({
    origin: origin.code,
    destination: destination.code,
    originAirports: origin.airports.map(({ code }) => code),
    destinationAirports: destination.airports.map(({ code }) => code),
    date: shape.slices[index]!.departureDate,
    departure: windows[index] ?? null,
  }))
  return {
    // Who asks for few gets the best of many: suppliers do not sort by our prices.
    request: { slices, travellers, cabin, maxConnections, airlines, limit: Math.max(limit, OFFERS_USUAL) },
    limit,
    sort,
    places: places.map(({ origin, destination }) => ({
      origin: placeView(origin),
      destination: placeView(destination),
    })),
  }
}

function readDates(slices: SearchShape['slices']): Temporal.PlainDate[] {
  const dates = findFaults(
    (faults) =>
      slices.map(({ departureDate }, index) => {
        const date = parseDate(departureDate)
        if (date === null) faults.add(`slices.${index}.departureDate`, 'must be a date such as 2026-12-01')
        return date!
      }),
    (options) => fail('invalid_date_format', options),
  )
  findFaults((faults) => {
    for (const [index, date] of dates.entries()) {
      const before = dates[index - 1]
      if (before !== undefined && Temporal.PlainDate.compare(date, before) < 0)
        faults.add(`slices.${index}.departureDate`, 'must not be before that of the slice before')
    }
  }, refuseShape)
  return dates
}

interface Ends {
  origin: FoundPlace
  destination: FoundPlace
}

function findPlaces(slices: SearchShape['slices']): Ends[] {
  const ends = findFaults(
    (faults) => {
      const find = (code: string, field: string) => {
        const place = findPlace(code)
        if (place === undefined) faults.add(field, 'is not the IATA code of an airport or city')
        return place!
      }
      return slices.map(({ origin, destination }, index) => ({
        origin: find(origin, `slices.${index}.origin`),
        destination: find(destination, `slices.${index}.destination`),
      }))
    },
    (options) => fail('invalid_airport_code', options),
  )
  findFaults((faults) => {
    for (const [index, { origin, destination }] of ends.entries()) {
      if (origin.airports.some((airport) => destination.airports.includes(airport)))
        faults.add(`slices.${index}.destination`, 'must not be in the same city as the origin')
    }
  }, refuseShape)
  return ends
}

/** Today is told by the clocks at the origin. */
function refusePast(ends: Ends[], dates: Temporal.PlainDate[], now: Date): void {
  findFaults(
    (faults) => {
      for (const [index, { origin }] of ends.entries()) {
        const today = dateIn(now, origin.zone)
        if (Temporal.PlainDate.compare(dates[index]!, today) < 0)
          faults.add(`slices.${index}.departureDate`, `must be ${today} or later in ${origin.cityName}`)
      }
    },
    (options) => fail('departure_date_in_the_past', options),
  )
}

function placeView({ code, name, cityName, cityCode, zone }: FoundPlace): Place {
  return { iata_code: code, name, city_name: cityName, iata_city_code: cityCode, time_zone: zone }
}
