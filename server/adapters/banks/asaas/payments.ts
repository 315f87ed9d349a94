// Reads received payments of an Asaas account page by page, and refunds them.

import { MADE_PREFIXES } from '../../../../contract/ids.ts'
import { BANK_ZONE, dateIn } from '../../../kernel/values/dates.ts'
import { idTime, isId } from '../../../kernel/values/ids.ts'
import { numberFromCents } from '../../../kernel/values/money.ts'
import { asFields } from '../pix/pix-json.ts'
import type { Outcome, PaymentReturn, Received, ReceivedPayment, Refund, Rejected } from '../port.ts'
import {
  disputeOf,
  pathOf,
  receivedBySales,
  returnedBySale,
  type Sale,
  saleCents,
  salesOf,
} from './card-sales.ts'
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
  now: Date,
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
  const payment = readPayment(read.value)
  if (payment === null || payment.isBoleto) return rejected(BY_HAND)
  if (payment.card?.installment != null)
    return refundInstalments(line, payment, { paymentId, refundId, amountCents }, now)
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

const WHOLE_ONLY = 'Asaas gives a sale by card in instalments back only as a whole'
const LOST = 'the money went back to the payer in a dispute'

/** A refund of instalments has no id of ours: a refusal since our own request is the response to it. */
function askedAt(refundId: string, now: Date): Date {
  const id = `${MADE_PREFIXES.refund}_${refundId}`
  return isId('refund', id) ? idTime(id) : now
}

/** Repeated, it finds the whole sale given back, or on its way, and asks for nothing. */
async function refundInstalments(
  line: AsaasLine,
  { txid, card }: AsaasPayment,
  { refundId, amountCents }: RefundRequest,
  now: Date,
): Promise<Outcome<Refund>> {
  if (txid === null) return rejected('not a payment of a charge')
  const found = await paymentsOf(line, txid)
  if (found.outcome !== 'confirmed') return found
  const whole = await withReturns(line, found.value)
  if (whole.outcome !== 'confirmed') return whole
  const sale = salesOf(whole.value).find(([first]) => first.card?.installment === card?.installment)
  if (sale === undefined) return UNFIT
  const back = returnedBySale(sale)
  const goneCents = back?.amountCents ?? 0n
  if (back?.status === 'processing') return { outcome: 'confirmed', value: { status: 'processing' } }
  if (goneCents === saleCents(sale)) return { outcome: 'confirmed', value: { status: 'done' } }
  if (disputeOf(sale)?.status === 'lost') return rejected(LOST)
  if (amountCents !== saleCents(sale) - goneCents) return rejected(WHOLE_ONLY)
  const since = new Date(Math.floor(askedAt(refundId, now).getTime() / 1000) * 1000)
  const refused = sale
    .flatMap(({ returns }) => returns ?? [])
    .find(({ status, at }) => status === 'failed' && at !== null && at >= since)
  if (refused !== undefined) {
    const { reason } = refused
    return { outcome: 'confirmed', value: { status: 'failed', ...(reason !== null && { reason }) } }
  }
  const reply = await line.post(`${pathOf(sale)}/refund`, {})
  return reply.outcome === 'confirmed' ? { outcome: 'confirmed', value: { status: 'processing' } } : reply
}

const SAME_TXID_MAX = '100'

/** All payments with this txid, the displayed one first. */
export async function paymentsOf(line: AsaasLine, txid: string): Promise<Outcome<AsaasPayment[]>> {
  const reply = await line.get('/payments', { externalReference: txid, limit: SAME_TXID_MAX })
  if (reply.outcome !== 'confirmed') return reply
  const read = pageOf(reply.value)?.items.map(readPayment)
  if (read === undefined || read.some((one) => one === null || one.txid !== txid)) return UNFIT
  const all = read.flatMap((one) => (one === null || one.status === 'removed' ? [] : [one]))
  return { outcome: 'confirmed', value: all.sort((one, other) => (one.id < other.id ? -1 : 1)) }
}

/** Payments with their refunds; unknown if the bank reports a full refund without details yet. */
export async function withReturns(
  line: AsaasLine,
  payments: readonly AsaasPayment[],
): Promise<Outcome<AsaasPayment[]>> {
  const whole: AsaasPayment[] = []
  for (const payment of payments) {
    const asked = await knownReturns(line, payment)
    if (asked.outcome !== 'confirmed') return asked
    whole.push({ ...payment, returns: asked.value })
  }
  return { outcome: 'confirmed', value: whole }
}

async function knownReturns(line: AsaasLine, payment: AsaasPayment): Promise<Outcome<PaymentReturn[]>> {
  const { id, returns, isGivenBack, card } = payment
  // A payment that was lost in a dispute went back without a refund.
  if (card?.dispute?.status === 'lost') return { outcome: 'confirmed', value: returns ?? [] }
  if (returns !== null && !(isGivenBack && returns.length === 0))
    return { outcome: 'confirmed', value: returns }
  const asked = await returnsOf(line, id)
  return asked.outcome === 'confirmed' && isGivenBack && asked.value.length === 0
    ? { outcome: 'unknown', reason: 'the bank says that it was given back, but not yet how' }
    : asked
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
  const cards = new Set<string>()
  for (const payment of listed.value.payments) {
    if (payment.txid === null || payment.status !== 'paid') continue
    // An instalment that arrived belongs to a sale, which was paid as a whole.
    if (payment.card !== null) {
      cards.add(payment.txid)
      continue
    }
    const whole = await withReturns(line, [payment])
    // One incomplete payment must not block the others.
    if (whole.outcome === 'confirmed')
      payments.push(...whole.value.map((one) => receivedOf(one, payment.txid ?? '', now)))
    else unreadable.push(payment.txid)
  }
  for (const txid of cards) {
    const sales = await paidSales(line, txid)
    if (sales.outcome === 'confirmed') payments.push(...receivedBySales(sales.value, txid, now))
    else unreadable.push(txid)
  }
  return { outcome: 'confirmed', value: { payments, unreadable } }
}

async function paidSales(line: AsaasLine, txid: string): Promise<Outcome<Sale[]>> {
  const found = await paymentsOf(line, txid)
  if (found.outcome !== 'confirmed') return found
  const whole = await withReturns(line, found.value)
  return whole.outcome === 'confirmed' ? { outcome: 'confirmed', value: salesOf(whole.value) } : whole
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
