// What a bank is asked to collect for an invoice on a given day: how much, due when, payable until when.
import { BOLETO_BUSINESS_DAYS } from '../../../contract/limits.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { LAST_DUE_DATE } from '../../kernel/values/boleto.ts'
import { addBusinessDays } from '../../kernel/values/business-days.ts'
import {
  daysLate,
  isCostly,
  type LateColumns,
  type LateTerms,
  lastDayOnTime,
  lateCharges,
  lateTermsOf,
} from '../../kernel/values/late-charges.ts'
import type { Cents } from '../../kernel/values/money.ts'

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
