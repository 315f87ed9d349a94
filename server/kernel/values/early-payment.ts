// Discounts for early payment: what comes off an invoice that is paid on or before a day. Exact, and rounded half-up to the
// cent, so that page, PDF, code and boleto agree.

import { parseOwnDecimal } from './decimal.ts'
import { lastDayOnTime } from './late-charges.ts'
import { type Cents, percentOf } from './money.ts'

/** As stored: a percentage or an amount, never both. Cents are text, because JSON has no exact large numbers. */
export interface EarlyDiscount {
  percent: string | null
  cents: string | null
}

/** Of a team and of a recurring invoice. */
export interface EarlyDefault extends EarlyDiscount {
  days_before_due: number
}

/** Of an invoice. */
export interface EarlyPayment extends EarlyDiscount {
  until: string
}

/** The discount on a total. */
export function discountOf(totalCents: Cents, { percent, cents }: EarlyDiscount): Cents {
  return percent === null ? BigInt(cents ?? 0) : percentOf(totalCents, parseOwnDecimal(percent))
}

/** A day without banks may be met on the next business day, as a due date may. */
export function isEarly({ until }: Pick<EarlyPayment, 'until'>, day: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, lastDayOnTime(Temporal.PlainDate.from(until))) <= 0
}

/** The terms of an invoice that is due on a day; null if they cannot be met from its first day on, or leave nothing to pay. */
export function earlyPaymentFrom(
  terms: EarlyDefault | null,
  { issue_date, due_date, total_cents }: { issue_date: string; due_date: string; total_cents: Cents },
): EarlyPayment | null {
  if (terms === null || discountOf(total_cents, terms) >= total_cents) return null
  const { percent, cents, days_before_due } = terms
  const until = Temporal.PlainDate.from(due_date).subtract({ days: days_before_due }).toString()
  return until < issue_date ? null : { percent, cents, until }
}

/** Paid at a discount: the part of what is due that was left out; 0 if that is more than the discount. */
export function discountTaken(paidCents: Cents, dueCents: Cents, offeredCents: Cents): Cents {
  const left = dueCents - paidCents
  return left > 0n && left <= offeredCents ? left : 0n
}
