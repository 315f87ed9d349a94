// What of an invoice's PIX payments can still go back: what came, less what went back and what is asked for.
import type { Cents } from '../../base/values/money.ts'
import type { Tx } from '../../outbox/transaction.ts'
import { returnsOf } from '../../payments/return-store.ts'
import { paymentsOf } from '../invoices/invoice-payment-store.ts'
import { unsettledRefunds } from './refund-store.ts'

export interface Refundable {
  id: string
  chargeId: string
  /** The bank's own id of the payment. */
  reference: string
  paidAt: Date
  leftCents: Cents
}

/** Whether a bank collected it in a way that has no way back. */
export async function isPaidByBoleto(
  tx: Tx,
  invoiceId: string,
  paymentId: string | undefined,
): Promise<boolean> {
  const all = (await paymentsOf(tx, [invoiceId])).get(invoiceId) ?? []
  return all.some(({ id, method }) => method === 'boleto' && (paymentId ?? id) === id)
}

/** Oldest first. The invoice is locked, so that nobody else counts on the same money. */
export async function refundablePayments(tx: Tx, invoiceId: string): Promise<Refundable[]> {
  const paid = ((await paymentsOf(tx, [invoiceId])).get(invoiceId) ?? []).flatMap((payment) => {
    const { id, charge_id: chargeId, reference, paid_at: paidAt, amount_cents: cents, method } = payment
    if (method !== 'pix' || chargeId === null || reference === null) return []
    return [{ id, chargeId, reference, paidAt, cents }]
  })
  const returned = await returnsOf(
    tx,
    paid.map(({ chargeId }) => chargeId),
  )
  const spoken = [...returned, ...(await unsettledRefunds(tx, invoiceId))]
  return paid.map(({ cents, ...payment }) => {
    const gone = spoken.filter(
      ({ charge_id, payment_id }) => charge_id === payment.chargeId && payment_id === payment.reference,
    )
    return { ...payment, leftCents: gone.reduce((left, { amount_cents }) => left - amount_cents, cents) }
  })
}
