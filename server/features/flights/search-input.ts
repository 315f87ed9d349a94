// Reads and checks the input of a search.
import {
  CABIN_CLASSES,
  type CabinClass,
  PASSENGER_TYPES,
  type PassengerType,
  type Place,
  type SearchInput,
  SORTS,
  type Sort,
  TRIP_TYPES,
  type TripType,
} from '../../../contract/flights.ts'
import { OFFERS_MAX, SEATED_PASSENGERS_MAX, SLICES_MAX } from '../../../contract/limits.ts'
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import type { SearchRequest } from '../../adapters/flights/port.ts'
import { dateIn, parseDate } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isNonEmpty, mapNonEmpty } from '../../kernel/values/non-empty.ts'
import { type FoundPlace, findPlace } from './reference/airports.ts'

/** Collects faults, so that one response reports all faults of a kind. */
export interface Faults {
  add(field: string, issue: Issue): void
  readonly count: number
}

const DETAILS_MAX = 20

/** The result of `look`; if it found faults, `refuse` is called with the fields. */
export function findFaults<T>(
  look: (faults: Faults) => T,
  refuse: (options: { details: FieldIssue[] }) => never,
): T {
  const details: FieldIssue[] = []
  const result = look({
    add: (field, issue) => void details.push({ field, issue }),
    get count() {
      return details.length
    },
  })
  if (details.length > 0) refuse({ details: details.slice(0, DETAILS_MAX) })
  return result
}

function isFields(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

/** Minutes since midnight, both ends included. */
export interface Window {
  readonly fromMinute: number
  readonly toMinute: number
}

/** For each slice. */
export type Windows = readonly (Window | null)[]

const LAST_MINUTE = 1_439

function readWindows(faults: Faults, value: unknown, slices: unknown): Windows {
  const count = Array.isArray(slices) ? slices.length : 0
  if (value === undefined) return Array.from({ length: count }, () => null)
  if (!Array.isArray(value)) {
    const window = readWindow(faults, 'departureTime', value)
    return Array.from({ length: count }, () => window)
  }
  if (value.length !== count)
    faults.add('departureTime', 'must be one window, or a list with one for each slice')
  return value
    .slice(0, count)
    .map((window, index) => (window === null ? null : readWindow(faults, `departureTime.${index}`, window)))
}

function readWindow(faults: Faults, path: string, value: unknown): Window | null {
  if (!isFields(value)) {
    faults.add(
      path,
      issueWith('must be an object such as {example}', { example: '{"from": "06:00", "to": "12:00"}' }),
    )
    return null
  }
  const fromMinute = readTime(faults, `${path}.from`, value.from) ?? 0
  const toMinute = readTime(faults, `${path}.to`, value.to) ?? LAST_MINUTE
  if (fromMinute > toMinute) faults.add(`${path}.to`, 'must not be before from')
  return { fromMinute, toMinute }
}

function readTime(faults: Faults, path: string, value: unknown): number | undefined {
  if (value === undefined) return undefined
  const [, hours, minutes] = (typeof value === 'string' && /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value)) || []
  if (hours === undefined) {
    faults.add(path, 'must be a time such as 06:00')
    return undefined
  }
  return Number(hours) * 60 + Number(minutes)
}

export interface SearchShape {
  readonly type: TripType
  readonly slices: readonly { origin: string; destination: string; departureDate: string }[]
  /** One entry for each passenger: adults, children, infants. */
  readonly travellers: readonly PassengerType[]
  readonly cabin: CabinClass
  readonly maxConnections: number | null
  readonly airlines: readonly string[] | null
  readonly windows: Windows
  readonly sort: Sort
  readonly limit: number
  readonly clientId: string | null
}

const SLICE_COUNTS: ReadonlyMap<unknown, readonly [number, number]> = new Map<
  TripType,
  readonly [number, number]
>([
  ['one_way', [1, 1]],
  ['round_trip', [2, 2]],
  ['multi_city', [2, SLICES_MAX]],
])
const CONNECTIONS_MAX = 3
const AIRLINES_MAX = 50
const PASSENGER_ENTRIES_MAX = 20

/** Checks of the body alone. */
function readShape(body: SearchInput): SearchShape {
  return findFaults(
    (faults) => ({
      type: readOneOf(faults, 'type', body.type, TRIP_TYPES),
      slices: readSlices(faults, body.slices, body.type),
      travellers: readTravellers(faults, body.passengers),
      cabin:
        body.cabinClass === undefined
          ? 'economy'
          : readOneOf(faults, 'cabinClass', body.cabinClass, CABIN_CLASSES),
      maxConnections:
        readWhole(faults, 'maxConnections', body.maxConnections, { least: 0, most: CONNECTIONS_MAX }) ?? null,
      airlines: readAirlines(faults, body.airlines),
      windows: readWindows(faults, body.departureTime, body.slices),
      sort: body.sort === undefined ? 'price' : readOneOf(faults, 'sort', body.sort, SORTS),
      limit: Math.min(readWhole(faults, 'limit', body.limit, { least: 1 }) ?? OFFERS_MAX, OFFERS_MAX),
      clientId: readClientId(faults, body.client_id),
    }),
    refuseShape,
  )
}

export function refuseShape(options: { details: FieldIssue[] }): never {
  return fail('invalid_request_parameters', options)
}

