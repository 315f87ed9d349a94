// Reads the body of a search with the contract's texts, in the decided order: shape, date format, airport code, past
// date. All faults of the first kind that is found are answered, each with its field.
import type { ErrorDetail } from '../../../contract/common.ts'
import {
  type SearchInput,
  SORTS,
  type Sort,
  TRIP_TYPES,
  type TripType,
} from '../../../contract/flight-search.ts'
import {
  CABIN_CLASSES,
  type CabinClass,
  PASSENGER_TYPES,
  type PassengerType,
} from '../../../contract/flights.ts'
import { OFFERS_MAX, SEATED_PASSENGERS_MAX, SLICES_MAX } from '../../../contract/limits.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Faults, findFaults, isFields, isWhole } from './faults.ts'
import { readWindows, type Windows } from './read-windows.ts'

export interface SearchShape {
  readonly type: TripType
  readonly slices: readonly { origin: string; destination: string; departureDate: string }[]
  /** One entry for each traveller: adults first, then children, then infants. */
  readonly travellers: readonly PassengerType[]
  readonly cabin: CabinClass
  readonly maxConnections: number | null
  readonly airlines: readonly string[] | null
  readonly windows: Windows
  readonly sort: Sort
  readonly limit: number
  readonly clientId: string | null
}

const SLICE_COUNTS: Readonly<Record<TripType, readonly [number, number]>> = {
  one_way: [1, 1],
  round_trip: [2, 2],
  multi_city: [2, SLICES_MAX],
}
const CONNECTIONS_MAX = 3
const AIRLINES_MAX = 50
const PASSENGER_ENTRIES_MAX = 20

/** The checks that need only the body, no calendar and no map. */
export function readShape(body: SearchInput): SearchShape {
  return findFaults(
    (faults) => ({
      type: readOneOf(faults, 'type', body.type, TRIP_TYPES),
      slices: readSlices(faults, body.slices, body.type),
      travellers: readTravellers(faults, body.passengers),
      cabin:
        body.cabinClass === undefined
          ? 'economy'
          : readOneOf(faults, 'cabinClass', body.cabinClass, CABIN_CLASSES),
      maxConnections: readWhole(faults, 'maxConnections', body.maxConnections, 0, CONNECTIONS_MAX) ?? null,
      airlines: readAirlines(faults, body.airlines),
      windows: readWindows(faults, body.departureTime, body.slices),
      sort: body.sort === undefined ? 'price' : readOneOf(faults, 'sort', body.sort, SORTS),
      limit: Math.min(readWhole(faults, 'limit', body.limit, 1) ?? OFFERS_MAX, OFFERS_MAX),
      clientId: readClientId(faults, body.client_id),
    }),
    refuseShape,
  )
}

export function refuseShape(options: { details: ErrorDetail[] }): never {
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
    faults.add(field, value === undefined ? 'is required' : `must be one of ${names.join(', ')}`)
  return found ?? names[0]!
}

function readSlices(faults: Faults, value: unknown, type: unknown): SearchShape['slices'] {
  if (!Array.isArray(value) || value.length === 0) {
    faults.add('slices', value === undefined ? 'is required' : 'must be a list of at least one slice')
    return []
  }
  const [least, most] = SLICE_COUNTS[type as TripType] ?? [1, SLICES_MAX]
  if (value.length < least || value.length > most) {
    faults.add('slices', `must have ${least === most ? least : `${least} to ${most}`} for ${String(type)}`)
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
    origin: text('origin'),
    destination: text('destination'),
    departureDate: text('departureDate'),
  }
  if (slice.origin !== '' && slice.origin === slice.destination)
    faults.add(`${path}.destination`, 'must differ from the origin')
  return slice
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
    const count = readWhole(faults, path, fields.count, 0, SEATED_PASSENGERS_MAX)
    if (count === undefined && fields.count === undefined) faults.add(path, 'is required')
    counts.set(type, counts.get(type)! + (count ?? 0))
  }
  const [adults = 0, children = 0, infants = 0] = counts.values()
  if (faults.count > before) return []
  if (adults + children < 1 || adults + children > SEATED_PASSENGERS_MAX)
    faults.add('passengers', `must be 1 to ${SEATED_PASSENGERS_MAX} with a seat`)
  else if (infants > adults)
    faults.add('passengers', 'must have at most one infant_without_seat for each adult')
  return PASSENGER_TYPES.flatMap((type) => Array.from({ length: counts.get(type)! }, () => type))
}

function readAirlines(faults: Faults, value: unknown): string[] | null {
  if (value === undefined) return null
  if (!Array.isArray(value) || value.length === 0 || value.length > AIRLINES_MAX) {
    faults.add('airlines', `must be a list of 1 to ${AIRLINES_MAX} airline codes`)
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

function readWhole(faults: Faults, field: string, value: unknown, least: number, most = Infinity) {
  if (value === undefined) return undefined
  if (isWhole(value) && value >= least && value <= most) return value
  faults.add(field, `must be a whole number from ${least} ${most === Infinity ? 'on' : `to ${most}`}`)
  return undefined
}
