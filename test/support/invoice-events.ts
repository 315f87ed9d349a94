// Events of invoices that several tests expect.

/** Sent, and paid in one payment. */
export const SENT_AND_PAID = [
  'invoice.created',
  'invoice.sent',
  'invoice.payment_received',
  'invoice.paid',
] as const
