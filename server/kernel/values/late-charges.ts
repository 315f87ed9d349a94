// Late charges: a fine once, and interest for each day, both on the owed amount and never on each other.
// Rounded half-up to the cent, so that page, PDF, code and boleto agree.

import { addBusinessDays, isBusinessDay } from './dates.ts'
import { type Decimal, parseOwnDecimal, powerOfTen } from './decimal.ts'
import { type Cents, divideHalfUp, percentOf } from './money.ts'

export interface LateTerms {
  /** Of the owed amount, once. */
  finePercent: Decimal
  /** Of the owed amount, for 30 days; a day is a thirtieth. */
  interestPercent: Decimal
}

export interface LateCharges {
  fineCents: Cents
  interestCents: Cents
  /** Fine and interest. */
  lateCents: Cents
}

/** The columns of a team, an invoice and a charge. */
export interface LateColumns {
  fine_percent: string
  interest_percent: string
}

const DAYS_OF_MONTH = 30n

export const NO_LATE_COLUMNS: LateColumns = { fine_percent: '0', interest_percent: '0' }

export function lateTermsOf({ fine_percent, interest_percent }: LateColumns): LateTerms {
  return { finePercent: parseOwnDecimal(fine_percent), interestPercent: parseOwnDecimal(interest_percent) }
}

/** Whether late payment costs anything. */
export function isCostly({ finePercent, interestPercent }: LateTerms): boolean {
  return finePercent.digits > 0n || interestPercent.digits > 0n
}

/** The due date, or the next business day if banks are closed on it (Lei 7.089/1983). */
export function lastDayOnTime(due: Temporal.PlainDate): Temporal.PlainDate {
  return isBusinessDay(due) ? due : addBusinessDays(due, 1)
}

/** Days that cost late charges: counted from the due date, but 0 until the last day on time has passed. */
export function chargeableDaysLate(due: Temporal.PlainDate, day: Temporal.PlainDate): number {
  if (Temporal.PlainDate.compare(day, lastDayOnTime(due)) <= 0) return 0
  return due.until(day, { largestUnit: 'day' }).days
}

export function lateCharges(
  owedCents: Cents,
  { finePercent, interestPercent }: LateTerms,
  days: number,
): LateCharges {
  if (days <= 0) return { fineCents: 0n, interestCents: 0n, lateCents: 0n }
  const fineCents = percentOf(owedCents, finePercent)
  const interestCents = divideHalfUp(
    owedCents * interestPercent.digits * BigInt(days),
    powerOfTen(interestPercent.scale + 2) * DAYS_OF_MONTH,
  )
  return { fineCents, interestCents, lateCents: fineCents + interestCents }
}

/**
 * The late charges that a refund takes back, as a negative amount: they were paid last, so they are refunded
 * first. `paidCents` is what remains of all payments.
 */
export function lateTakenBack(paidCents: Cents, totalCents: Cents, latePaidCents: Cents): Cents {
  const stays = paidCents > totalCents ? paidCents - totalCents : 0n
  return stays < latePaidCents ? stays - latePaidCents : 0n
}

/** The late charges within a payment: its part beyond the owed amount, up to the charges. */
export function lateShare(paidCents: Cents, owedCents: Cents, lateCents: Cents): Cents {
  const beyond = paidCents - owedCents
  if (beyond <= 0n) return 0n
  return beyond < lateCents ? beyond : lateCents
}
