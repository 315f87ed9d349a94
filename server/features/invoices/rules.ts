// The rules of invoices: payment status, reminder days and the terms of a charge.
import type { InvoiceStatus, PaymentStatus } from '../../../contract/invoicing-states.ts'
import { BOLETO_BUSINESS_DAYS } from '../../../contract/limits.ts'
import { METHODS, type MethodFacts, type PaymentMethod } from '../../../contract/payment-methods.ts'
import { LAST_DUE_DATE } from '../../kernel/values/boleto.ts'
import { addBusinessDays } from '../../kernel/values/dates.ts'
import { discountOf, type EarlyPayment, isEarly } from '../../kernel/values/early-payment.ts'
import {
  chargeableDaysLate,
  isCostly,
  type LateColumns,
  type LateTerms,
  lastDayOnTime,
  lateCharges,
  lateTermsOf,
} from '../../kernel/values/late-charges.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { isSent } from './states.ts'

export interface Owed {
  status: InvoiceStatus
  totalCents: Cents
  /** Zero or negative: what refunds took off the total. */
  adjustmentCents: Cents
  paidCents: Cents
  dueDate: Temporal.PlainDate
}

/** `today` is the day in the team's time zone. On the due date itself nothing is overdue. */
export function paymentStatusOf(
  { status, totalCents, adjustmentCents, paidCents, dueDate }: Owed,
  today: Temporal.PlainDate,
): PaymentStatus {
  const isAskedFor = isSent({ status })
  const hasMoved = paidCents > 0n || adjustmentCents < 0n
  if (paidCents >= totalCents + adjustmentCents && (hasMoved || isAskedFor)) return 'paid'
  if (isAskedFor && Temporal.PlainDate.compare(today, dueDate) > 0) return 'overdue'
  return paidCents > 0n ? 'partial' : 'pending'
}

export interface InvoiceAmounts {
  total_cents: Cents
  adjustment_cents: Cents
  amount_paid_cents: Cents
}

/** The total after its adjustments. A draft may have become smaller than what was refunded of it. */
export function adjustedTotal({
  total_cents,
  adjustment_cents,
}: Pick<InvoiceAmounts, 'total_cents' | 'adjustment_cents'>): Cents {
  return beyond(total_cents, -adjustment_cents)
}

/** The amount that is left to pay, never below zero. */
export function amountDue(invoice: InvoiceAmounts): Cents {
  return beyond(adjustedTotal(invoice), invoice.amount_paid_cents)
}

/** What was paid beyond the adjusted total and the late charges that were paid. */
export function amountOverpaid(invoice: InvoiceAmounts, latePaidCents: Cents): Cents {
  return beyond(invoice.amount_paid_cents, adjustedTotal(invoice) + latePaidCents)
}

export interface OfferedInvoice extends InvoiceAmounts {
  early_payment: EarlyPayment | null
  early_taken_cents: Cents
}

export interface EarlyOffer {
  cents: Cents
  until: string
}

/** The discount on the amount due if it is paid early; null if there is none. Refunded amounts have no discount. */
export function earlyOffer(invoice: OfferedInvoice): EarlyOffer | null {
  const { early_payment: early, early_taken_cents: taken } = invoice
  if (early === null || taken > 0n) return null
  const cents = discountOf(adjustedTotal(invoice), early)
  return cents > 0n && cents < amountDue(invoice) ? { cents, until: early.until } : null
}

/** The offer as long as it stands. */
export function earlyOfferOn(invoice: OfferedInvoice, day: Temporal.PlainDate): EarlyOffer | null {
  const offer = earlyOffer(invoice)
  return offer !== null && isEarly(offer, day) ? offer : null
}

/** The excess over a limit. */
export function beyond(cents: Cents, limit: Cents): Cents {
  return cents > limit ? cents - limit : 0n
}

