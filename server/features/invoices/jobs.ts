// Declares the due work of invoices, their charges and recurring invoices.
import type { InvoiceMessageKind } from '../../../contract/invoicing-states.ts'
import { BANK, TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** A notice to the client about an invoice. */
export type ClientNotice = { kind: Exclude<InvoiceMessageKind, 'reminder'>; invoice_id: string } | Reminder

/** `days` before the due date; `all` has the days of the others as well. */
type Reminder = { kind: 'reminder'; invoice_id: string; days: number; all: number[] }

/** Makes the invoice of one due date of a recurring invoice. */
export const generateInvoiceJob = teamJob<{ recurring_invoice_id: string; due_date: string }>(
  'generate-invoice',
  { waits: TECHNICAL, cap: 8 },
)

/** The end of a recurring invoice. */
export const expireRecurringJob = teamJob<{ recurring_invoice_id: string; end_date: string }>(
  'expire-recurring',
  { waits: TECHNICAL, cap: 4 },
)

/** The day after the due date. */
export const invoiceOverdueJob = teamJob<{ invoice_id: string }>('invoice-overdue', {
  waits: TECHNICAL,
  cap: 4,
})

/** Asks a bank that did not answer when the invoice was made; known by the charge's id, and `#` before a later try. */
export const openInvoiceChargeJob = teamJob<null>('open-invoice-charge', { waits: BANK, cap: 4 })

/** Gives up a charge that was stored before its bank was asked, if no invoice took it; the key is the charge's id. */
export const abandonInvoiceChargeJob = teamJob<null>('abandon-invoice-charge', { waits: BANK, cap: 4 })

/** Another charge for an invoice whose own ends, or that has none yet. */
export const renewInvoiceChargeJob = teamJob<{ invoice_id: string; charge_id: string | null }>(
  'renew-invoice-charge',
  { waits: BANK, cap: 2 },
)

/** Asks the bank for a refund, and what became of it; known by the refund's id, and `#` before a later look. */
export const settleRefundJob = teamJob<{ look: number }>('settle-refund', { waits: BANK, cap: 4 })

/** Tells the client. */
export const notifyClientJob = teamJob<ClientNotice>('notify-client', { waits: TECHNICAL, cap: 4 })
