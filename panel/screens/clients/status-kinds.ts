// The colours of invoice and quote states on a client's page.
import type { InvoiceStatus, PaymentStatus, QuoteStatus } from '../../../contract/invoicing-states.ts'
import type { StatusKind } from '../../parts/status.tsx'

export const INVOICE_KINDS: Readonly<Record<InvoiceStatus, StatusKind>> = {
  draft: 'mute',
  sent: 'info',
  cancelled: 'mute',
}
export const PAYMENT_KINDS: Readonly<Record<PaymentStatus, StatusKind>> = {
  pending: 'info',
  partial: 'wait',
  paid: 'ok',
  overdue: 'bad',
}
export const QUOTE_KINDS: Readonly<Record<QuoteStatus, StatusKind>> = {
  draft: 'mute',
  sent: 'wait',
  accepted: 'ok',
  declined: 'bad',
  cancelled: 'mute',
}
