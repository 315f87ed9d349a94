// Groups offers by itinerary, cheapest first, then filters and sorts them.
import type { Offer } from '../../../contract/flights.ts'
import { amountOf, centsOf } from '../../logic/money.ts'
import { endsOf, minutesOf, PARTS_OF_DAY, type PartOfDay, partOfDay } from './trip-times.ts'

export interface End {
  readonly city: string
  readonly airport: string
}

export interface Itinerary {
  /** Identifies the flights, independent of the seller. */
  readonly key: string
  readonly slices: Offer['slices']
  readonly owner: Offer['owner']
  /** Cheapest first; never empty. */
  readonly offers: readonly Offer[]
  readonly minutes: number
  /** Connections of the slice with the most. */
  readonly stops: number
  readonly departingAt: string
  /** Origin and destination of each slice: the airport, and the city or area of the search. */
  readonly ends: readonly End[]
  /** Marketing airlines by code. */
  readonly airlines: ReadonlyMap<string, string>
}

export const SORTINGS = ['price', 'duration', 'departure'] as const
export type Sorting = (typeof SORTINGS)[number]

export const FILTER_NAMES = [
  'stops',
  'times',
  'airlines',
  'airports',
  'bags',
  'refund',
  'sort',
  'view',
] as const
export type FilterTexts = Readonly<Record<(typeof FILTER_NAMES)[number], string>>

export interface Filters {
  readonly stopsMax: number
  /** By slice; undefined for any time. */
  readonly times: readonly (PartOfDay | undefined)[]
  /** Empty for all. */
  readonly airlines: ReadonlySet<string>
  /** A city without a chosen airport allows all of its airports. */
  readonly airports: ReadonlySet<string>
  readonly hasBag: boolean
  readonly isRefundable: boolean
}

/** Reads filters from the URL; unknown values are ignored. */
export function filtersOf(texts: FilterTexts): Filters {
  const parts: readonly string[] = texts.times === '' ? [] : texts.times.split(',')
  return {
    stopsMax: /^\d$/.test(texts.stops) ? Number(texts.stops) : Number.POSITIVE_INFINITY,
    times: parts.map((text) => PARTS_OF_DAY.find((part) => part === text)),
    airlines: codesIn(texts.airlines),
    airports: codesIn(texts.airports),
    hasBag: texts.bags !== '',
    isRefundable: texts.refund !== '',
  }
}

function codesIn(text: string): ReadonlySet<string> {
  return new Set(text === '' ? [] : text.split(','))
}

export function sortingOf(text: string): Sorting {
  return SORTINGS.find((one) => one === text) ?? 'price'
}

export function itinerariesOf(offers: readonly Offer[]): Itinerary[] {
  const groups = new Map<string, Offer[]>()
  for (const offer of offers) {
    const key = flightsOf(offer)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [offer])
    else group.push(offer)
  }
  return [...groups].flatMap(([key, all]) => itineraryOf(key, all.toSorted(byPrice)))
}

/** More than a tall screen shows. */
const FIRST_SCREEN_FARES = 12

/** The first itineraries, up to the bottom of the screen. */
export function firstScreenful(itineraries: readonly Itinerary[]): Itinerary[] {
  let fares = 0
  return itineraries.filter(({ offers }) => {
    const isSeen = fares < FIRST_SCREEN_FARES
    fares += offers.length
    return isSeen
  })
}

function itineraryOf(key: string, offers: readonly Offer[]): Itinerary[] {
  const [cheapest] = offers
  if (cheapest === undefined) return []
  const { slices, owner } = cheapest
  const segments = slices.flatMap((slice) => slice.segments)
  return [
    {
      key,
      slices,
      owner,
      offers,
      minutes: slices.reduce((sum, { duration }) => sum + minutesOf(duration), 0),
      stops: Math.max(0, ...slices.map((slice) => slice.segments.length - 1)),
      departingAt: segments[0]?.departing_at ?? '',
      ends: slices.flatMap(placesOf),
      airlines: new Map(segments.map(({ marketing_carrier: one }) => [one.iata_code, one.name])),
    },
  ]
}

function placesOf(slice: Offer['slices'][number]): End[] {
  const { from, to } = endsOf(slice)
  const { origin, destination } = slice
  return [
    { city: origin.iata_city_code ?? origin.iata_code, airport: from },
    { city: destination.iata_city_code ?? destination.iata_code, airport: to },
  ]
}

function flightsOf({ owner, slices }: Offer): string {
  const flights = slices.map(({ segments }) =>
    segments
      .map(
        ({ marketing_carrier: carrier, marketing_carrier_flight_number: number, departing_at: at, origin }) =>
          `${carrier.iata_code}${number} ${origin.iata_code} ${at}`,
      )
      .join('+'),
  )
  return `${owner.iata_code}: ${flights.join(' / ')}`
}

/** Matching itineraries with their matching fares. */
export function filtered(itineraries: readonly Itinerary[], filters: Filters): Itinerary[] {
  const narrowed = citiesOf(itineraries, filters.airports)
  return itineraries.flatMap((one) => {
    if (!fits(one, filters)) return []
    if (one.ends.some(({ city, airport }) => narrowed.has(city) && !filters.airports.has(airport))) return []
    const offers = one.offers.filter((offer) => offerFits(offer, filters))
    return offers.length === 0 ? [] : [{ ...one, offers }]
  })
}

