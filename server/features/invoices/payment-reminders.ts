// On which days the client of an invoice is reminded of it: so many before its due date, and so many after it.

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
