// Reads the payments that a PIX key received, and gives payments back.
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import type { Refund } from '../bank-refund.ts'
import { isAbsent, type Outcome, type Received, type ReceivedPayment } from '../port.ts'
import { type BankLine, refusalOf, UNFIT } from './bank-line.ts'
import { PAYMENT_ID, PIX_CENTS_MAX, REFUND_ID, readPaymentPage, readRefund } from './pix-json.ts'

/** A page of them is far below the largest answer that is read. */
const PAGE_SIZE = 100
const PAGES_MAX = 100

export async function receivedPayments(
  line: BankLine,
  pixKey: string,
  from: Date,
  to: Date,
  filter: { devolucaoPresente?: 'true' } = {},
): Promise<Outcome<Received>> {
  // Payments that come while we read may move others to the next page.
  const found = new Map<string, ReceivedPayment>()
  const unreadable = new Set<string>()
  for (let page = 0, pages = 1; page < pages; page++) {
    const reply = await line.get('/pix', {
      inicio: wholeSecond(from),
      fim: wholeSecond(to),
      txIdPresente: 'true',
      ...filter,
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAGE_SIZE),
    })
    if (line.manner.listsNothingAs404 && isAbsent(reply)) break
    if (reply.outcome !== 'confirmed') return refusalOf(reply)
    const read = readPaymentPage(reply.value, pixKey)
    if (read === null || read.page !== page) return UNFIT
    pages = read.pages
    if (pages > PAGES_MAX) return { outcome: 'unknown', reason: `more than ${PAGES_MAX} pages of payments` }
    for (const payment of read.payments) found.set(payment.id, payment)
    for (const txid of read.unreadable) unreadable.add(txid)
  }
  return { outcome: 'confirmed', value: { payments: [...found.values()], unreadable: [...unreadable] } }
}

/** Some banks refuse milliseconds. */
function wholeSecond(time: Date): string {
  return isoTimestamp(time).replace(/\.\d+Z$/, 'Z')
}

export async function refundPayment(
  line: BankLine,
  paymentId: string,
  refundId: string,
  amountCents: bigint,
): Promise<Outcome<Refund>> {
  if (!PAYMENT_ID.test(paymentId)) return { outcome: 'rejected', reason: 'not the id of a PIX payment' }
  if (!REFUND_ID.test(refundId)) return { outcome: 'rejected', reason: 'not the id of a refund' }
  if (amountCents < 1n || amountCents > PIX_CENTS_MAX) {
    return { outcome: 'rejected', reason: 'not an amount of a refund' }
  }
  const path = `/pix/${paymentId}/devolucao/${refundId}`
  const refundOf = (value: unknown): Outcome<Refund> => {
    const refund = readRefund(value)
    if (refund === null || refund.id !== refundId) return UNFIT
    const { status, reason } = refund
    if (refund.amountCents === amountCents)
      return { outcome: 'confirmed', value: { status, ...(reason !== null && { reason }) } }
    return { outcome: 'rejected', reason: 'the bank has another refund with this id' }
  }
  const reply = await line.put(path, { valor: formatAmount(amountCents) })
  if (reply.outcome === 'confirmed') return refundOf(reply.value)
  if (reply.outcome === 'unknown' || reply.cause === 'account') return refusalOf(reply)
  // Banks refuse an id that they know already, though it may be this very refund.
  const known = await line.get(path)
  if (known.outcome === 'confirmed') return refundOf(known.value)
  return known.outcome === 'unknown' || known.cause === 'account' ? refusalOf(known) : reply
}
