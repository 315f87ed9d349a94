// Sets the next due date of a recurring invoice after it was created, resumed or changed. Dates before the day of that
// request are skipped, and a date that has an invoice never gets another.

import { moveRecurringInvoice } from './move-recurring-invoice.ts'
import type { RecurringRow } from './recurring-store.ts'
import { dueDateFrom } from './schedule.ts'
import { isActive, mayExpire } from './states.ts'

/** `from` is the due date that comes next anyway; null: the dates start again today. */
export function startSchedule(
  recurring: RecurringRow,
  today: Temporal.PlainDate,
  from: string | null,
): RecurringRow {
  if (!isActive(recurring)) return withEnd({ ...recurring, next_due_date: null }, today)
  const next_due_date = dueDateFrom(recurring, from === null ? today : Temporal.PlainDate.from(from))
  const wished_on = from === null ? today.toString() : recurring.wished_on
  return withEnd({ ...recurring, next_due_date, wished_on }, today)
}

/** An end date that is past ends it at once, unless there are invoices that it has still to make. */
function withEnd(recurring: RecurringRow, today: Temporal.PlainDate): RecurringRow {
  const { end_date, next_due_date } = recurring
  if (end_date === null || next_due_date !== null) return recurring
  const isOver = Temporal.PlainDate.compare(today, Temporal.PlainDate.from(end_date)) > 0
  return isOver && mayExpire(recurring) ? moveRecurringInvoice(recurring, 'expired') : recurring
}
