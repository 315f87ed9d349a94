// Declares the jobs of recurring invoices.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** Creates the invoice of one due date. */
export const generateInvoiceJob = teamJob<{ recurring_invoice_id: string; due_date: string }>(
  'generate-invoice',
  { waits: TECHNICAL, cap: 8 },
)

/** Expires a recurring invoice after its end date. */
export const expireRecurringJob = teamJob<{ recurring_invoice_id: string; end_date: string }>(
  'expire-recurring',
  { waits: TECHNICAL, cap: 4 },
)
