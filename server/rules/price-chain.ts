// From the carrier's price to what the client pays: each step rounded half-up to the cent, so that the numbers shown
// add up exactly.
import type { Decimal } from '../base/values/decimal.ts'
import { type Cents, multiplyToCents, percentOf } from '../base/values/money.ts'

export interface PriceTerms {
  /** BRL for one unit of the carrier's currency. */
  readonly rate: Decimal
  readonly markupPercent: Decimal
  readonly feeCents: Cents
}

export interface ClientPrice {
  readonly baseCostCents: Cents
  readonly markupCents: Cents
  readonly feeCents: Cents
  /** Markup and fee together. */
  readonly commissionCents: Cents
  readonly clientCents: Cents
}

export function priceForClient(
  totalCents: Cents,
  { rate, markupPercent, feeCents }: PriceTerms,
): ClientPrice {
  const baseCostCents = multiplyToCents(totalCents, rate)
  const markupCents = percentOf(baseCostCents, markupPercent)
  const commissionCents = markupCents + feeCents
  return {
    baseCostCents,
    markupCents,
    feeCents,
    commissionCents,
    clientCents: baseCostCents + commissionCents,
  }
}
