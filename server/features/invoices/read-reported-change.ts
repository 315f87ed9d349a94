// Reads what a request reports about an invoice's status and payment, on creation and on update alike.
import type { InvoiceChange } from '../../../contract/invoices.ts'
import type { ReportedChange } from './apply-reported-change.ts'
import { readAmount, readTimestamp } from './read-input.ts'

type ReportedInput = Pick<InvoiceChange, 'status' | 'payment_status' | 'amount_paid' | 'paid_at'>

export function readReportedChange({
  status,
  payment_status,
  amount_paid,
  paid_at,
}: ReportedInput): ReportedChange {
  return {
    status,
    paymentStatus: payment_status,
    amountPaidCents: amount_paid === undefined ? undefined : readAmount('amount_paid', amount_paid),
    paidAt: readTimestamp('paid_at', paid_at),
  }
}
