// The due dates of a recurring invoice. Each is computed from the same anchor, never from the one before: 31 January is
// followed by 28 February and then by 31 March.
import type { Frequency } from '../../../contract/invoicing-states.ts'

const GENERATION_DAYS_BEFORE = 5
/** Payers' banks are asked for a debit this long before. */
const WITH_MANDATE_DAYS_BEFORE = 7
const GENERATION_HOUR = 6
/** For reminders without named days. */
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

/** The billing day in this month, or in the next if that is before the earliest day. */
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

/** How many days before its due date an invoice is created. */
export function generationDays({ payment_methods }: { payment_methods: readonly string[] }): number {
  return payment_methods.includes('pix_automatic') ? WITH_MANDATE_DAYS_BEFORE : GENERATION_DAYS_BEFORE
}

/** When the invoice of a due date is created. If the clocks skip that hour, the next one. */
export function generationMoment(
  dueDate: Temporal.PlainDate,
  zone: string,
  days = GENERATION_DAYS_BEFORE,
): Date {
  const day = dueDate.subtract({ days })
  const at = day.toZonedDateTime({ timeZone: zone, plainTime: new Temporal.PlainTime(GENERATION_HOUR) })
  return new Date(at.epochMilliseconds)
}

/**
 * The issue date of a due date's invoice, whenever it is created, so that an outage does not change invoices. Never before
 * the day on which the recurring invoice was created or changed.
 */
export function issueDateOf(
  dueDate: Temporal.PlainDate,
  earliest: Temporal.PlainDate,
  days = GENERATION_DAYS_BEFORE,
): Temporal.PlainDate {
  const usual = dueDate.subtract({ days })
  return isBefore(usual, earliest) ? earliest : usual
}

/** Only the last reminder that is due is sent, and none after the due date. */
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