/** The cities with at least one chosen airport. */
function citiesOf(itineraries: readonly Itinerary[], airports: ReadonlySet<string>): ReadonlySet<string> {
  const ends = itineraries.flatMap((one) => one.ends)
  return new Set(ends.filter(({ airport }) => airports.has(airport)).map(({ city }) => city))
}

function fits({ stops, slices, airlines }: Itinerary, filters: Filters): boolean {
  if (stops > filters.stopsMax) return false
  if (filters.airlines.size > 0 && ![...airlines.keys()].every((code) => filters.airlines.has(code)))
    return false
  return slices.every((slice, index) => {
    const wanted = filters.times[index]
    return wanted === undefined || partOfDay(endsOf(slice).departingAt) === wanted
  })
}

function offerFits(offer: Offer, { hasBag, isRefundable }: Filters): boolean {
  return (
    (!hasBag || bagsOf(offer, 'checked') > 0) &&
    (!isRefundable || offer.conditions.refund_before_departure.allowed)
  )
}

export function sorted(itineraries: readonly Itinerary[], by: Sorting): Itinerary[] {
  const orders: Readonly<Record<Sorting, (a: Itinerary, b: Itinerary) => number>> = {
    price: () => 0,
    duration: (a, b) => a.minutes - b.minutes,
    departure: (a, b) => a.departingAt.localeCompare(b.departingAt),
  }
  return itineraries.toSorted((a, b) => orders[by](a, b) || cheapestOf(a, b))
}

function cheapestOf({ offers: [a] }: Itinerary, { offers: [b] }: Itinerary): number {
  return a === undefined || b === undefined ? 0 : byPrice(a, b)
}

function byPrice(a: Offer, b: Offer): number {
  return Number((centsOf(a.client_amount) ?? 0n) - (centsOf(b.client_amount) ?? 0n))
}

/** Bags of each passenger with a seat, on the flight that allows the fewest. */
export function bagsOf({ slices }: Pick<Offer, 'slices'>, type: 'checked' | 'carry_on'): number {
  const counts = slices.flatMap(({ segments }) =>
    segments.map(({ passengers: [first] }) => {
      const bags = first?.baggages.filter((bag) => bag.type === type) ?? []
      return bags.reduce((sum, { quantity }) => sum + quantity, 0)
    }),
  )
  return counts.length === 0 ? 0 : Math.min(...counts)
}

/** The earliest expiry. */
export function earliestExpiry(offers: readonly Offer[]): string {
  return offers.reduce((soonest, { expires_at: at }) => (at < soonest ? at : soonest), '9999')
}

export type Flexibility = 'no' | 'free' | 'paid' | 'unknown'

/** Whether a fare is refundable or changeable. */
export function flexibilityOf({
  allowed,
  penalty_amount: penalty,
}: Offer['conditions']['refund_before_departure']): Flexibility {
  if (!allowed) return 'no'
  if (penalty === null) return 'unknown'
  return (centsOf(penalty) ?? 0n) === 0n ? 'free' : 'paid'
}

export interface AirlineChoice {
  readonly code: string
  readonly name: string
  /** The cheapest client price with the other filters; null if no offer matches them. */
  readonly amount: string | null
}

/** The airlines of all results, in an order that filters do not change. */
export function airlinesOf(itineraries: readonly Itinerary[], filters: Filters): AirlineChoice[] {
  const names = new Map(sorted(itineraries, 'price').flatMap(({ airlines }) => [...airlines]))
  const fitting = sorted(filtered(itineraries, { ...filters, airlines: new Set() }), 'price')
  return [...names].map(([code, name]) => {
    const cheapest = fitting.find(({ airlines }) => airlines.has(code))
    return { code, name, amount: cheapest?.offers[0]?.client_amount ?? null }
  })
}

export interface AirportChoice {
  readonly city: string
  readonly airport: string
  readonly amount: string | null
}

/** The airports of cities with more than one among the results. */
export function airportsOf(itineraries: readonly Itinerary[], filters: Filters): AirportChoice[] {
  const ends = new Map(itineraries.flatMap((one) => one.ends.map((end) => [end.airport, end] as const)))
  const cities = [...ends.values()].map(({ city }) => city)
  const fitting = sorted(filtered(itineraries, { ...filters, airports: new Set() }), 'price')
  return [...ends.values()]
    .filter(({ city }) => cities.indexOf(city) !== cities.lastIndexOf(city))
    .toSorted((a, b) => a.city.localeCompare(b.city) || a.airport.localeCompare(b.airport))
    .map(({ city, airport }) => {
      const cheapest = fitting.find((one) => one.ends.some((end) => end.airport === airport))
      return { city, airport, amount: cheapest?.offers[0]?.client_amount ?? null }
    })
}

/** The average price of one passenger, to the cent; undefined for a single passenger. */
export function perPersonOf({ client_amount: amount, passengers }: Offer): string | undefined {
  const count = BigInt(passengers?.length ?? 1)
  const cents = centsOf(amount)
  if (count < 2n || cents === undefined) return undefined
  return amountOf((cents + count / 2n) / count)
}
