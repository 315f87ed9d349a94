// One stored offer as one line of JSON: what the caller was shown, and what its supplier needs to know it again.
import type { Offer, PassengerType } from '../../../contract/flights.ts'
import type { OfferAtSupplier, Price } from '../../adapters/flights/supplier-offer.ts'
import { type Decimal, decimalFromNumber } from '../../kernel/values/decimal.ts'
import { type Cents, parseOwnAmount } from '../../kernel/values/money.ts'
import type { PriceTerms } from './pricing/price-chain.ts'
import { partsShown } from './pricing/pricing-view.ts'

export interface StoredLine {
  readonly supplier: string
  readonly data: unknown
  readonly offer: Offer
}

/** A stored offer with its amounts as bigint cents. */
export interface StoredOffer {
  /** As it was shown. */
  readonly offer: Offer
  readonly supplier: string
  /** For the supplier's port. */
  readonly atSupplier: OfferAtSupplier
  readonly rate: Decimal
  /** The terms by which it was priced. */
  readonly parts: readonly PriceTerms[]
  readonly baseCostCents: Cents
  readonly clientCents: Cents
}

/** In parts: `offer` is written already, as the same text is shown to the caller. */
export function lineAround(offer: string, supplier: string, data: unknown): string[] {
  return [`{"supplier":${JSON.stringify(supplier)},"data":${JSON.stringify(data)},"offer":`, offer, '}']
}

export function storedOffer({ supplier, data, offer }: StoredLine): StoredOffer {
  const price: Price = {
    totalCents: parseOwnAmount(offer.total_amount),
    baseCents: parseOwnAmount(offer.base_amount),
    taxCents: parseOwnAmount(offer.tax_amount),
    currency: offer.total_currency,
  }
  const travellers = offer.passengers.map(({ type }): PassengerType => type)
  return {
    offer,
    supplier,
    atSupplier: { data, price, travellers },
    rate: decimalFromNumber(offer.exchange_rate_used),
    parts: partsShown(offer.pricing, travellers),
    baseCostCents: parseOwnAmount(offer.base_cost_brl),
    clientCents: parseOwnAmount(offer.client_amount),
  }
}
