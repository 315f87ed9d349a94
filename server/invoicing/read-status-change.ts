// What a request says about an invoice's status and money, on creation and on update alike.
import type { InvoiceChange } from '../../contract/invoices.ts'
import type { StatusChange } from './invoices/apply-status-change.ts'
import { readAmount, readTimestamp } from './read-input.ts'

type StatusInput = Pick<InvoiceChange, 'status' | 'payment_status' | 'amount_paid' | 'paid_at'>

export function readStatusChange({
  status,
  payment_status,
  amount_paid,
  paid_at,
}: StatusInput): StatusChange {
  return {
    status,
    paymentStatus: payment_status,
    amountPaidCents: amount_paid === undefined ? undefined : readAmount('amount_paid', amount_paid),
    paidAt: readTimestamp('paid_at', paid_at),
  }
}
