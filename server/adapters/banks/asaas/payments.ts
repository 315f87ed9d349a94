// Reads received payments of an Asaas account page by page, and refunds them.

import { BANK_ZONE, dateIn } from '../../../kernel/values/dates.ts'
import { numberFromCents } from '../../../kernel/values/money.ts'
import { asFields } from '../pix/pix-json.ts'
import type { Outcome, PaymentReturn, Received, ReceivedPayment, Refund, Rejected } from '../port.ts'
import {
  type AsaasLine,
  type AsaasPayment,
  PAYMENT_ID,
  pageOf,
  REFUND_ID,
  readPayment,
  readReturns,
  receivedOf,
  refundMark,
  TXID,
  UNFIT,
} from './client.ts'

// Refunds payments at Asaas. Its refunds have no ids: ours carry a mark in their description, which is looked
// up before another is requested.

/** For a boleto, Asaas asks the payer for an account on its own page, and refunds all or nothing. */
const BY_HAND =
  'Asaas gives a boleto back only in full, to an account that its payer names on a page of its own: ' +
  'ask for that in its panel, and it is taken in here as soon as it is done'

interface RefundRequest {
  paymentId: string
  refundId: string
  amountCents: bigint
}

export async function refundPayment(
  line: AsaasLine,
  { paymentId, refundId, amountCents }: RefundRequest,
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
  // The bank accepted the request, and shows the refund later.
  return after === undefined
    ? { outcome: 'confirmed', value: { status: 'processing' } }
    : refundOf(after, amountCents)
}

/** Payments with their refunds; unknown if the bank reports a full refund without details yet. */
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

const PAGE_SIZE = 100
const PAGES_MAX = 100
/** A boleto clears days after its payment, and may be listed by the payment day: over a long weekend. */
const CLEARING_DAYS = 5

interface Listed {
  payments: AsaasPayment[]
  unreadable: string[]
}

interface Window {
  from: Date
  to: Date
}

export async function receivedPayments(
  line: AsaasLine,
  { from, to }: Window,
  now: Date,
): Promise<Outcome<Received>> {
  const days = { from: dateIn(from, BANK_ZONE).subtract({ days: CLEARING_DAYS }), to: dateIn(to, BANK_ZONE) }
  const listed = await list(line, days)
  if (listed.outcome !== 'confirmed') return listed
  const payments: ReceivedPayment[] = []
  const unreadable = [...listed.value.unreadable]
  for (const payment of listed.value.payments) {
    if (payment.txid === null || payment.status !== 'paid') continue
    const whole = await withReturns(line, [payment])
    // One incomplete payment must not block the others.
    if (whole.outcome === 'confirmed')
      payments.push(...whole.value.map((one) => receivedOf(one, payment.txid ?? '', now)))
    else unreadable.push(payment.txid)
  }
  return { outcome: 'confirmed', value: { payments, unreadable } }
}

/** Asaas cannot list these separately, so they are searched among all. */
export async function returnedPayments(
  line: AsaasLine,
  window: Window,
  now: Date,
): Promise<Outcome<Received>> {
  const received = await receivedPayments(line, window, now)
  if (received.outcome !== 'confirmed') return received
  const { payments, unreadable } = received.value
  return {
    outcome: 'confirmed',
    value: { payments: payments.filter(({ returns = [] }) => returns.length > 0), unreadable },
  }
}

async function list(
  line: AsaasLine,
  days: { from: Temporal.PlainDate; to: Temporal.PlainDate },
): Promise<Outcome<Listed>> {
  // New payments may move others to the next page while we read.
  const found = new Map<string, AsaasPayment>()
  const unreadable = new Set<string>()
  let offset = 0
  for (let page = 0; ; page++) {
    if (page === PAGES_MAX) return { outcome: 'unknown', reason: `more than ${PAGES_MAX} pages of payments` }
    const reply = await line.get('/payments', {
      'paymentDate[ge]': days.from.toString(),
      'paymentDate[le]': days.to.toString(),
      limit: String(PAGE_SIZE),
      offset: String(offset),
    })
    if (reply.outcome !== 'confirmed') return reply
    const read = pageOf(reply.value)
    // A page may have fewer items than requested, but not none if there are more.
    if (read === null || read.items.length > PAGE_SIZE || (read.hasMore && read.items.length === 0))
      return UNFIT
    offset += read.items.length
    for (const item of read.items) {
      const payment = readPayment(item)
      const txid = asFields(item)?.externalReference
      if (payment !== null) found.set(payment.id, payment)
      else if (typeof txid === 'string' && TXID.test(txid)) unreadable.add(txid)
    }
    if (!read.hasMore)
      return { outcome: 'confirmed', value: { payments: [...found.values()], unreadable: [...unreadable] } }
  }
}
