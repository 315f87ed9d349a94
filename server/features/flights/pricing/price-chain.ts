// From the carrier's price to what the client pays: each step rounded half-up to the cent, so that the numbers shown
// add up exactly.
import type { PassengerType } from '../../../../contract/flights.ts'
import { type Decimal, makeDecimal } from '../../../kernel/values/decimal.ts'
import { type Cents, divideHalfUp, multiplyToCents, percentOf } from '../../../kernel/values/money.ts'

/** What is added for some of the passengers, or for all of them, and by which rule. */
export interface PriceTerms {
  /** null: the default. */
  readonly rule: { readonly id: string; readonly name: string | null } | null
  readonly markupPercent: Decimal
  readonly feeCents: Cents
  readonly feePer: 'offer' | 'passenger'
  readonly passengers: number
  /** Of the base cost, among all parts. */
  readonly weight: bigint
}

export interface PricedPart extends PriceTerms {
  readonly shareCents: Cents
  readonly markupCents: Cents
  readonly feeTotalCents: Cents
}

export interface ClientPrice {
  readonly baseCostCents: Cents
  /** The one of the only part; of several, what they come to together. */
  readonly markupPercent: Decimal
  readonly markupCents: Cents
  readonly feeCents: Cents
  /** Markup and fee together. */
  readonly commissionCents: Cents
  readonly clientCents: Cents
  readonly parts: readonly PricedPart[]
}

/** Carriers do not tell what each passenger costs: seats cost the same, and an infant on a lap a tenth of one. */
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

/** The shares add up: each ends where, of the whole, it is to end, to the cent. */
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
