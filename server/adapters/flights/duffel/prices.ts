// Duffel's money in the shapes of the port: prices to the cent, conditions, and refunds of cancellations.
import type { Conditions } from '../../../../contract/flights.ts'
import { formatAmount, parseAmount } from '../../../kernel/values/money.ts'
import type { CancelTerms, Price } from '../port.ts'
import type { DuffelConditions, DuffelSold } from './shapes.ts'

/**
 * Exact, and adding up. Duffel may omit base or tax, or show them in other currencies; the total is what is
 * paid. null for amounts that cents cannot represent.
 */
export function priceFrom(sold: DuffelSold): Price | null {
  const {
    total_amount,
    total_currency: currency,
    base_amount,
    base_currency,
    tax_amount,
    tax_currency,
  } = sold
  const totalCents = parseAmount(total_amount)
  if (totalCents === null) return null
  const part = (amount: string | null | undefined, of: string | null | undefined) =>
    amount == null || of !== currency ? null : parseAmount(amount)
  const taxCents = part(tax_amount, tax_currency)
  const baseCents = part(base_amount, base_currency)
  const tax = taxCents ?? (baseCents === null ? 0n : totalCents - baseCents)
  const taxes = tax >= 0n && tax <= totalCents ? tax : 0n
  return { totalCents, baseCents: totalCents - taxes, taxCents: taxes, currency }
}

/** An unknown condition counts as not allowed, with an unknown penalty. */
export function conditionsFrom(conditions: DuffelConditions | undefined): Conditions {
  const { refund_before_departure: refund, change_before_departure: change } = conditions ?? {}
  return { refund_before_departure: conditionFrom(refund), change_before_departure: conditionFrom(change) }
}

type DuffelCondition = NonNullable<DuffelConditions>['refund_before_departure']

function conditionFrom(condition: DuffelCondition): Conditions['refund_before_departure'] {
  const cents = condition?.penalty_amount == null ? null : parseAmount(condition.penalty_amount)
  const allowed = condition?.allowed ?? false
  const currency = condition?.penalty_currency ?? null
  if (!allowed || cents === null || currency === null)
    return { allowed, penalty_amount: null, penalty_currency: null }
  return { allowed, penalty_amount: formatAmount(cents), penalty_currency: currency }
}

// Refund methods that are money in the end. Vouchers and airline credits stay with the airline.
const MONEY: ReadonlySet<string> = new Set(['balance', 'arc_bsp_cash', 'card', 'original_form_of_payment'])

/** A full refund. */
export function inFull({ currency }: Price): CancelTerms {
  return { penaltyCents: 0n, currency }
}

/** The part that is not refunded as money is kept; nothing of an unpaid order. */
export function termsFrom(
  refund: { refund_to?: string | null; refund_amount?: string | null; refund_currency?: string | null },
  paid: Price,
): CancelTerms {
  const { refund_to, refund_amount, refund_currency } = refund
  const { totalCents, currency } = paid
  if (refund_to === 'awaiting_payment') return { penaltyCents: 0n, currency }
  const isMoney = refund_to != null && MONEY.has(refund_to) && refund_currency === currency
  const refundCents = (isMoney && refund_amount != null && parseAmount(refund_amount)) || 0n
  const penaltyCents = refundCents < totalCents ? totalCents - refundCents : 0n
  return { penaltyCents, currency }
}
