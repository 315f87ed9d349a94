// Declares the jobs of recurring invoices.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

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
