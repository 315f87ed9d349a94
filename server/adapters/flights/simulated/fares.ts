// Fare families and their conditions; fares by distance, season, weekday, days ahead and load; taxes, and
// seats for sale.
import type { NonEmpty } from '../../../../contract/common.ts'
import type { CabinClass, Conditions, PassengerType } from '../../../../contract/flights.ts'
import { distanceKm } from '../../../kernel/values/great-circle.ts'
import { type Cents, formatAmount } from '../../../kernel/values/money.ts'
import { inTurn, lastOf } from '../../../kernel/values/non-empty.ts'
import { chanceOf } from './dice.ts'
import type { Itinerary } from './plan-slice.ts'
import { dateText, type Flight, WORLD_VERSION, weekdayOf } from './timetable.ts'

export interface Family {
  /** Stored in offers and orders, so never changed. */
  readonly code: string
  readonly name: string
  readonly cabin: CabinClass
  /** Relative to the lowest fare of the cabin. */
  readonly fareFactor: number
  readonly checkedBags: number
  readonly carryOnBags: number
  /** The share of the usual fee; null if not allowed. */
  readonly changeFee: number | null
  readonly refundFee: number | null
  /** null: it must be paid at once. */
  readonly holdHours: 24 | 48 | 72 | null
}

const family = (
  code: string,
  name: string,
  cabin: CabinClass,
  fareFactor: number,
  [checkedBags, carryOnBags]: [number, number],
  [changeFee, refundFee]: [number | null, number | null],
  holdHours: Family['holdHours'],
): Family => ({
  code,
  name,
  cabin,
  fareFactor,
  checkedBags,
  carryOnBags,
  changeFee,
  refundFee,
  holdHours,
})

export const FAMILIES: readonly Family[] = [
  family('LIGHT', 'Light', 'economy', 1, [0, 1], [null, null], 24),
  family('STANDARD', 'Standard', 'economy', 1.18, [1, 1], [1, null], 48),
  family('PLUS', 'Plus', 'economy', 1.45, [2, 1], [0, 1], 72),
  family('PREMIUM', 'Premium Economy', 'premium_economy', 1, [2, 1], [0.5, null], 48),
  family('PREMIUMFLEX', 'Premium Economy Flex', 'premium_economy', 1.22, [2, 1], [0, 0.5], 72),
  family('BUSINESS', 'Business', 'business', 1, [2, 2], [0, 1], 48),
  family('BUSINESSFLEX', 'Business Flex', 'business', 1.2, [3, 2], [0, 0], 72),
  family('FIRST', 'First', 'first', 1, [3, 2], [0, 0], 72),
]

export const CABIN_NAMES: Readonly<Record<CabinClass, string>> = {
  economy: 'Economy',
  premium_economy: 'Premium Economy',
  business: 'Business',
  first: 'First',
}

export const FARE_CLASSES: Readonly<Record<CabinClass, string>> = {
  economy: 'Y',
  premium_economy: 'W',
  business: 'J',
  first: 'F',
}

export type FareCurrency = 'BRL' | 'USD' | 'EUR'

const EURO = new Set(
  'AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK GB CH SE NO DK PL CZ HU RO BG IS'.split(' '),
)

/** BRL within Brazil, EUR with Europe, otherwise USD. */
export function currencyOf(itineraries: readonly Itinerary[]): FareCurrency {
  let isHome = true
  let isEurope = false
  // Called for every offered fare, so it creates no lists.
  for (const { flights } of itineraries) {
    const from = flights[0].from.country
    const to = lastOf(flights).to.country
    if (from !== 'BR' || to !== 'BR') isHome = false
    if (EURO.has(from) || EURO.has(to)) isEurope = true
  }
  if (isHome) return 'BRL'
  return isEurope ? 'EUR' : 'USD'
}

// Fixed part and part by distance of a one-way fare, in whole units.
const SCALE: Readonly<Record<FareCurrency, { domestic: [number, number]; abroad: [number, number] }>> = {
  BRL: { domestic: [120, 0.9], abroad: [320, 1.5] },
  USD: { domestic: [38, 0.16], abroad: [58, 0.27] },
  EUR: { domestic: [34, 0.14], abroad: [52, 0.25] },
}
const CABIN_FACTORS: Readonly<Record<CabinClass, number>> = {
  economy: 1,
  premium_economy: 1.7,
  business: 3.1,
  first: 5,
}
const MONTH_FACTORS: NonEmpty<number> = [1.22, 1.1, 0.94, 0.95, 0.92, 0.98, 1.2, 0.96, 0.93, 0.98, 0.97, 1.25]
/** From Sunday on. */
const WEEKDAY_FACTORS: NonEmpty<number> = [1.1, 1.02, 0.93, 0.92, 1.02, 1.12, 0.95]
/** Days before departure and the price factor. */
const AHEAD: NonEmpty<readonly [days: number, factor: number]> = [
  [0, 2.1],
  [3, 1.7],
  [7, 1.35],
  [14, 1.12],
  [30, 0.96],
  [60, 0.86],
  [330, 0.9],
]

