// Reads what an account at Asaas received between two times, page by page.

import { BANK_ZONE } from '../../../kernel/values/business-days.ts'
import { dateIn } from '../../../kernel/values/dates.ts'
import { asFields } from '../pix/json-fields.ts'
import type { Outcome, Received, ReceivedPayment } from '../port.ts'
import { type AsaasPayment, pageOf, readPayment, receivedOf, TXID } from './asaas-json.ts'
import { type AsaasLine, UNFIT } from './asaas-line.ts'
import { withReturns } from './asaas-refunds.ts'

const PAGE_SIZE = 100
const PAGES_MAX = 100
/** A boleto is money days after it was paid, and may be listed by the day on which it was: over a long weekend. */
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
    // What one of them does not tell yet holds up no other.
    if (whole.outcome === 'confirmed')
      payments.push(...whole.value.map((one) => receivedOf(one, payment.txid ?? '', now)))
    else unreadable.push(payment.txid)
  }
  return { outcome: 'confirmed', value: { payments, unreadable } }
}

/** Asaas cannot list those alone, so they are looked for among all. */
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
  // Payments that come while we read may move others to the next page.
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
    // It may send fewer than were asked for, but not none where there are more.
    if (read === null || (read.hasMore && read.items.length === 0)) return UNFIT
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
