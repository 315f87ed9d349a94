// A quoted flight of a trip as a search: its legs, its passengers, and the trip that the booking joins.
import type { Offer } from '../../../contract/flights.ts'
import type { TripItem, TripSegment, TripTraveller } from '../../../contract/trips.ts'
import { machineTime } from '../../logic/now.ts'

const CONNECTION_MAX_MS = 24 * 60 * 60 * 1_000
const SEATS_MAX = 9

interface TripOfSearch {
  readonly id: string
  readonly client_id: string
  readonly starts_on: string | null
  readonly travellers: readonly TripTraveller[]
}

/** The query of the search page. `quoted` counts the travellers of a quote, which names none. */
export function searchOfTrip(trip: TripOfSearch, item?: TripItem, quoted = 0): Record<string, string> {
  const legs = legsOf(item?.flight?.segments ?? [])
  return {
    ...(legs.length > 0 && {
      type: isReturn(legs) ? '' : typeOf(legs),
      legs: legs.map(({ origin, destination, date }) => `${origin}-${destination}-${date}`).join('_'),
    }),
    ...textsOfCounts(countsOf(flyersOf(trip, item), departureOf(trip, legs), quoted)),
    client: trip.client_id,
    trip: trip.id,
    ...(item !== undefined && { trip_item: item.id }),
  }
}

/** The request of the same search; undefined if the flights are unknown, or too many travel for one booking. */
export function searchBody(trip: TripOfSearch, item: TripItem, quoted: number) {
  const legs = legsOf(item.flight?.segments ?? [])
  const counts = countsOf(flyersOf(trip, item), departureOf(trip, legs), quoted)
  if (legs.length === 0 || counts === undefined) return undefined
  const { adults, children, infants } = counts
  const passengers = [
    { type: 'adult' as const, count: adults },
    { type: 'child' as const, count: children },
    { type: 'infant_without_seat' as const, count: infants },
  ].filter(({ count }) => count > 0)
  const slices = legs.map(({ origin, destination, date }) => ({ origin, destination, departureDate: date }))
  return { type: typeOf(legs), slices, passengers, client_id: trip.client_id }
}

/** The cheapest offer of the same flights; undefined if they are no longer sold. */
export function sameFlights(offers: readonly Offer[], segments: readonly TripSegment[]): Offer | undefined {
  const numbers = segments.flatMap(({ flight_number }) => flight_number.split(',')).map(bare)
  const times = segments.flatMap(({ departing_at, arriving_at }) => [departing_at, arriving_at])
  const isSame = ({ slices }: Offer) => {
    const flown = slices.flatMap((slice) => slice.segments)
    const own = flown.map((one) =>
      bare(`${one.marketing_carrier.iata_code}${one.marketing_carrier_flight_number}`),
    )
    const at = new Set(flown.flatMap((one) => [one.departing_at.slice(0, 16), one.arriving_at.slice(0, 16)]))
    const hasNumbers = numbers.includes('') || numbers.join() === own.join()
    return hasNumbers && times.every((time) => at.has(time))
  }
  return offers.filter(isSame).toSorted((a, b) => Number(a.client_amount) - Number(b.client_amount))[0]
}

function bare(flightNumber: string): string {
  return flightNumber.replaceAll(/\s/g, '').toUpperCase()
}

function isReturn(legs: readonly Leg[]): boolean {
  const [there, back] = legs
  return legs.length === 2 && there?.origin === back?.destination && there?.destination === back?.origin
}

function typeOf(legs: readonly Leg[]) {
  return legs.length === 1 ? 'one_way' : isReturn(legs) ? 'round_trip' : 'multi_city'
}

function flyersOf({ travellers }: TripOfSearch, item: TripItem | undefined): readonly TripTraveller[] {
  const ids = item?.traveller_ids ?? []
  return ids.length === 0 ? travellers : travellers.filter(({ id }) => ids.includes(id))
}

interface Leg {
  readonly origin: string
  readonly destination: string
  readonly date: string
}

/** Flights that connect within a day are one leg. */
export function legsOf(segments: readonly TripSegment[]): Leg[] {
  const legs: { first: TripSegment; last: TripSegment }[] = []
  for (const segment of segments) {
    const leg = legs.at(-1)
    const wait =
      leg === undefined
        ? Number.POSITIVE_INFINITY
        : Date.parse(`${segment.departing_at}Z`) - Date.parse(`${leg.last.arriving_at}Z`)
    const isConnection =
      leg?.last.destination === segment.origin &&
      leg.first.origin !== segment.destination &&
      wait < CONNECTION_MAX_MS
    if (leg !== undefined && isConnection) leg.last = segment
    else legs.push({ first: segment, last: segment })
  }
  return legs.map(({ first, last }) => ({
    origin: first.origin,
    destination: last.destination,
    date: first.departing_at.slice(0, 10),
  }))
}

interface Counts {
  readonly adults: number
  readonly children: number
  readonly infants: number
}

/** The first flight, or else the first day of the trip, or today. */
function departureOf({ starts_on: first }: TripOfSearch, [leg]: readonly Leg[]): string {
  return leg?.date ?? first ?? machineTime().toISOString().slice(0, 10)
}

/** By age at departure; travellers without a birth date count as adults. Undefined if they are too many. */
function countsOf(
  travellers: readonly TripTraveller[],
  departure: string,
  quoted: number,
): Counts | undefined {
  const ages = travellers.map(({ born_on: born }) => (born === null ? 30 : ageOn(departure, born)))
  const infants = ages.filter((age) => age < 2).length
  const children = ages.filter((age) => age >= 2 && age < 12).length
  const adults = travellers.length === 0 ? Math.max(1, quoted) : Math.max(1, ages.length - infants - children)
  if (adults + children > SEATS_MAX) return undefined
  return { adults, children, infants: Math.min(infants, adults) }
}

/** Usual values are left out. */
function textsOfCounts({ adults, children, infants }: Counts = NO_COUNTS): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ adults: adults === 1 ? 0 : adults, children, infants })
      .filter(([, count]) => count > 0)
      .map(([name, count]) => [name, String(count)]),
  )
}

const NO_COUNTS: Counts = { adults: 1, children: 0, infants: 0 }

function ageOn(day: string, born: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}
