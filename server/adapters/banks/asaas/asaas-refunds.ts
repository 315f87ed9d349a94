// Gives payments at Asaas back, and reads what went back of them. Its refunds have no ids: ours are known by a mark in
// their description, which is looked for before another is asked for.
import { numberFromCents } from '../../../kernel/values/money.ts'
import type { Refund } from '../bank-refund.ts'
import type { Outcome, PaymentReturn, Rejected } from '../port.ts'
import {
  type AsaasPayment,
  PAYMENT_ID,
  pageOf,
  REFUND_ID,
  readPayment,
  readReturns,
  refundMark,
} from './asaas-json.ts'
import { type AsaasLine, UNFIT } from './asaas-line.ts'

/** It asks the payer of a boleto for an account by a page of its own, and then gives back all of it or nothing. */
const BY_HAND =
  'Asaas gives a boleto back only in full, to an account that its payer names on a page of its own: ' +
  'ask for that in its panel, and it is taken in here as soon as it is done'

interface RefundWish {
  paymentId: string
  refundId: string
  amountCents: bigint
}

export async function refundPayment(
  line: AsaasLine,
  { paymentId, refundId, amountCents }: RefundWish,
): Promise<Outcome<Refund>> {
  if (!PAYMENT_ID.test(paymentId)) return rejected('not the id of a payment')
  if (!REFUND_ID.test(refundId)) return rejected('not the id of a refund')
  const known = await returnsOf(line, paymentId)
  if (known.outcome !== 'confirmed') return known
  const ours = (all: readonly PaymentReturn[]) => all.find(({ id }) => id === refundId)
  const before = ours(known.value)
  if (before !== undefined) return refundOf(before, amountCents)
  const read = await line.get(`/payments/${paymentId}`)
  if (read.outcome !== 'confirmed') return read
  if (readPayment(read.value)?.isBoleto !== false) return rejected(BY_HAND)
  const description = `Devolução (${refundMark(refundId)})`
  const reply = await line.post(`/payments/${paymentId}/refund`, {
    value: numberFromCents(amountCents),
    description,
  })
  if (reply.outcome !== 'confirmed') return reply
  const after = ours(readPayment(reply.value)?.returns ?? [])
  // It took the request, and tells of the refund only later.
  return after === undefined
    ? { outcome: 'confirmed', value: { status: 'processing' } }
    : refundOf(after, amountCents)
}

/** Payments with what went back of them; unknown where the bank says that all did, and not yet how. */
export async function withReturns(
  line: AsaasLine,
  payments: readonly AsaasPayment[],
): Promise<Outcome<AsaasPayment[]>> {
  const whole: AsaasPayment[] = []
  for (const payment of payments) {
    const asked: Outcome<PaymentReturn[]> =
      payment.returns === null || (payment.isGivenBack && payment.returns.length === 0)
        ? await returnsOf(line, payment.id)
        : { outcome: 'confirmed', value: payment.returns }
    if (asked.outcome !== 'confirmed') return asked
    if (payment.isGivenBack && asked.value.length === 0)
      return { outcome: 'unknown', reason: 'the bank says that it was given back, but not yet how' }
    whole.push({ ...payment, returns: asked.value })
  }
  return { outcome: 'confirmed', value: whole }
}

async function returnsOf(line: AsaasLine, paymentId: string): Promise<Outcome<PaymentReturn[]>> {
  const reply = await line.get(`/payments/${paymentId}/refunds`)
  if (reply.outcome !== 'confirmed') return reply
  const page = pageOf(reply.value)
  return page === null ? UNFIT : { outcome: 'confirmed', value: readReturns(page.items) }
}

function refundOf({ status, amountCents, reason }: PaymentReturn, wantedCents: bigint): Outcome<Refund> {
  if (amountCents !== wantedCents) return rejected('the bank has another refund with this id')
  return { outcome: 'confirmed', value: { status, ...(reason !== null && { reason }) } }
}

function rejected(reason: string): Rejected {
  return { outcome: 'rejected', reason }
}
