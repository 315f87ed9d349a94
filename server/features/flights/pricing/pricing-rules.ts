// Which rule of an agency a trip is priced by: the first whose conditions all fit, for each passenger; where none
// does, the default.
import { type CabinClass, PASSENGER_TYPES, type PassengerType } from '../../../../contract/flights.ts'
import type { PricingRule } from '../../../../contract/pricing.ts'
import { type Decimal, decimalFromNumber, parseOwnDecimal } from '../../../kernel/values/decimal.ts'
import { type Cents, parseOwnAmount } from '../../../kernel/values/money.ts'
import { type PriceTerms, weightOf } from './price-chain.ts'

/** An agency's pricing as plain data, which can be handed to a thread. */
export interface AgencyPricing {
  /** Grows with each change. */
  readonly version: number
  readonly markup_percent: string
  readonly fee_cents: Cents
  readonly rules: readonly PricingRule[]
}

/** What rules look at. A place has the codes of its airport, city and country. */
export interface PricedTrip {
  readonly origin: readonly string[]
  readonly destination: readonly string[]
  readonly airline: string
  readonly cabin: CabinClass
}

/** Pricing that is ready to be asked, for one client or nobody in particular. */
export interface ReadyPricing {
  partsFor(trip: PricedTrip): readonly PriceTerms[]
  /** Where no rule looks at trips, those of all of them. */
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

/** What a rule leaves out is the default's. */
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
