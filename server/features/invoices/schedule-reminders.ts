// Schedules the reminders of an invoice that a recurring invoice made. Each is a piece of due work of its own, so each
// is sent once.
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { morningOf } from '../../kernel/values/next-morning.ts'
import type { RecurringRow } from '../recurring-invoices/recurring-store.ts'
import { REMINDER_HOUR } from '../teams/schedule-reminders.ts'
import type { InvoiceRow } from './invoice-store.ts'
import * as work from './work.ts'

/** Reminders that would have been due before the invoice was made are left out. */
export function scheduleReminders(
  tx: Tx,
  { notify_client_before_due, reminder_days }: RecurringRow,
  { id, due_date }: InvoiceRow,
  timeZone: string,
): void {
  if (!notify_client_before_due) return
  for (const days of reminder_days) {
    const at = morningOf(Temporal.PlainDate.from(due_date).subtract({ days }), timeZone, REMINDER_HOUR)
    if (at < tx.now) continue
    const payload = { kind: 'reminder' as const, invoice_id: id, days, all: reminder_days }
    schedule(tx, work.notifyClient, { at, key: `reminder ${id} ${days}`, payload })
  }
}
