// What a late payment costs: a fine once, and interest for each day, both on what is still owed and never on each
// other. Half-up to the cent, so that page, PDF, code and boleto say the same.

import { addBusinessDays, isBusinessDay } from './dates.ts'
import { type Decimal, parseOwnDecimal, powerOfTen } from './decimal.ts'
import { type Cents, divideHalfUp, percentOf } from './money.ts'

export interface LateTerms {
  /** Of what is owed, once. */
  finePercent: Decimal
  /** Of what is owed, for 30 days; a day is a thirtieth. */
  interestPercent: Decimal
}

export interface LateCharges {
  fineCents: Cents
  interestCents: Cents
  /** Both. */
  lateCents: Cents
}

/** As they are stored with a team, an invoice and a charge. */
export interface LateColumns {
  fine_percent: string
  interest_percent: string
}

const DAYS_OF_MONTH = 30n

export const NO_LATE_COLUMNS: LateColumns = { fine_percent: '0', interest_percent: '0' }

export function lateTermsOf({ fine_percent, interest_percent }: LateColumns): LateTerms {
  return { finePercent: parseOwnDecimal(fine_percent), interestPercent: parseOwnDecimal(interest_percent) }
}

/** Whether being late costs anything. */
export function isCostly({ finePercent, interestPercent }: LateTerms): boolean {
  return finePercent.digits > 0n || interestPercent.digits > 0n
}

/** The due date; or the next business day, where banks are closed on it (Lei 7.089/1983). */
export function lastDayOnTime(due: Temporal.PlainDate): Temporal.PlainDate {
  return isBusinessDay(due) ? due : addBusinessDays(due, 1)
}

/** From the due date on; none as long as it is not too late. */
export function daysLate(due: Temporal.PlainDate, day: Temporal.PlainDate): number {
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
 * How much late money goes with what goes back, as a negative sum: what was owed is paid first, so what came for being
 * late is the last that came and the first that goes. `paidCents` is what stays of all payments.
 */
export function lateTakenBack(paidCents: Cents, totalCents: Cents, latePaidCents: Cents): Cents {
  const stays = paidCents > totalCents ? paidCents - totalCents : 0n
  return stays < latePaidCents ? stays - latePaidCents : 0n
}

/** How much of a payment is for being late: what it brings beyond what was owed, and no more than that costs. */
export function lateShare(paidCents: Cents, owedCents: Cents, lateCents: Cents): Cents {
  const beyond = paidCents - owedCents
  if (beyond <= 0n) return 0n
  return beyond < lateCents ? beyond : lateCents
}