export interface ReminderPlan {
  /** Ascending. */
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export type DueReminder = { readonly kind: 'reminder'; readonly days: number } | { readonly kind: 'overdue' }

/**
 * The reminder of the days after `since` up to `today`. If there are several, only the last, to send one a morning.
 * One after the due date waits for the day after the last day on time.
 */
export function reminderDue(
  { before, after }: ReminderPlan,
  { dueDate, since, today }: Record<'dueDate' | 'since' | 'today', Temporal.PlainDate>,
): DueReminder | null {
  const daysLeft = (from: Temporal.PlainDate) => from.until(dueDate, { largestUnit: 'days' }).days
  const [first, last] = [daysLeft(since), daysLeft(today)]
  const falls = (left: number) => left >= last && left < first
  const firstLate = dueDate.until(lastDayOnTime(dueDate), { largestUnit: 'days' }).days + 1
  if (after.some((days) => falls(-Math.max(days, firstLate)))) return { kind: 'overdue' }
  const days = before.find(falls)
  return days === undefined || last < 0 ? null : { kind: 'reminder', days }
}

/** A code can be paid for this long after the due date, or after today if that is later. Then it is renewed. */
const DAYS_AFTER_DUE = 30

export interface ChargeTerms {
  amountCents: Cents
  /** Part of the amount: fine and interest. */
  lateCents: Cents
  /** For early payment: taken off the amount already, or by the bank if `byBank`. */
  discount: EarlyOffer | null
  dueOn: Temporal.PlainDate
  /** The last day on which it can be paid. */
  lastDay: Temporal.PlainDate
  /** Whether the bank computes what is to be paid on a day. */
  byBank: boolean
  /** Whether the bank adds late charges after the due date. */
  growsLate: boolean
}

export interface OwedInvoice extends LateColumns {
  due_date: string
  payable_days: number
  /** The discount for early payment. */
  offer: EarlyOffer | null
}

interface TermsInput {
  owedCents: Cents
  due: Temporal.PlainDate
  late: LateTerms
  today: Temporal.PlainDate
  payableDays: number
  /** As long as it stands. */
  offer: EarlyOffer | null
}

/** Null if the method cannot collect the amount, or not on that date. `hasDueDates`: the bank takes a Pix with one. */
export function chargeTerms(
  method: PaymentMethod,
  owedCents: Cents,
  invoice: OwedInvoice,
  { today, hasDueDates = false }: { today: Temporal.PlainDate; hasDueDates?: boolean },
): ChargeTerms | null {
  const { offer, payable_days: payableDays } = invoice
  const input = {
    owedCents,
    due: Temporal.PlainDate.from(invoice.due_date),
    late: lateTermsOf(invoice),
    today,
    payableDays,
    offer: offer !== null && isEarly(offer, today) ? offer : null,
  }
  const facts = METHODS[method]
  const isDueDate = hasDueDates && method === 'pix' && needsDueDate(input)
  const terms = isDueDate ? dueDateTerms(input) : TERMS[facts.terms](input)
  const isTooLate = facts.terms === 'slip' && Temporal.PlainDate.compare(terms.dueOn, LAST_DUE_DATE) > 0
  return isTooLate || terms.amountCents > facts.centsMax ? null : terms
}

type Terms = (input: TermsInput) => ChargeTerms

const TERMS: Readonly<Record<MethodFacts['terms'], Terms>> = { code: codeTerms, slip: slipTerms }

/** Something changes with the day, and neither the due date nor the day of the discount has passed. */
function needsDueDate({ late, offer, due, today }: TermsInput): boolean {
  const isAhead = (day: Temporal.PlainDate) => Temporal.PlainDate.compare(today, day) <= 0
  if (offer !== null && !isAhead(Temporal.PlainDate.from(offer.until))) return false
  return isAhead(due) && (isCostly(late) || offer !== null)
}

/** The bank computes discount, fine and interest. */
function dueDateTerms({ owedCents, due, late, payableDays, offer }: TermsInput): ChargeTerms {
  const lastDay = lastDayOnTime(due).add({ days: payableDays })
  const growsLate = isCostly(late)
  return {
    amountCents: owedCents,
    lateCents: 0n,
    discount: offer,
    dueOn: due,
    lastDay,
    byBank: true,
    growsLate,
  }
}

/**
 * A code has a fixed amount. With a discount it ends with the last day of that. If there are late charges, it ends with
 * the last day on time, and then each day gets a new code; after a month, each month does, with the interest of the day
 * on which the code is created.
 */
function codeTerms({ owedCents, due, late, today, offer }: TermsInput): ChargeTerms {
  const days = chargeableDaysLate(due, today)
  const { lateCents } = lateCharges(owedCents, late, days)
  const amountCents = owedCents + lateCents - (offer?.cents ?? 0n)
  const terms = { amountCents, lateCents, discount: offer, dueOn: due, byBank: false, growsLate: false }
  if (offer !== null) return { ...terms, lastDay: lastDayOnTime(Temporal.PlainDate.from(offer.until)) }
  if (!isCostly(late)) return { ...terms, lastDay: later(due, today).add({ days: DAYS_AFTER_DUE }) }
  if (days === 0) return { ...terms, lastDay: lastDayOnTime(due) }
  return { ...terms, lastDay: days <= DAYS_AFTER_DUE ? today : today.add({ days: DAYS_AFTER_DUE }) }
}

/**
 * The bank adds late charges to a boleto itself, and takes off the discount. It opens none that is due in the past, so a
 * late boleto has the amount of today, is due a few business days later, and does not grow until then.
 */
function slipTerms({ owedCents, due, late, today, payableDays, offer }: TermsInput): ChargeTerms {
  if (Temporal.PlainDate.compare(today, due) <= 0) {
    const terms = { amountCents: owedCents, lateCents: 0n, discount: offer, dueOn: due, byBank: true }
    return { ...terms, lastDay: due.add({ days: payableDays }), growsLate: isCostly(late) }
  }
  const { lateCents } = lateCharges(owedCents, late, chargeableDaysLate(due, today))
  const dueOn = addBusinessDays(today, BOLETO_BUSINESS_DAYS)
  const terms = { amountCents: owedCents + lateCents, lateCents, discount: null, dueOn, lastDay: dueOn }
  return { ...terms, byBank: true, growsLate: false }
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) > 0 ? one : other
}
