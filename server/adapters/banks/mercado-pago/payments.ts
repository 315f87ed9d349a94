// Reads payments of a Mercado Pago account page by page, refunds them, and finds the charge behind a notification.
import { numberFromCents } from '../../../kernel/values/money.ts'
import { asFields } from '../pix/pix-json.ts'
import type { Outcome, Received, ReceivedPayment, Refund } from '../port.ts'
import { isAccount, type MercadoPagoLine, UNFIT } from './client.ts'
import { type MercadoPagoPayment, PAYMENT_ID, readPayment, receivedOf, TXID } from './payment-fields.ts'

const PAGE_SIZE = 50
const PAGES_MAX = 200

interface Listed {
  payments: MercadoPagoPayment[]
  unreadable: string[]
}

/** All attempts to pay a charge, the oldest first. */
export async function paymentsOf(
  line: MercadoPagoLine,
  txid: string,
  now: Date,
): Promise<Outcome<MercadoPagoPayment[]>> {
  const listed = await list(line, { external_reference: txid, sort: 'date_created', criteria: 'asc' }, now)
  if (listed.outcome !== 'confirmed') return listed
  const { payments, unreadable } = listed.value
  if (unreadable.includes(txid)) return UNFIT
  return { outcome: 'confirmed', value: payments.filter((payment) => payment.txid === txid) }
}

async function list(
  line: MercadoPagoLine,
  query: Record<string, string>,
  now: Date,
): Promise<Outcome<Listed>> {
  // New payments may move others to the next page while we read.
  const found = new Map<string, MercadoPagoPayment>()
  const unreadable = new Set<string>()
  let offset = 0
  for (let page = 0; page < PAGES_MAX; page++) {
    const reply = await line.get('/v1/payments/search', {
      ...query,
      limit: String(PAGE_SIZE),
      offset: String(offset),
    })
    if (reply.outcome !== 'confirmed') return reply
    const { results, paging } = reply.value
    const total = asFields(paging)?.total
    if (!Array.isArray(results) || typeof total !== 'number' || results.length > PAGE_SIZE) return UNFIT
    offset += results.length
    for (const item of results) {
      const payment = readPayment(item, now)
      const txid = asFields(item)?.external_reference
      if (payment !== null) found.set(payment.id, payment)
      else if (typeof txid === 'string' && TXID.test(txid)) unreadable.add(txid)
    }
    if (offset >= total)
      return { outcome: 'confirmed', value: { payments: [...found.values()], unreadable: [...unreadable] } }
    if (results.length === 0) return UNFIT
  }
  return { outcome: 'unknown', reason: `more than ${PAGES_MAX} pages of payments` }
}

interface Window {
  from: Date
  to: Date
}

export async function receivedPayments(
  line: MercadoPagoLine,
  { from, to }: Window,
  now: Date,
): Promise<Outcome<Received>> {
  return paidIn(line, rangeQuery('date_approved', { from, to }), now)
}

export async function returnedPayments(
  line: MercadoPagoLine,
  { from, to }: Window,
  now: Date,
): Promise<Outcome<Received>> {
  const changed = await paidIn(line, rangeQuery('date_last_updated', { from, to }), now)
  if (changed.outcome !== 'confirmed') return changed
  const { payments, unreadable } = changed.value
  return {
    outcome: 'confirmed',
    value: { payments: payments.filter(({ returns = [] }) => returns.length > 0), unreadable },
  }
}

function rangeQuery(range: string, { from, to }: Window): Record<string, string> {
  const times = { begin_date: from.toISOString(), end_date: to.toISOString() }
  return { range, ...times, sort: range, criteria: 'asc' }
}

async function paidIn(
  line: MercadoPagoLine,
  query: Record<string, string>,
  now: Date,
): Promise<Outcome<Received>> {
  const listed = await list(line, query, now)
  if (listed.outcome !== 'confirmed') return listed
  const payments = listed.value.payments.flatMap((payment): ReceivedPayment[] =>
    payment.txid === null || payment.state !== 'paid' ? [] : [receivedOf(payment, payment.txid)],
  )
  return { outcome: 'confirmed', value: { payments, unreadable: listed.value.unreadable } }
}

export interface RefundRequest {
  paymentId: string
  refundId: string
  amountCents: bigint
}

const REFUNDS: ReadonlyMap<unknown, Refund['status']> = new Map([
  ['approved', 'done'],
  ['authorized', 'processing'],
  ['in_process', 'processing'],
  ['rejected', 'failed'],
  ['cancelled', 'failed'],
])

/** The idempotency key is ours: a repeated request is the same refund. */
export async function refundPayment(
  line: MercadoPagoLine,
  { paymentId, refundId, amountCents }: RefundRequest,
): Promise<Outcome<Refund>> {
  if (!PAYMENT_ID.test(paymentId)) return { outcome: 'rejected', reason: 'not the id of a payment' }
  const amount = numberFromCents(amountCents)
  const reply = await line.post(`/v1/payments/${paymentId}/refunds`, { amount }, refundId)
  if (reply.outcome !== 'confirmed') return reply
  const status = REFUNDS.get(reply.value.status)
  if (status === undefined || reply.value.amount !== amount) return UNFIT
  const { reason } = reply.value
  return {
    outcome: 'confirmed',
    value: { status, ...(status === 'failed' && typeof reason === 'string' && { reason }) },
  }
}

const CHARGEBACK = /^chargebacks\/([a-zA-Z0-9-]{1,64})$/
const PAYMENT = /^payments\/(\d{1,30})$/

/** Notifications carry ids of Mercado Pago's alone. */
export async function findCharge(line: MercadoPagoLine, bankId: string): Promise<Outcome<string | null>> {
  const chargeback = CHARGEBACK.exec(bankId)?.[1]
  if (chargeback === undefined) return txidOf(line, PAYMENT.exec(bankId)?.[1])
  const reply = await line.get(`/v1/chargebacks/${chargeback}`)
  if (reply.outcome !== 'confirmed') return none(reply)
  const { payments } = reply.value
  const [payment] = Array.isArray(payments) ? payments : []
  return txidOf(line, String(payment))
}

async function txidOf(line: MercadoPagoLine, paymentId = ''): Promise<Outcome<string | null>> {
  if (!PAYMENT_ID.test(paymentId)) return { outcome: 'confirmed', value: null }
  const reply = await line.get(`/v1/payments/${paymentId}`)
  if (reply.outcome !== 'confirmed') return none(reply)
  const { external_reference: txid } = reply.value
  return { outcome: 'confirmed', value: typeof txid === 'string' && TXID.test(txid) ? txid : null }
}

/** A notification about something that the bank does not have is of no use. */
function none(reply: Outcome<unknown>): Outcome<null> {
  if (reply.outcome === 'rejected' && !isAccount(reply)) return { outcome: 'confirmed', value: null }
  return reply as Outcome<null>
}
