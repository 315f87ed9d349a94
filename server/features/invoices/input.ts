// Reads what only invoices have: terms of cards, status and payment.
import type { OwnCardTerms } from '../../../contract/cards.ts'
import type { InvoiceChange, OwnCardPaymentInput } from '../../../contract/invoices.ts'
import { readAmount, readMoment } from '../documents/input.ts'
import type { InvoiceUpdate } from './invoice-update.ts'

/** Differences from the team's terms; null removes a difference. */
export function readCardTerms(
  { instalments_max: most, fee_bearer: bearer }: OwnCardPaymentInput = {},
  known: OwnCardTerms = {},
): OwnCardTerms {
  const { instalments_max = null, fee_bearer = null } = {
    ...known,
    ...(most !== undefined && { instalments_max: most }),
    ...(bearer !== undefined && { fee_bearer: bearer }),
  }
  return {
    ...(instalments_max !== null && { instalments_max }),
    ...(fee_bearer !== null && { fee_bearer }),
  }
}

/** The fields of a request about status and payment. */
export type InvoiceUpdateInput = Pick<
  InvoiceChange,
  'status' | 'payment_status' | 'amount_paid' | 'paid_at' | 'notify_client'
>

/** `zone` is the team's: `paid_at` may be a day. */
export function readInvoiceUpdate(input: InvoiceUpdateInput, zone: string): InvoiceUpdate {
  const { status, payment_status, amount_paid, paid_at, notify_client } = input
  return {
    status,
    paymentStatus: payment_status,
    amountPaidCents: amount_paid === undefined ? undefined : readAmount('amount_paid', amount_paid),
    paidAt: readMoment('paid_at', paid_at, zone),
    notifyClient: notify_client,
  }
}