/** The lowest adult fare of the cabin, in cents, as quoted on a day. */
export function adultFareCents(
  { flights, owner }: Itinerary,
  currency: FareCurrency,
  cabin: CabinClass,
  quotedDay: number,
): number {
  if (owner.flatFares !== undefined) return owner.flatFares[currency]
  const [first] = flights
  const last = lastOf(flights)
  const straightKm = distanceKm(first.from, last.to)
  const [fixed, byDistance] = SCALE[currency][first.from.country === last.to.country ? 'domestic' : 'abroad']
  const load = flights.reduce((sum, flight) => sum + loadOf(flight), 0) / flights.length
  const factor =
    CABIN_FACTORS[cabin] *
    inTurn(MONTH_FACTORS, Number(dateText(first.day).slice(5, 7)) - 1) *
    inTurn(WEEKDAY_FACTORS, weekdayOf(first.day)) *
    aheadFactor(first.day - quotedDay) *
    (0.78 + 0.45 * load) *
    (0.9 + 0.22 * chanceOf(`fares of ${owner.carrier.iata_code}`)) *
    0.9 ** (flights.length - 1)
  return Math.max(1, Math.round((fixed + byDistance * straightKm ** 0.8) * factor)) * 100 - 10
}

/** Interpolated between the days of the table; outside of it, its nearest end. */
function aheadFactor(days: number): number {
  let [fromDay, from] = AHEAD[0]
  for (const [toDay, to] of AHEAD) {
    if (days <= toDay) {
      return fromDay === toDay ? to : from + ((to - from) * (days - fromDay)) / (toDay - fromDay)
    }
    ;[fromDay, from] = [toDay, to]
  }
  return from
}

/** Taxes and charges for one traveller with a seat, in cents. */
export function taxCents({ flights }: Itinerary, currency: FareCurrency): number {
  const charges = flights.map(({ from, to, km }, index) => {
    const airport = 28 + 34 * chanceOf(`charges at ${from.iata_code}`)
    const atChange = index === 0 ? 1 : 0.35
    if (currency === 'BRL') return airport * atChange
    return from.country === to.country ? airport * 0.3 * atChange : airport * 0.9 * atChange + km * 0.006
  })
  return Math.round(charges.reduce((sum, charge) => sum + charge, 0) * 100)
}

/** The usual fee for changing or refunding a ticket, per traveller with a seat. */
const USUAL_FEE_CENTS: Readonly<Record<FareCurrency, number>> = { BRL: 230_00, USD: 90_00, EUR: 80_00 }

/** The share of a flight that is sold initially, from 0.35 to 0.99. */
function loadOf({ id, day }: Flight): number {
  const weekday = inTurn(WEEKDAY_FACTORS, weekdayOf(day)) - 1
  const load = 0.42 + 0.55 * chanceOf(`${WORLD_VERSION} load ${id}`) + weekday
  return Math.min(0.99, Math.max(0.35, load))
}

/** Seats for sale in a cabin before our first sale. */
export function seatsForSale(flight: Flight, cabin: CabinClass): number {
  return Math.round(flight.aircraft.seats[cabin] * (1 - loadOf(flight)))
}

export function conditionsOf(
  family: Family,
  travellers: readonly PassengerType[],
  { baseCents, currency }: { readonly baseCents: Cents; readonly currency: FareCurrency },
): Conditions {
  const usual = USUAL_FEE_CENTS[currency] * seatedOf(travellers)
  // A fee never exceeds the fare.
  const condition = (share: number | null) => {
    if (share === null) return { allowed: false, penalty_amount: null, penalty_currency: null }
    const fee = BigInt(Math.round(usual * share))
    return {
      allowed: true,
      penalty_amount: formatAmount(fee < baseCents ? fee : baseCents),
      penalty_currency: currency,
    }
  }
  return {
    refund_before_departure: condition(family.refundFee),
    change_before_departure: condition(family.changeFee),
  }
}

/** The number of travellers with a seat. */
export function seatedOf(travellers: readonly PassengerType[]): number {
  return travellers.filter((type) => type !== 'infant_without_seat').length
}
