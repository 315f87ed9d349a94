// A quoted flight of a trip as a search: its legs, its passengers, and the trip that the booking joins.
import type { TripItem, TripSegment, TripTraveller } from '../../../contract/trips.ts'

const CONNECTION_MAX_MS = 24 * 60 * 60 * 1_000
const SEATS_MAX = 9

interface TripOfSearch {
  readonly id: string
  readonly client_id: string
  readonly travellers: readonly TripTraveller[]
}

/** The query of the search page. */
export function searchOfTrip(trip: TripOfSearch, item?: TripItem): Record<string, string> {
  const legs = legsOf(item?.flight?.segments ?? [])
  const [there, back] = legs
  const isReturn =
    legs.length === 2 && there?.origin === back?.destination && there?.destination === back?.origin
  const departure = there?.date ?? ''
  return {
    ...(legs.length > 0 && {
      type: legs.length === 1 ? 'one_way' : isReturn ? '' : 'multi_city',
      legs: legs.map(({ origin, destination, date }) => `${origin}-${destination}-${date}`).join('_'),
      ...countsOf(flyersOf(trip, item), departure),
    }),
    client: trip.client_id,
    trip: trip.id,
    ...(item !== undefined && { trip_item: item.id }),
  }
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

/** By age at departure; travellers without a birth date count as adults. */
function countsOf(travellers: readonly TripTraveller[], departure: string): Record<string, string> {
  const ages = travellers.map(({ born_on: born }) => (born === null ? 30 : ageOn(departure, born)))
  const infants = ages.filter((age) => age < 2).length
  const children = ages.filter((age) => age >= 2 && age < 12).length
  const adults = Math.max(1, ages.length - infants - children)
  if (adults + children > SEATS_MAX) return {}
  const counts = { adults: adults === 1 ? 0 : adults, children, infants: Math.min(infants, adults) }
  return Object.fromEntries(
    Object.entries(counts)
      .filter(([, count]) => count > 0)
      .map(([name, count]) => [name, String(count)]),
  )
}

function ageOn(day: string, born: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}
