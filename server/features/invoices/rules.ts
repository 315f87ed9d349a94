// Totals, payment status, reminders and the terms of a charge: pure.
import type { InvoiceStatus, PaymentStatus } from '../../../contract/invoicing-states.ts'
import { BOLETO_BUSINESS_DAYS } from '../../../contract/limits.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { LAST_DUE_DATE } from '../../kernel/values/boleto.ts'
import { addBusinessDays } from '../../kernel/values/dates.ts'
import type { Decimal } from '../../kernel/values/decimal.ts'
import {
  daysLate,
  isCostly,
  type LateColumns,
  type LateTerms,
  lastDayOnTime,
  lateCharges,
  lateTermsOf,
} from '../../kernel/values/late-charges.ts'
import { type Cents, multiplyDecimalsToCents, percentOf } from '../../kernel/values/money.ts'
import { isSent } from './states.ts'

export interface PricedLine {
  quantity: Decimal
  /** In reais. */
  unitPrice: Decimal
}

export interface InvoiceTotals {
  /** One for each line, in order. */
  lineCents: Cents[]
  subtotalCents: Cents
  discountCents: Cents
  taxCents: Cents
  totalCents: Cents
}

/** Rates are percent. The tax is on what is left after the discount. */
export function invoiceTotals(
  lines: readonly PricedLine[],
  discountRate: Decimal,
  taxRate: Decimal,
): InvoiceTotals {
  const lineCents = lines.map(({ quantity, unitPrice }) => multiplyDecimalsToCents(quantity, unitPrice))
  const subtotalCents = lineCents.reduce((sum, cents) => sum + cents, 0n)
  const discountCents = percentOf(subtotalCents, discountRate)
  const taxCents = percentOf(subtotalCents - discountCents, taxRate)
  return {
    lineCents,
    subtotalCents,
    discountCents,
    taxCents,
    totalCents: subtotalCents - discountCents + taxCents,
  }
}

export interface Owed {
  status: InvoiceStatus
  totalCents: Cents
  paidCents: Cents
  dueDate: Temporal.PlainDate
}

/** `today` is the day in the team's time zone. On the due date itself nothing is overdue. */
export function paymentStatusOf(
  { status, totalCents, paidCents, dueDate }: Owed,
  today: Temporal.PlainDate,
): PaymentStatus {
  const isAskedFor = isSent({ status })
  if (paidCents >= totalCents && (paidCents > 0n || isAskedFor)) return 'paid'
  if (isAskedFor && Temporal.PlainDate.compare(today, dueDate) > 0) return 'overdue'
  return paidCents > 0n ? 'partial' : 'pending'
}

/** What is left to pay; too much paid leaves nothing, not less. */
export function amountDue(totalCents: Cents, paidCents: Cents): Cents {
  return paidCents >= totalCents ? 0n : totalCents - paidCents
}

export interface ReminderPlan {
  /** Ascending. */
  readonly before: readonly number[]
  readonly after: readonly number[]
}

export type DueReminder = { readonly kind: 'reminder'; readonly days: number } | { readonly kind: 'overdue' }

/**
 * The reminder that falls on one of the days after `since` up to `today`; of several only the last, as who hears of an
 * invoice twice in a morning is only annoyed.
 */
export function reminderDue(
  { before, after }: ReminderPlan,
  dueDate: Temporal.PlainDate,
  since: Temporal.PlainDate,
  today: Temporal.PlainDate,
): DueReminder | null {
  const daysLeft = (from: Temporal.PlainDate) => from.until(dueDate, { largestUnit: 'days' }).days
  const [first, last] = [daysLeft(since), daysLeft(today)]
  const falls = (left: number) => left >= last && left < first
  if (after.some((days) => falls(-days))) return { kind: 'overdue' }
  const days = before.find(falls)
  return days === undefined || last < 0 ? null : { kind: 'reminder', days }
}

/** How long after the due date, or after today if that is later, a code can be paid; then it is renewed. */
const DAYS_AFTER_DUE = 30
/** What fits into a code, and into a boleto. */
export const METHOD_CENTS_MAX: Readonly<Record<PaymentMethod, Cents>> = {
  pix: 999_999_999_999n,
  boleto: 9_999_999_999n,
}

export interface ChargeTerms {
  amountCents: Cents
  /** What of it is for being late. */
  lateCents: Cents
  dueOn: Temporal.PlainDate
  /** On which it can still be paid. */
  lastDay: Temporal.PlainDate
  /** Whether the bank adds to it what being late costs after the due date. */
  growsLate: boolean
}

export interface OwedInvoice extends LateColumns {
  due_date: string
}

/** Null where the method cannot collect so much, or not so late. */
export function chargeTerms(
  method: PaymentMethod,
  owedCents: Cents,
  invoice: OwedInvoice,
  today: Temporal.PlainDate,
): ChargeTerms | null {
  const due = Temporal.PlainDate.from(invoice.due_date)
  const late = lateTermsOf(invoice)
  const terms = TERMS[method](owedCents, due, late, today)
  const isTooLate = method === 'boleto' && Temporal.PlainDate.compare(terms.dueOn, LAST_DUE_DATE) > 0
  return isTooLate || terms.amountCents > METHOD_CENTS_MAX[method] ? null : terms
}

type Terms = (
  owedCents: Cents,
  due: Temporal.PlainDate,
  late: LateTerms,
  today: Temporal.PlainDate,
) => ChargeTerms

const TERMS: Readonly<Record<PaymentMethod, Terms>> = { pix: pixTerms, boleto: boletoTerms }

/**
 * A code asks for one amount. Where being late costs something, it ends with the last day on time, and then there is
 * a new one for each day; after a month of them, one for each month, with the interest of the day it was made.
 */
function pixTerms(...[owedCents, due, late, today]: Parameters<Terms>): ChargeTerms {
  const days = daysLate(due, today)
  const { lateCents } = lateCharges(owedCents, late, days)
  const terms = { amountCents: owedCents + lateCents, lateCents, dueOn: due, growsLate: false }
  if (!isCostly(late)) return { ...terms, lastDay: later(due, today).add({ days: DAYS_AFTER_DUE }) }
  if (days === 0) return { ...terms, lastDay: lastDayOnTime(due) }
  return { ...terms, lastDay: days <= DAYS_AFTER_DUE ? today : today.add({ days: DAYS_AFTER_DUE }) }
}

/**
 * The bank itself adds what being late costs to a boleto. It makes none that is due in the past: one that is made
 * late asks for what is owed today, is due a few business days on, and costs nothing more until then.
 */
function boletoTerms(...[owedCents, due, late, today]: Parameters<Terms>): ChargeTerms {
  if (Temporal.PlainDate.compare(today, due) <= 0) {
    const lastDay = due.add({ days: DAYS_AFTER_DUE })
    return { amountCents: owedCents, lateCents: 0n, dueOn: due, lastDay, growsLate: isCostly(late) }
  }
  const { lateCents } = lateCharges(owedCents, late, daysLate(due, today))
  const dueOn = addBusinessDays(today, BOLETO_BUSINESS_DAYS)
  return { amountCents: owedCents + lateCents, lateCents, dueOn, lastDay: dueOn, growsLate: false }
}

function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(one, other) > 0 ? one : other
}
