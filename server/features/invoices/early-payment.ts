// The discount for early payment of an invoice: read from requests, and as the API shows it.
import type { EarlyPaymentInput, EarlyPayment as ShownEarlyPayment } from '../../../contract/early-payment.ts'
import { discountOf, type EarlyDiscount, type EarlyPayment } from '../../kernel/values/early-payment.ts'
import { failField } from '../../kernel/values/fail.ts'
import { type Cents, numberFromCents } from '../../kernel/values/money.ts'
import { readDate } from '../documents/input.ts'
import { discountView, readDiscount } from '../teams/early-payment.ts'
import { amountDue, earlyOffer, type OfferedInvoice } from './rules.ts'

export function readEarlyPayment(input: EarlyPaymentInput): EarlyPayment | null {
  return input && { ...readDiscount(input), until: readDate('early_payment.until', input.until) }
}

/** Fails if the discount ends after the due date, or leaves nothing to pay. */
export function refuseUnfitDiscount(
  early: EarlyPayment | null,
  { due_date, total_cents }: { due_date: string; total_cents: Cents },
): EarlyPayment | null {
  if (early === null) return null
  if (early.until > due_date) failField('early_payment.until', 'must not be after due_date')
  return refuseWholeDiscount(early, { total_cents })
}

/** Fails if the discount leaves nothing to pay. */
export function refuseWholeDiscount<Discount extends EarlyDiscount>(
  early: Discount | null,
  { total_cents }: { total_cents: Cents },
): Discount | null {
  if (early !== null && early.cents !== null && discountOf(total_cents, early) >= total_cents)
    failField('early_payment.discount_amount', 'must be less than the total')
  return early
}

export function earlyPaymentView(
  early: EarlyPayment | null,
  invoice: OfferedInvoice,
): ShownEarlyPayment | null {
  if (early === null) return null
  return {
    ...discountView(early),
    until: early.until,
    amount_due: numberFromCents(amountDue(invoice) - (earlyOffer(invoice)?.cents ?? 0n)),
    amount_taken: numberFromCents(invoice.early_taken_cents),
  }
}
