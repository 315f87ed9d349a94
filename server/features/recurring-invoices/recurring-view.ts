// The only maker of a recurring invoice's public JSON.
import type { RecurringInvoice } from '../../../contract/recurring-invoices.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { ClientRow } from '../clients/client-store.ts'
import { clientFields } from '../clients/client-view.ts'
import { pricedView } from '../invoices/priced-items.ts'
import type { RecurringRow } from './recurring-store.ts'
import { momentOf } from './schedule.ts'

export function recurringView(
  recurring: RecurringRow,
  client: ClientRow,
  timeZone: string,
): RecurringInvoice {
  const { next_due_date } = recurring
  return {
    id: recurring.id,
    ...clientFields(client),
    name: recurring.name,
    frequency: recurring.frequency,
    custom_interval_days: recurring.custom_interval_days,
    billing_day: recurring.billing_day,
    start_date: recurring.start_date,
    end_date: recurring.end_date,
    status: recurring.status,
    ...pricedView(recurring),
    notes: recurring.notes,
    currency: 'BRL',
    payment_provider_id: recurring.payment_provider_id,
    payment_methods: recurring.payment_methods,
    auto_send: recurring.auto_send,
    notify_on_generation: recurring.notify_on_generation,
    notify_client_before_due: recurring.notify_client_before_due,
    reminder_days_before_due: recurring.reminder_days,
    next_due_date,
    next_generation_at: next_due_date === null ? null : isoTimestamp(momentOf(next_due_date, timeZone)),
    last_invoice_id: recurring.last_invoice_id,
    invoices_generated: recurring.invoices_generated,
    created_at: isoTimestamp(recurring.created_at),
    updated_at: isoTimestamp(recurring.updated_at),
  }
}
