// The client's price, computed from the supplier's price by the rules of the team.
import { type CabinClass, PASSENGER_TYPES, type PassengerType } from '../../../../contract/flights.ts'
import type { PricingRule } from '../../../../contract/pricing.ts'
import {
  type Decimal,
  decimalFromNumber,
  makeDecimal,
  parseOwnDecimal,
} from '../../../kernel/values/decimal.ts'
import {
  type Cents,
  divideHalfUp,
  multiplyToCents,
  parseOwnAmount,
  percentOf,
} from '../../../kernel/values/money.ts'

// Each step is rounded half-up to the cent, so that the shown amounts add up exactly.

/** What is added for some or all passengers, and by which rule. */
export interface PriceTerms {
  /** Null: the default. */
  readonly rule: { readonly id: string; readonly name: string | null } | null
  readonly markupPercent: Decimal
  readonly feeCents: Cents
  readonly feePer: 'offer' | 'passenger'
  readonly passengers: number
  /** The share of the base cost. */
  readonly weight: bigint
}

export interface PricedPart extends PriceTerms {
  readonly shareCents: Cents
  readonly markupCents: Cents
  readonly feeTotalCents: Cents
}

export interface ClientPrice {
  readonly baseCostCents: Cents
  /** The rate of the only part; of several, their average. */
  readonly markupPercent: Decimal
  readonly markupCents: Cents
  readonly feeCents: Cents
  /** Markup and fee together. */
  readonly commissionCents: Cents
  readonly clientCents: Cents
  readonly parts: readonly PricedPart[]
}

/** Carriers report no price for each passenger: seats count the same, and a lap infant a tenth. */
const WEIGHTS: Readonly<Record<PassengerType, bigint>> = { adult: 10n, child: 10n, infant_without_seat: 1n }

export function weightOf(travellers: readonly PassengerType[]): bigint {
  return travellers.reduce((sum, type) => sum + WEIGHTS[type], 0n)
}

/** `rate` is BRL for one unit of the carrier's currency. */
export function priceForClient(totalCents: Cents, rate: Decimal, parts: readonly PriceTerms[]): ClientPrice {
  return priceOfCost(multiplyToCents(totalCents, rate), parts)
}

export function priceOfCost(baseCostCents: Cents, parts: readonly PriceTerms[]): ClientPrice {
  const priced = partsOfCost(baseCostCents, parts)
  const markupCents = priced.reduce((sum, part) => sum + part.markupCents, 0n)
  const feeCents = priced.reduce((sum, part) => sum + part.feeTotalCents, 0n)
  const commissionCents = markupCents + feeCents
  const [first, second] = priced
  return {
    baseCostCents,
    markupPercent:
      first !== undefined && second === undefined
        ? first.markupPercent
        : percentBetween(markupCents, baseCostCents),
    markupCents,
    feeCents,
    commissionCents,
    clientCents: baseCostCents + commissionCents,
    parts: priced,
  }
}

/** The shares add up to the total: each ends at its rounded cumulative amount. */
function partsOfCost(baseCostCents: Cents, parts: readonly PriceTerms[]): PricedPart[] {
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0n)
  let passed = 0n
  let shared = 0n
  return parts.map((part) => {
    passed += part.weight
    const end = divideHalfUp(baseCostCents * passed, whole)
    const shareCents = end - shared
    shared = end
    return {
      ...part,
      shareCents,
      markupCents: percentOf(shareCents, part.markupPercent),
      feeTotalCents: part.feePer === 'offer' ? part.feeCents : part.feeCents * BigInt(part.passengers),
    }
  })
}

const PLACES = 4

function percentBetween(partCents: Cents, wholeCents: Cents): Decimal {
  if (wholeCents === 0n) return makeDecimal(0n)
  return makeDecimal(divideHalfUp(partCents * 10n ** BigInt(PLACES + 2), wholeCents), PLACES)
}

/** An agency's pricing as plain data, which a thread can receive. */
export interface AgencyPricing {
  /** Grows with each change. */
  readonly version: number
  readonly markup_percent: string
  readonly fee_cents: Cents
  readonly rules: readonly PricingRule[]
}

/** What rules match on. A place has the codes of its airport, city and country. */
export interface PricedTrip {
  readonly origin: readonly string[]
  readonly destination: readonly string[]
  readonly airline: string
  readonly cabin: CabinClass
}

/** Pricing prepared for one client, or for none. */
export interface ReadyPricing {
  partsFor(trip: PricedTrip): readonly PriceTerms[]
  /** If no rule depends on the trip, one result serves all trips. */
  readonly partsForAll: readonly PriceTerms[] | null
}

export function readyPricing(
  { rules, markup_percent, fee_cents }: AgencyPricing,
  travellers: readonly PassengerType[],
  clientId: string | null,
): ReadyPricing {
  const usual = { markupPercent: parseOwnDecimal(markup_percent), feeCents: fee_cents }
  const fitting = rules.filter(({ client_id }) => client_id === null || client_id === clientId)
  const terms = new Map(fitting.map((rule) => [rule, termsOf(rule, usual)]))
  const types = PASSENGER_TYPES.filter((type) => travellers.includes(type))
  const partsBy = (ruleOf: (type: PassengerType) => PricingRule | undefined) =>
    [...Map.groupBy(types, ruleOf)].map(([rule, priced]) => {
      const theirs = travellers.filter((type) => priced.includes(type))
      const own = rule && terms.get(rule)
      return {
        ...(own ?? { rule: null, ...usual, feePer: 'offer' as const }),
        passengers: theirs.length,
        weight: weightOf(theirs),
      }
    })
  return {
    partsFor: (trip) => partsBy((type) => fitting.find((rule) => fits(rule, trip, type))),
    partsForAll: fitting.length === 0 ? partsBy(() => undefined) : null,
  }
}

/** A rule inherits what it omits from the default. */
function termsOf(rule: PricingRule, usual: { readonly markupPercent: Decimal; readonly feeCents: Cents }) {
  const { id, name, markup_percent, fee_amount, passenger_types } = rule
  return {
    rule: { id, name },
    markupPercent: markup_percent === null ? usual.markupPercent : decimalFromNumber(markup_percent),
    feeCents: fee_amount === null ? usual.feeCents : parseOwnAmount(fee_amount),
    feePer: passenger_types === null ? ('offer' as const) : ('passenger' as const),
  }
}

function fits(rule: PricingRule, trip: PricedTrip, type: PassengerType): boolean {
  const { route, airlines, cabins, passenger_types } = rule
  return (
    (passenger_types === null || passenger_types.includes(type)) &&
    (airlines === null || airlines.includes(trip.airline)) &&
    (cabins === null || cabins.includes(trip.cabin)) &&
    (route === null || leads(route, trip))
  )
}

type Route = NonNullable<PricingRule['route']>

function leads(route: Route, { origin, destination }: PricedTrip): boolean {
  const isAlong = (from: readonly string[], to: readonly string[]) =>
    (route.origin === null || from.includes(route.origin)) &&
    (route.destination === null || to.includes(route.destination))
  return isAlong(origin, destination) || (route.both_ways && isAlong(destination, origin))
}
