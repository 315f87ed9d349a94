// What of an invoice's PIX payments can still go back: what came, less what went back and what is asked for.
import type { Queryable } from '../../../kernel/db/db.ts'
import { fail, failField } from '../../../kernel/values/fail.ts'
import type { Cents } from '../../../kernel/values/money.ts'
import { returnsOf } from '../../payments/return-store.ts'
import { paymentsOf } from '../invoice-payment-store.ts'
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
async function isPaidByBoleto(
  db: Queryable,
  invoiceId: string,
  paymentId: string | undefined,
): Promise<boolean> {
  const all = (await paymentsOf(db, [invoiceId])).get(invoiceId) ?? []
  return all.some(({ id, method }) => method === 'boleto' && (paymentId ?? id) === id)
}

/** Oldest first. Who gives any of it back has locked the invoice, so that nobody else counts on the same money. */
export async function refundablePayments(db: Queryable, invoiceId: string): Promise<Refundable[]> {
  const paid = ((await paymentsOf(db, [invoiceId])).get(invoiceId) ?? []).flatMap((payment) => {
    const { id, charge_id: chargeId, reference, paid_at: paidAt, amount_cents: cents, method } = payment
    if (method !== 'pix' || chargeId === null || reference === null) return []
    return [{ id, chargeId, reference, paidAt, cents }]
  })
  const returned = await returnsOf(
    db,
    paid.map(({ chargeId }) => chargeId),
  )
  const spoken = [...returned, ...(await unsettledRefunds(db, invoiceId))]
  return paid.map(({ cents, ...payment }) => {
    const gone = spoken.filter(
      ({ charge_id, payment_id }) => charge_id === payment.chargeId && payment_id === payment.reference,
    )
    return { ...payment, leftCents: gone.reduce((left, { amount_cents }) => left - amount_cents, cents) }
  })
}

interface Choice {
  payment: Refundable
  amountCents: Cents
}

/** What a refund gives back; fails where it can be none. */
export async function chooseRefund(
  db: Queryable,
  invoiceId: string,
  paymentId: string | undefined,
  wanted: Cents | undefined,
): Promise<Choice> {
  const all = await refundablePayments(db, invoiceId)
  const isOther = !all.some(
    ({ id, leftCents }) => id === paymentId || (paymentId === undefined && leftCents > 0n),
  )
  if (isOther && (await isPaidByBoleto(db, invoiceId, paymentId))) fail('boleto_cannot_be_refunded')
  return choose(all, paymentId, wanted)
}

/** The payment that is named; without a name the newest that has enough left, or the only one where all is wanted. */
function choose(
  all: readonly Refundable[],
  paymentId: string | undefined,
  wanted: Cents | undefined,
): Choice {
  const named = paymentId === undefined ? all : all.filter(({ id }) => id === paymentId)
  if (all.length === 0) fail('nothing_to_refund', { advice: 'nothing has come by PIX for this invoice' })
  if (named.length === 0) failField('payment_id', 'is no PIX payment of this invoice')
  const left = named.filter(({ leftCents }) => leftCents > 0n)
  const newest = left.at(-1) ?? fail('nothing_to_refund')
  if (wanted !== undefined) {
    const payment = left.findLast(({ leftCents }) => leftCents >= wanted)
    return { payment: payment ?? fail('refund_exceeds_payment'), amountCents: wanted }
  }
  if (left.length > 1) failField('payment_id', 'is required: the invoice has several PIX payments')
  return { payment: newest, amountCents: newest.leftCents }
}
