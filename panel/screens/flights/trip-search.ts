// A search as form values, as URL parameters and as a request.
import type { CabinClass, TripType } from '../../../contract/flights.ts'
import { isDay } from '../../logic/calendar-days.ts'

export interface Leg {
  /** Codes of airports or cities. */
  readonly origin: string
  readonly destination: string
  /** YYYY-MM-DD. */
  readonly date: string
}

export interface TripSearch {
  readonly type: TripType
  readonly legs: readonly Leg[]
  readonly adults: number
  readonly children: number
  readonly infants: number
  readonly cabin: CabinClass
  /** The client whose pricing rules apply; '' if none. */
  readonly client: string
}

export const TYPES: readonly TripType[] = ['round_trip', 'one_way', 'multi_city']
export const CABINS: readonly CabinClass[] = ['economy', 'premium_economy', 'business', 'first']
export const LEGS_MAX = 6
export const SEATS_MAX = 9
const LEGS_MIN: Readonly<Record<TripType, number>> = { one_way: 1, round_trip: 2, multi_city: 2 }

/** The trip that a booking joins, and its quoted flight whose place the booking takes. */
export const TRIP_NAMES = ['trip', 'trip_item'] as const

export const SEARCH_NAMES = ['type', 'legs', 'adults', 'children', 'infants', 'cabin', 'client'] as const
export type SearchTexts = Readonly<Record<(typeof SEARCH_NAMES)[number], string>>

const NO_LEG: Leg = { origin: '', destination: '', date: '' }
export const NEW_SEARCH: TripSearch = {
  type: 'round_trip',
  legs: [NO_LEG, NO_LEG],
  adults: 1,
  children: 0,
  infants: 0,
  cabin: 'economy',
  client: '',
}

/**
 * Adjusts the legs to the trip type: a return mirrors the outbound leg, and a further leg starts where the last one
 * ended.
 */
export function withFittingLegs({ legs, ...rest }: TripSearch): TripSearch {
  const [first = NO_LEG, second = NO_LEG] = legs
  const back = { origin: first.destination, destination: first.origin, date: second.date }
  const several = legs.length > 1 ? legs : [first, { ...NO_LEG, origin: first.destination }]
  const byType = { one_way: [first], round_trip: [first, back], multi_city: several }
  return { ...rest, legs: byType[rest.type] }
}

export function withLeg({ legs }: TripSearch): readonly Leg[] {
  return legs.length >= LEGS_MAX ? legs : [...legs, { ...NO_LEG, origin: legs.at(-1)?.destination ?? '' }]
}

const LEG = /^([A-Z]{3})-([A-Z]{3})-(\d{4}-\d{2}-\d{2})$/

/** Undefined if the URL holds no valid search. */
export function searchOf(texts: SearchTexts): TripSearch | undefined {
  const type = TYPES.find((one) => one === texts.type) ?? 'round_trip'
  const legs = texts.legs.split('_').map((text) => {
    const [, origin = '', destination = '', date = ''] = LEG.exec(text) ?? []
    return { origin, destination, date }
  })
  const fits = type === 'multi_city' ? legs.length <= LEGS_MAX : legs.length === LEGS_MIN[type]
  if (!fits || legs.length < LEGS_MIN[type] || legs.some(({ origin }) => origin === '')) return undefined
  const adults = countOf(texts.adults, 1)
  const cabin = CABINS.find((one) => one === texts.cabin) ?? 'economy'
  const [children, infants] = [countOf(texts.children, 0), Math.min(adults, countOf(texts.infants, 0))]
  if (adults + children > SEATS_MAX) return undefined
  const client = /^[\w-]+$/.test(texts.client) ? texts.client : ''
  return { type, legs, adults, children, infants, cabin, client }
}

function countOf(text: string, usual: number): number {
  return /^\d$/.test(text) ? Math.max(usual, Number(text)) : usual
}

/** Default values are left out. */
export function textsOf(search: TripSearch): SearchTexts {
  const { type, legs, adults, children, infants, cabin, client } = search
  return {
    type: type === 'round_trip' ? '' : type,
    legs: legs.map(({ origin, destination, date }) => `${origin}-${destination}-${date}`).join('_'),
    adults: adults === 1 ? '' : String(adults),
    children: children === 0 ? '' : String(children),
    infants: infants === 0 ? '' : String(infants),
    cabin: cabin === 'economy' ? '' : cabin,
    client,
  }
}

export function bodyOf({ type, legs, adults, children, infants, cabin, client }: TripSearch) {
  const passengers = [
    { type: 'adult', count: adults },
    { type: 'child', count: children },
    { type: 'infant_without_seat', count: infants },
  ].filter(({ count }) => count > 0)
  const slices = legs.map(({ origin, destination, date }) => ({ origin, destination, departureDate: date }))
  return { type, slices, passengers, cabinClass: cabin, ...(client !== '' && { client_id: client }) }
}

export type SearchFault = 'required' | 'same' | 'day' | 'past' | 'order' | 'seats' | 'laps'

/** By field, such as `legs.0.origin` or `adults`; the server would reject each. */
export function faultsOf({ legs, adults, children, infants }: TripSearch, today: string) {
  const faults = new Map<string, SearchFault>()
  for (const [index, { origin, destination, date }] of legs.entries()) {
    const before = legs[index - 1]?.date ?? ''
    if (origin === '') faults.set(`legs.${index}.origin`, 'required')
    if (destination === '') faults.set(`legs.${index}.destination`, 'required')
    else if (origin === destination) faults.set(`legs.${index}.destination`, 'same')
    if (date === '') faults.set(`legs.${index}.date`, 'required')
    else if (!isDay(date)) faults.set(`legs.${index}.date`, 'day')
    else if (date < today) faults.set(`legs.${index}.date`, 'past')
    else if (date < before) faults.set(`legs.${index}.date`, 'order')
  }
  if (adults + children > SEATS_MAX) faults.set('adults', 'seats')
  if (infants > adults) faults.set('infants', 'laps')
  return faults
}

const RECENT_MAX = 6

/** Newest first, without duplicates and past dates. */
export function withRecent(recent: readonly string[], legs: string, today: string): string[] {
  const dayOf = (text: string) => new URLSearchParams(text).get('legs')?.slice(8, 18) ?? ''
  return [...new Set([legs, ...recent])].filter((text) => dayOf(text) >= today).slice(0, RECENT_MAX)
}
