// The only maker of the public JSON of pricing, and of what an offer shows of the rules that priced it.
import type { OfferPricing, PricingPart } from '../../../../contract/offer-pricing.ts'
import type { Pricing } from '../../../../contract/pricing.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { decimalFromNumber, numberFromDecimal } from '../../../kernel/values/decimal.ts'
import { formatAmount, parseOwnAmount } from '../../../kernel/values/money.ts'
import { type ClientPrice, type PricedPart, type PriceTerms, weightOf } from './price-chain.ts'
import type { StoredPricing } from './pricing-store.ts'

export function pricingView(pricing: StoredPricing): Pricing {
  const { markup_percent, fee_cents, rules, updated_at } = pricing
  return {
    markup_percent: Number(markup_percent),
    fee_amount: formatAmount(fee_cents),
    rules: [...rules],
    updated_at: updated_at === null ? null : isoTimestamp(updated_at),
  }
}

export function offerPricingView(price: ClientPrice, clientId: string | null): OfferPricing {
  const [first, second] = price.parts
  if (first !== undefined && second === undefined) return { ...termsView(first), client_id: clientId }
  const { markupPercent, feeCents } = price
  const whole = termsView({ rule: null, markupPercent, feeCents, feePer: 'offer' })
  return { ...whole, client_id: clientId, parts: price.parts.map(partView) }
}

function termsView({ rule, markupPercent, feeCents, feePer }: Omit<PriceTerms, 'passengers' | 'weight'>) {
  return {
    rule_id: rule?.id ?? null,
    rule_name: rule?.name ?? null,
    markup_percent: numberFromDecimal(markupPercent),
    fee_amount: formatAmount(feeCents),
    fee_per: feePer,
  }
}

function partView(part: PricedPart): PricingPart {
  return {
    passengers: part.passengers,
    weight: Number(part.weight),
    ...termsView(part),
    base_cost_brl: formatAmount(part.shareCents),
    markup_amount: formatAmount(part.markupCents),
    fee_total: formatAmount(part.feeTotalCents),
  }
}

/** The terms by which an offer was priced, from what it shows. */
export function partsShown(pricing: OfferPricing, travellers: Parameters<typeof weightOf>[0]): PriceTerms[] {
  const whole = { ...pricing, passengers: travellers.length, weight: Number(weightOf(travellers)) }
  return (pricing.parts ?? [whole]).map((part) => ({
    rule: part.rule_id === null ? null : { id: part.rule_id, name: part.rule_name },
    markupPercent: decimalFromNumber(part.markup_percent),
    feeCents: parseOwnAmount(part.fee_amount),
    feePer: part.fee_per,
    passengers: part.passengers,
    weight: BigInt(part.weight),
  }))
}
