// Duffel's slices and segments in the contract's shapes. Duffel omits unknown values; the contract requires
// them, so each gap is derived or filled with a neutral value.
import type { NonEmpty } from '../../../../contract/common.ts'
import type { Carrier, Place } from '../../../../contract/flights.ts'
import { isTimeZone, parseDuration } from '../../../kernel/values/dates.ts'
import { distanceKm } from '../../../kernel/values/great-circle.ts'
import { isNonEmpty, lastOf } from '../../../kernel/values/non-empty.ts'
import type { SupplierOffer, SupplierSegment, SupplierSlice } from '../port.ts'
import type {
  DuffelAirline,
  DuffelPlace,
  DuffelSegment,
  DuffelSegmentPassenger,
  DuffelSlice,
} from './shapes.ts'

/** Passengers in the order of Duffel's ids; null if the flights are inconsistent. */
export function slicesFrom(
  slices: NonEmpty<DuffelSlice>,
  passengerIds: readonly string[],
): SupplierOffer['slices'] | null {
  return allOrNull(slices, (slice) => sliceFrom(slice, passengerIds))
}

export function carrierFrom(airline: DuffelAirline): Carrier | null {
  const { iata_code, name } = airline
  return iata_code != null && /^[A-Z0-9]{2,3}$/.test(iata_code) ? { iata_code, name } : null
}

/** The brands of the slices in order, each once: "Light / Plus". null without any. */
export function brandOf(slices: readonly Pick<DuffelSlice, 'fare_brand_name'>[]): string | null {
  const brands = new Set(slices.map(({ fare_brand_name }) => fare_brand_name).filter((brand) => !!brand))
  return brands.size === 0 ? null : [...brands].join(' / ')
}

function sliceFrom(
  { segments, duration }: DuffelSlice,
  passengerIds: readonly string[],
): SupplierSlice | null {
  // The ends of the slice itself may be cities, which have no zone.
  const [{ origin, departing_at, duration: ofFirst }] = segments
  const { destination, arriving_at } = lastOf(segments)
  const stated = duration ?? (segments.length === 1 ? ofFirst : null)
  const whole = durationOf({ origin, departing_at, destination, arriving_at, duration: stated })
  const read = allOrNull(segments, (segment) => segmentFrom(segment, passengerIds))
  if (whole === null || read === null) return null
  return { origin: placeFrom(origin), destination: placeFrom(destination), duration: whole, segments: read }
}

function segmentFrom(segment: DuffelSegment, passengerIds: readonly string[]): SupplierSegment | null {
  const { origin, destination, aircraft, passengers } = segment
  const marketing = carrierFrom(segment.marketing_carrier)
  const duration = durationOf(segment)
  if (marketing === null || duration === null) return null
  // Small operators have no code of their own, and use the selling airline's.
  const operating = carrierFrom(segment.operating_carrier) ?? {
    iata_code: marketing.iata_code,
    name: segment.operating_carrier.name,
  }
  const isOwnFlight = operating.iata_code === marketing.iata_code
  const marketingNumber = segment.marketing_carrier_flight_number
  return {
    origin: stopFrom(origin, segment.origin_terminal),
    destination: stopFrom(destination, segment.destination_terminal),
    departing_at: withSeconds(segment.departing_at),
    arriving_at: withSeconds(segment.arriving_at),
    operating_carrier: { ...operating, logo_symbol_url: segment.operating_carrier.logo_symbol_url ?? null },
    marketing_carrier: marketing,
    operating_carrier_flight_number:
      segment.operating_carrier_flight_number ?? (isOwnFlight ? marketingNumber : ''),
    marketing_carrier_flight_number: marketingNumber,
    aircraft: aircraftFrom(aircraft),
    duration,
    distance: distanceOf(segment),
    passengers: passengerIds.map((id) => {
      // Some airlines omit lap infants; they fly with the others, without bags.
      const listed = passengers.find(({ passenger_id }) => passenger_id === id)
      return seatFrom(listed ?? { ...passengers[0], seat: null, baggages: [] })
    }),
  }
}

