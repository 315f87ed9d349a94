// Declares the jobs of invoices, their charges and their reminders.
import type { InvoiceMessageKind } from '../../../contract/invoicing-states.ts'
import { BANK, TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** A notice to the client about an invoice. */
export type ClientNotice =
  | { kind: Exclude<InvoiceMessageKind, 'reminder' | 'refunded'>; invoice_id: string }
  | { kind: 'refunded'; invoice_id: string; refund_id: string }
  | Reminder

/** `days` before the due date; `all` are the days of every reminder of the invoice. */
type Reminder = { kind: 'reminder'; invoice_id: string; days: number; all: number[] }

/** Marks an invoice as overdue, on the day after its due date. */
export const invoiceOverdueJob = teamJob<{ invoice_id: string }>('invoice-overdue', {
  waits: TECHNICAL,
  cap: 4,
})

/** Asks a bank again for a charge that it did not confirm. */
export const openInvoiceChargeJob = teamJob<{ charge_id: string }>('open-invoice-charge', {
  waits: BANK,
  cap: 4,
})

/** Gives up a charge that was stored before its bank was asked, if no invoice took it. */
export const abandonInvoiceChargeJob = teamJob<{ charge_id: string }>('abandon-invoice-charge', {
  waits: BANK,
  cap: 4,
})

/** Opens another charge for an invoice whose own ends, or that has none yet. */
export const renewInvoiceChargeJob = teamJob<{ invoice_id: string; charge_id: string | null }>(
  'renew-invoice-charge',
  { waits: BANK, cap: 2 },
)

/** Asks the bank for a refund and for its outcome. Looks count from 1. */
export const settleRefundJob = teamJob<{ refund_id: string; look: number }>('settle-refund', {
  waits: BANK,
  cap: 4,
})

/** Reminds clients each morning. `since` is the last day that was covered, `after` the last invoice of the batch before. */
export const remindClientsJob = teamJob<{ since: string; after?: { due_date: string; id: string } }>(
  'remind-clients',
  { waits: TECHNICAL, cap: 1 },
)

/** Sends a notice to the client. */
export const notifyClientJob = teamJob<ClientNotice>('notify-client', { waits: TECHNICAL, cap: 4 })
