// Finds the same flights and fare in a new search, so that an expired offer can be priced again.
import type { Offer, Slice } from '../../../contract/flights.ts'
import { bodyOf, type Leg, type TripSearch } from './trip-search.ts'

/** The facts that identify a trip in a new search. */
export interface TripIdentity {
  readonly search: TripSearch
  readonly flights: string
  readonly fare: string
  readonly amount: string
}

export function tripIdentity(offer: Offer): TripIdentity {
  return {
    search: searchOf(offer),
    flights: flightsOf(offer),
    fare: fareOf(offer),
    amount: offer.client_amount,
  }
}

/**
 * The key of the passenger form's draft: the same for all offers with the same route and passengers, but another one for
 * another client or trip, whose travellers are others.
 */
export function draftNameOf(offer: Pick<Offer, 'slices' | 'passengers' | 'pricing'>, tripId: string): string {
  const legs = offer.slices
    .map(legOf)
    .map(({ origin, destination, date }) => `${origin}-${destination}-${date}`)
  const types = offer.passengers.map(({ type }) => type)
  return ['travellers', ...legs, ...types, offer.pricing.client_id ?? '', tripId].join('.')
}

export function sameTripBody({ search }: TripIdentity) {
  return bodyOf(search)
}

/** The cheapest offer with the same flights and fare; undefined if it is no longer sold. */
export function findSame(offers: readonly Offer[], { flights, fare }: TripIdentity): Offer | undefined {
  const same = offers.filter((offer) => flightsOf(offer) === flights && fareOf(offer) === fare)
  return same.toSorted((a, b) => Number(a.client_amount) - Number(b.client_amount))[0]
}

function flightsOf({ slices }: Pick<Offer, 'slices'>): string {
  const segments = slices.flatMap((slice) => slice.segments)
  return segments
    .map(
      (one) => `${one.marketing_carrier.iata_code}${one.marketing_carrier_flight_number} ${one.departing_at}`,
    )
    .join('_')
}

function fareOf({ slices, passengers }: Pick<Offer, 'slices' | 'passengers'>): string {
  const cabins = slices.flatMap(({ segments }) => segments.map((one) => one.passengers[0]?.cabin_class ?? ''))
  return [...passengers.map(({ fare_brand_name: brand }) => brand ?? ''), ...cabins].join('_')
}

function searchOf({ slices, passengers, pricing }: Offer): TripSearch {
  const legs = slices.map(legOf)
  const [there, back] = legs
  const isReturn =
    legs.length === 2 && there?.origin === back?.destination && there?.destination === back?.origin
  const count = (type: Offer['passengers'][number]['type']) =>
    passengers.filter((one) => one.type === type).length
  return {
    type: legs.length === 1 ? 'one_way' : isReturn ? 'round_trip' : 'multi_city',
    legs,
    adults: count('adult'),
    children: count('child'),
    infants: count('infant_without_seat'),
    cabin: slices[0]?.segments[0]?.passengers[0]?.cabin_class ?? 'economy',
    client: pricing.client_id ?? '',
  }
}

function legOf({ origin, destination, segments }: Slice): Leg {
  return {
    origin: origin.iata_code,
    destination: destination.iata_code,
    date: segments[0]?.departing_at.slice(0, 10) ?? '',
  }
}