function readOneOf<const T extends string>(
  faults: Faults,
  field: string,
  value: unknown,
  names: readonly T[],
): T {
  const found = names.find((name) => name === value)
  if (found === undefined)
    faults.add(
      field,
      value === undefined ? 'is required' : issueWith('must be one of {list}', { list: names.join(', ') }),
    )
  return found ?? names[0]!
}

function readSlices(faults: Faults, value: unknown, type: unknown): SearchShape['slices'] {
  if (!Array.isArray(value) || value.length === 0) {
    faults.add('slices', value === undefined ? 'is required' : 'must be a list of at least one slice')
    return []
  }
  const [least, most] = SLICE_COUNTS.get(type) ?? [1, SLICES_MAX]
  if (value.length < least || value.length > most) {
    faults.add(
      'slices',
      issueWith('must have {count} for {type}', {
        count: least === most ? least : `${least} to ${most}`,
        type: String(type),
      }),
    )
    return []
  }
  const slices = value.map((slice, index) => readSlice(faults, slice, `slices.${index}`))
  const [there, back] = slices
  if (type === 'round_trip' && there && back) {
    if (back.origin !== there.destination) faults.add('slices.1.origin', 'must be where the first slice ends')
    if (back.destination !== there.origin)
      faults.add('slices.1.destination', 'must be where the first slice begins')
  }
  return slices
}

function readSlice(faults: Faults, value: unknown, path: string) {
  const fields = isFields(value) ? value : {}
  if (fields !== value) faults.add(path, 'must be an object')
  const text = (name: string): string => {
    const given = fields[name]
    if (typeof given === 'string') return given
    if (fields === value)
      faults.add(`${path}.${name}`, given === undefined ? 'is required' : 'must be a string')
    return ''
  }
  const slice = {
    origin: codeOf(text('origin')),
    destination: codeOf(text('destination')),
    departureDate: text('departureDate'),
  }
  if (slice.origin !== '' && slice.origin === slice.destination)
    faults.add(`${path}.destination`, 'must differ from the origin')
  return slice
}

/** Codes are accepted in lower case. */
function codeOf(text: string): string {
  return /^[a-z]{3}$/i.test(text) ? text.toUpperCase() : text
}

function readTravellers(faults: Faults, value: unknown): PassengerType[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > PASSENGER_ENTRIES_MAX) {
    faults.add(
      'passengers',
      value === undefined ? 'is required' : 'must be a list of passengers with their count',
    )
    return []
  }
  const before = faults.count
  const counts = new Map<PassengerType, number>(PASSENGER_TYPES.map((type) => [type, 0]))
  for (const [index, entry] of value.entries()) {
    const fields = isFields(entry) ? entry : {}
    const type = readOneOf(faults, `passengers.${index}.type`, fields.type, PASSENGER_TYPES)
    const path = `passengers.${index}.count`
    const count = readWhole(faults, path, fields.count, { least: 0, most: SEATED_PASSENGERS_MAX })
    if (count === undefined && fields.count === undefined) faults.add(path, 'is required')
    counts.set(type, counts.get(type)! + (count ?? 0))
  }
  const [adults = 0, children = 0, infants = 0] = counts.values()
  if (faults.count > before) return []
  if (adults + children < 1 || adults + children > SEATED_PASSENGERS_MAX)
    faults.add('passengers', issueWith('must be 1 to {count} with a seat', { count: SEATED_PASSENGERS_MAX }))
  else if (infants > adults)
    faults.add('passengers', 'must have at most one infant_without_seat for each adult')
  return PASSENGER_TYPES.flatMap((type) => Array.from({ length: counts.get(type)! }, () => type))
}

function readAirlines(faults: Faults, value: unknown): string[] | null {
  if (value === undefined) return null
  if (!Array.isArray(value) || value.length === 0 || value.length > AIRLINES_MAX) {
    faults.add('airlines', issueWith('must be a list of 1 to {count} airline codes', { count: AIRLINES_MAX }))
    return null
  }
  for (const [index, code] of value.entries()) {
    if (typeof code !== 'string' || !/^[A-Z0-9]{2}$/.test(code))
      faults.add(`airlines.${index}`, 'must be an IATA airline code such as LA')
  }
  return value
}

function readClientId(faults: Faults, value: unknown): string | null {
  if (typeof value === 'string') return value
  if (value !== undefined) faults.add('client_id', 'must be the id of a client')
  return null
}

function readWhole(
  faults: Faults,
  field: string,
  value: unknown,
  { least, most = Infinity }: { readonly least: number; readonly most?: number },
) {
  if (value === undefined) return undefined
  if (isWhole(value) && value >= least && value <= most) return value
  faults.add(
    field,
    most === Infinity
      ? issueWith('must be a whole number from {least} on', { least })
      : issueWith('must be a whole number from {least} to {most}', { least, most }),
  )
  return undefined
}

/** Checks that need dates and places: order, known places, past dates. */
export interface Search {
  readonly request: SearchRequest
  readonly limit: number
  readonly sort: SearchShape['sort']
  /** The client, as sent. */
  readonly clientId: string | null
  /** The search for the response if there are no offers. */
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
    // Suppliers do not sort by our prices, so all offers are requested and the best ones kept.
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
          faults.add(
            `slices.${index}.departureDate`,
            issueWith('must be {today} or later in {city}', { today: `${today}`, city: origin.cityName }),
          )
      }
    },
    (options) => fail('departure_date_in_the_past', options),
  )
}

function placeView({ code, name, cityName, cityCode, zone }: FoundPlace): Place {
  return { iata_code: code, name, city_name: cityName, iata_city_code: cityCode, time_zone: zone }
}