/** null if any of them cannot be read. */
function allOrNull<T, U>(items: NonEmpty<T>, read: (item: T) => U | null): Readonly<NonEmpty<U>> | null {
  const found = items.map(read).filter((item) => item !== null)
  return found.length === items.length && isNonEmpty(found) ? found : null
}

function placeFrom(place: DuffelPlace): Place {
  const { iata_code, name, time_zone, city_name, iata_city_code } = place
  const hasCity = iata_city_code != null && /^[A-Z]{3}$/.test(iata_city_code)
  return {
    iata_code,
    name,
    city_name: city_name || name,
    iata_city_code: hasCity ? iata_city_code : iata_code,
    time_zone,
  }
}

export function stopFrom({ iata_code, name }: DuffelPlace, terminal: string | null | undefined) {
  return { iata_code, name, terminal: terminal || null }
}

// The industry's code for varying equipment.
const ANY_AIRCRAFT = { iata_code: 'EQV', name: 'Aircraft not announced' }

function aircraftFrom(aircraft: DuffelSegment['aircraft']): { iata_code: string; name: string } {
  if (aircraft == null) return ANY_AIRCRAFT
  const { iata_code, name } = aircraft
  const isCode = iata_code != null && /^[A-Z0-9]{2,3}$/.test(iata_code)
  return { iata_code: isCode ? iata_code : ANY_AIRCRAFT.iata_code, name }
}

const CABIN_NAMES = {
  economy: 'Economy',
  premium_economy: 'Premium Economy',
  business: 'Business',
  first: 'First',
} as const

function seatFrom(passenger: DuffelSegmentPassenger): SupplierSegment['passengers'][number] {
  const { cabin_class, cabin_class_marketing_name, fare_basis_code, seat, baggages } = passenger
  return {
    cabin_class,
    cabin_class_marketing_name: cabin_class_marketing_name || CABIN_NAMES[cabin_class],
    fare_basis_code: fare_basis_code ?? '',
    seat: seat?.designator ?? null,
    baggages: (baggages ?? []).flatMap(({ type, quantity }) =>
      type === 'checked' || type === 'carry_on' ? [{ type, quantity }] : [],
    ),
  }
}

interface Flown {
  origin: DuffelPlace
  departing_at: string
  destination: DuffelPlace
  arriving_at: string
  duration?: string | null | undefined
}

/**
 * From local times and zones. If clocks go back, a local time occurs twice: Duffel's duration decides if it
 * matches one of them. null if the flight would land before it departs.
 */
function durationOf({ origin, departing_at, destination, arriving_at, duration }: Flown): string | null {
  if (!isTimeZone(origin.time_zone) || !isTimeZone(destination.time_zone)) return null
  const leaves = momentsOf(departing_at, origin.time_zone)
  const lands = momentsOf(arriving_at, destination.time_zone)
  const possible = leaves.flatMap((leave) => lands.map((land) => (land - leave) / 60_000))
  const stated = duration == null ? null : parseDuration(duration)
  const statedMinutes =
    stated === null || stated.years + stated.months > 0 ? null : stated.total({ unit: 'minutes' })
  const minutes = possible.find((one) => one === statedMinutes) ?? possible[0]
  return minutes === undefined || minutes <= 0 ? null : isoMinutes(minutes)
}

function momentsOf(local: string, zone: string): number[] {
  let time: Temporal.PlainDateTime
  try {
    time = Temporal.PlainDateTime.from(local)
  } catch {
    return []
  }
  return (['earlier', 'later'] as const).map(
    (disambiguation) => time.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  )
}

function isoMinutes(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  const rest = Math.round(minutes % 60)
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 || hours === 0 ? `${rest}M` : ''}`
}

export function withSeconds(local: string): string {
  return Temporal.PlainDateTime.from(local).toString({ smallestUnit: 'second' })
}

/** Kilometres; by default along the great circle, and 0 if the places are unknown. */
function distanceOf({ distance, origin, destination }: DuffelSegment): string {
  if (distance != null && /^\d+(?:\.\d+)?$/.test(distance)) return distance
  const [from, to] = [positionOf(origin), positionOf(destination)]
  return from === null || to === null ? '0' : String(distanceKm(from, to))
}

function positionOf({ latitude, longitude }: DuffelPlace) {
  return latitude == null || longitude == null ? null : { latitude, longitude }
}
