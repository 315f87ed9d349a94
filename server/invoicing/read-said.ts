// What a request says about an invoice's status and money, on creation and on update alike.
import type { InvoiceChange } from '../../contract/invoices.ts'
import type { Said } from './invoices/invoice-after.ts'
import { readAmount, readTimestamp } from './read-input.ts'

type SaidInput = Pick<InvoiceChange, 'status' | 'payment_status' | 'amount_paid' | 'paid_at'>

export function readSaid({ status, payment_status, amount_paid, paid_at }: SaidInput): Said {
  return {
    status,
    paymentStatus: payment_status,
    amountPaidCents: amount_paid === undefined ? undefined : readAmount('amount_paid', amount_paid),
    paidAt: readTimestamp('paid_at', paid_at),
  }
}
