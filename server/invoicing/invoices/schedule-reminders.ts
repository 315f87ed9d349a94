// Schedules the reminders of an invoice that a recurring invoice made. Each is a piece of due work of its own, so each
// is sent once.
import { schedule } from '../../outbox/schedule.ts'
import type { Tx } from '../../outbox/transaction.ts'
import type { RecurringRow } from '../recurring/recurring-store.ts'
import * as work from '../work.ts'
import type { InvoiceRow } from './invoice-store.ts'

/** A time at which people read messages. */
const REMINDER_HOUR = 9

/** Reminders that would have been due before the invoice was made are left out. */
export function scheduleReminders(
  tx: Tx,
  { notify_client_before_due, reminder_days }: RecurringRow,
  { id, due_date }: InvoiceRow,
  timeZone: string,
): void {
  if (!notify_client_before_due) return
  for (const days of reminder_days) {
    const at = reminderMoment(due_date, days, timeZone)
    if (at < tx.now) continue
    const payload = { kind: 'reminder' as const, invoice_id: id, days, all: reminder_days }
    schedule(tx, work.notifyClient, { at, key: `reminder ${id} ${days}`, payload })
  }
}

function reminderMoment(dueDate: string, daysBefore: number, timeZone: string): Date {
  const day = Temporal.PlainDate.from(dueDate).subtract({ days: daysBefore })
  const at = day.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(REMINDER_HOUR) })
  return new Date(at.epochMilliseconds)
}
