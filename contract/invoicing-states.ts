// States and choices of invoices, quotes and recurring invoices. Without schemas, because the panel uses
// them.
import { PAYMENT_METHODS } from './payment-methods.ts'

export const INVOICE_STATUSES = ['draft', 'sent', 'cancelled'] as const

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number]

export const PAYMENT_STATUSES = ['pending', 'partial', 'paid', 'overdue'] as const

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const QUOTE_STATUSES = ['draft', 'sent', 'accepted', 'declined', 'cancelled'] as const

export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

export const RECURRING_STATUSES = ['active', 'paused', 'cancelled', 'expired'] as const

export type RecurringStatus = (typeof RECURRING_STATUSES)[number]

export const FREQUENCIES = ['monthly', 'bimonthly', 'quarterly', 'semiannual', 'annual', 'custom'] as const

export type Frequency = (typeof FREQUENCIES)[number]

/** The source of an invoice's payment: a bank, the agency, the client's credit, a correction, a refund, or a dispute. */
export const INVOICE_PAYMENT_METHODS = [
  ...PAYMENT_METHODS,
  'manual',
  'credit',
  'correction',
  'return',
  'dispute',
] as const

export type InvoicePaymentMethod = (typeof INVOICE_PAYMENT_METHODS)[number]

/** Adjustments that lower the amount due besides payments. */
export const ADJUSTMENT_TYPES = ['refund', 'credit_note', 'early_payment'] as const

export type AdjustmentType = (typeof ADJUSTMENT_TYPES)[number]

export const REFUND_STATUSES = ['pending', 'succeeded', 'failed'] as const

export type RefundStatus = (typeof REFUND_STATUSES)[number]

/** Topics of messages to a client about an invoice. */
const INVOICE_MESSAGE_KINDS = [
  'created',
  'sent',
  'paid',
  'generated',
  'reminder',
  'overdue',
  'refunded',
] as const

export type InvoiceMessageKind = (typeof INVOICE_MESSAGE_KINDS)[number]

/** Topics of messages to a client. */
export const MESSAGE_KINDS = [
  ...INVOICE_MESSAGE_KINDS,
  'quote_sent',
  'trip_shared',
  'credit_note_sent',
] as const

export type MessageKind = (typeof MESSAGE_KINDS)[number]

export const MESSAGE_STATUSES = ['waiting', 'sent', 'stored', 'failed'] as const

export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/** Receipts of a messaging app. */
export const MESSAGE_RECEIPTS = ['delivered', 'read'] as const
