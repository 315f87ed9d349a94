// Puts a subscription's next due date right after any change of it. What lies before the day of a wish about it (its
// making, a resumption, another rhythm) is skipped; what has an invoice already never gets another.
import { parseDate } from '../base/dates.ts'
import type { RecurringRow } from './recurring-store.ts'
import { dueDateFrom } from './schedule.ts'

/** `from` is the due date that comes next anyway; null: the dates begin anew, today. */
export function startSchedule(
  recurring: RecurringRow,
  today: Temporal.PlainDate,
  from: string | null,
): RecurringRow {
  const ended = withEnd(recurring, today)
  if (ended.status !== 'active') return { ...ended, next_due_date: null }
  const next_due_date = dueDateFrom(ended, from === null ? today : parseDate(from)!)
  return { ...ended, next_due_date, wished_on: from === null ? today.toString() : ended.wished_on }
}

/** An end date that is past ends it at once. */
function withEnd(recurring: RecurringRow, today: Temporal.PlainDate): RecurringRow {
  const { status, end_date } = recurring
  const isOver = end_date !== null && Temporal.PlainDate.compare(today, parseDate(end_date)!) > 0
  return isOver && (status === 'active' || status === 'paused')
    ? { ...recurring, status: 'expired' }
    : recurring
}
