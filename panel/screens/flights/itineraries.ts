// Offers as people compare them: the fares of one itinerary together, the cheapest first, then filtered and sorted.
import type { Offer } from '../../../contract/flights.ts'
import { centsOf } from '../../kit/money.ts'
import { endsOf, minutesOf, PARTS_OF_DAY, type PartOfDay, partOfDay } from './trip-times.ts'

export interface Itinerary {
  /** The flights themselves; whoever sells them. */
  readonly key: string
  readonly slices: Offer['slices']
  readonly owner: Offer['owner']
  /** The cheapest first; there is at least one. */
  readonly offers: readonly Offer[]
  readonly minutes: number
  /** Changes of plane in the slice that has most. */
  readonly stops: number
  readonly departingAt: string
  /** Marketing carriers by code. */
  readonly airlines: ReadonlyMap<string, string>
}

export const SORTINGS = ['price', 'duration', 'departure'] as const
export type Sorting = (typeof SORTINGS)[number]

export const FILTER_NAMES = ['stops', 'times', 'airlines', 'bags', 'refund', 'sort'] as const
export type FilterTexts = Readonly<Record<(typeof FILTER_NAMES)[number], string>>

export interface Filters {
  readonly stopsMax: number
  /** By slice; undefined where any time will do. */
  readonly times: readonly (PartOfDay | undefined)[]
  /** Empty for all. */
  readonly airlines: ReadonlySet<string>
  readonly hasBag: boolean
  readonly isRefundable: boolean
}

/** As they stand in the address; what nobody knows there is left out. */
export function filtersOf(texts: FilterTexts): Filters {
  const parts: readonly string[] = texts.times === '' ? [] : texts.times.split(',')
  return {
    stopsMax: /^\d$/.test(texts.stops) ? Number(texts.stops) : Number.POSITIVE_INFINITY,
    times: parts.map((text) => PARTS_OF_DAY.find((part) => part === text)),
    airlines: new Set(texts.airlines === '' ? [] : texts.airlines.split(',')),
    hasBag: texts.bags !== '',
    isRefundable: texts.refund !== '',
  }
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

/** More than a tall screen holds. */
const FARES_IN_SIGHT = 12

/** As many of the first as are seen before anybody scrolls. */
export function inSight(itineraries: readonly Itinerary[]): Itinerary[] {
  let fares = 0
  return itineraries.filter(({ offers }) => {
    const isSeen = fares < FARES_IN_SIGHT
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
      airlines: new Map(segments.map(({ marketing_carrier: one }) => [one.iata_code, one.name])),
    },
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

/** Itineraries that fit, with those of their fares that do. */
export function filtered(itineraries: readonly Itinerary[], filters: Filters): Itinerary[] {
  return itineraries.flatMap((one) => {
    if (!fits(one, filters)) return []
    const offers = one.offers.filter((offer) => offerFits(offer, filters))
    return offers.length === 0 ? [] : [{ ...one, offers }]
  })
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

/** Of each traveller with a seat, on the flight that takes fewest. */
export function bagsOf({ slices }: Pick<Offer, 'slices'>, type: 'checked' | 'carry_on'): number {
  const counts = slices.flatMap(({ segments }) =>
    segments.map(({ passengers: [first] }) => {
      const bags = first?.baggages.filter((bag) => bag.type === type) ?? []
      return bags.reduce((sum, { quantity }) => sum + quantity, 0)
    }),
  )
  return counts.length === 0 ? 0 : Math.min(...counts)
}

/** When the first of them ends. */
export function soonestOf(offers: readonly Offer[]): string {
  return offers.reduce((soonest, { expires_at: at }) => (at < soonest ? at : soonest), '9999')
}

export type Freedom = 'no' | 'free' | 'paid' | 'unknown'

/** Whether a fare gives its money back, or lets a flight be changed. */
export function freedomOf({
  allowed,
  penalty_amount: penalty,
}: Offer['conditions']['refund_before_departure']): Freedom {
  if (!allowed) return 'no'
  if (penalty === null) return 'unknown'
  return (centsOf(penalty) ?? 0n) === 0n ? 'free' : 'paid'
}

export interface AirlineChoice {
  readonly code: string
  readonly name: string
  /** What its cheapest offer costs the client. */
  readonly amount: string
}

/** Whose flights were found; the cheapest first. */
export function airlinesOf(itineraries: readonly Itinerary[]): AirlineChoice[] {
  const choices = new Map<string, AirlineChoice>()
  for (const { airlines, offers } of sorted(itineraries, 'price'))
    for (const [code, name] of airlines)
      if (!choices.has(code)) choices.set(code, { code, name, amount: offers[0]?.client_amount ?? '' })
  return [...choices.values()]
}
