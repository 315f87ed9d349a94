// The due dates of a recurring invoice. Each is computed from the same anchor, never from the one before: 31 January is
// followed by 28 February and then by 31 March.
import type { Frequency } from '../../../contract/invoicing-states.ts'

const GENERATION_DAYS_BEFORE = 5
const GENERATION_HOUR = 6
/** Where reminders are wanted and no days were named. */
export const REMINDER_DAYS_DEFAULT = [1] as const

const MONTHS: Readonly<Record<Exclude<Frequency, 'custom'>, number>> = {
  monthly: 1,
  bimonthly: 2,
  quarterly: 3,
  semiannual: 6,
  annual: 12,
}

export interface BillingPlan {
  frequency: Frequency
  /** Only for custom. */
  customIntervalDays: number | null
  billingDay: number
  /** The first due date; of all but custom only its month counts. */
  anchor: Temporal.PlainDate
}

/** The due date number n, from 0. */
export function dueDateNumber({ frequency, customIntervalDays, billingDay, anchor }: BillingPlan, n: number) {
  if (frequency === 'custom') return anchor.add({ days: n * customIntervalDays! })
  return billingDayIn(anchor.with({ day: 1 }).add({ months: n * MONTHS[frequency] }), billingDay)
}

/** The first due date of a recurring invoice that starts on this day: the first billing day on it or after it. */
export function anchorFor(startDate: Temporal.PlainDate, billingDay: number): Temporal.PlainDate {
  return billingDayFrom(startDate, billingDay, startDate)
}

/** The billing day in this month; where that lies before the earliest day, in the next. */
export function billingDayFrom(
  month: Temporal.PlainDate,
  billingDay: number,
  earliest: Temporal.PlainDate,
): Temporal.PlainDate {
  const day = billingDayIn(month, billingDay)
  return isBefore(day, earliest) ? billingDayIn(month.with({ day: 1 }).add({ months: 1 }), billingDay) : day
}

/** The first due date on this day or after it. */
export function firstDueDate(plan: BillingPlan, from: Temporal.PlainDate): Temporal.PlainDate {
  let n = Math.max(0, numberNear(plan, from) - 1)
  while (isBefore(dueDateNumber(plan, n), from)) n++
  return dueDateNumber(plan, n)
}

/** When the invoice of a due date is made. Where the clocks skip that hour, as soon as they show the next. */
export function generationMoment(dueDate: Temporal.PlainDate, zone: string): Date {
  const day = dueDate.subtract({ days: GENERATION_DAYS_BEFORE })
  const at = day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(GENERATION_HOUR) })
  return new Date(at.epochMilliseconds)
}

/**
 * The day that the invoice of a due date bears, whenever it is made: so a service that was down makes the same
 * invoices as one that was not. It is never before the day on which the recurring invoice was made or changed.
 */
export function issueDateOf(dueDate: Temporal.PlainDate, earliest: Temporal.PlainDate): Temporal.PlainDate {
  const usual = dueDate.subtract({ days: GENERATION_DAYS_BEFORE })
  return isBefore(usual, earliest) ? earliest : usual
}

/**
 * Of the reminders that are due by now only the last is sent, and none once the due date is past: several at once, or
 * one too late, would only annoy.
 */
export function isReminderWanted(daysBefore: number, all: readonly number[], daysLeft: number): boolean {
  return daysLeft >= 0 && daysBefore === Math.min(...all.filter((days) => days >= daysLeft))
}

/** The billing day, or the last day of a month that does not have it. */
function billingDayIn(month: Temporal.PlainDate, billingDay: number): Temporal.PlainDate {
  return month.with({ day: Math.min(billingDay, month.daysInMonth) })
}

/** An estimate of the number of the due date around this day: at most one too high. */
function numberNear(plan: BillingPlan, day: Temporal.PlainDate): number {
  const { frequency, customIntervalDays, anchor } = plan
  if (frequency === 'custom') {
    return Math.floor(anchor.until(day, { largestUnit: 'days' }).days / customIntervalDays!)
  }
  const months = (day.year - anchor.year) * 12 + day.month - anchor.month
  return Math.floor(months / MONTHS[frequency])
}

function isBefore(a: Temporal.PlainDate, b: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(a, b) < 0
}
