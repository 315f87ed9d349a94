// One stored offer as one line of JSON: what the caller was shown, and what its supplier needs to know it again.
import type { Offer, PassengerType } from '../../contract/flights.ts'
import { type Decimal, decimalFromNumber } from '../base/values/decimal.ts'
import { type Cents, parseAmount } from '../base/values/money.ts'
import type { OfferAtSupplier, Price } from '../outside/suppliers/port.ts'

export interface StoredLine {
  readonly supplier: string
  readonly data: unknown
  readonly offer: Offer
}

/** A stored offer with its amounts as numbers that can be reckoned with. */
export interface StoredOffer {
  /** As it was shown. */
  readonly offer: Offer
  readonly supplier: string
  /** For the supplier's port. */
  readonly atSupplier: OfferAtSupplier
  readonly rate: Decimal
  readonly markupPercent: Decimal
  readonly feeCents: Cents
  readonly baseCostCents: Cents
  readonly clientCents: Cents
}

export function writeLine(offer: Offer, supplier: string, data: unknown): string {
  return JSON.stringify({ supplier, data, offer } satisfies StoredLine)
}

export function storedOffer({ supplier, data, offer }: StoredLine): StoredOffer {
  const price: Price = {
    totalCents: centsOf(offer.total_amount),
    baseCents: centsOf(offer.base_amount),
    taxCents: centsOf(offer.tax_amount),
    currency: offer.total_currency,
  }
  const travellers = offer.passengers.map(({ type }): PassengerType => type)
  return {
    offer,
    supplier,
    atSupplier: { data, price, travellers },
    rate: decimalFromNumber(offer.exchange_rate_used),
    markupPercent: decimalFromNumber(offer.agency_markup_percent),
    feeCents: centsOf(offer.agency_fee_amount),
    baseCostCents: centsOf(offer.base_cost_brl),
    clientCents: centsOf(offer.client_amount),
  }
}

function centsOf(amount: string): Cents {
  const cents = parseAmount(amount)
  if (cents === null) throw new Error(`a stored amount is no amount: ${amount}`)
  return cents
}
