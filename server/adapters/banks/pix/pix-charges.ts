// Creates, reads and withdraws Pix charges. A charge counts only if the bank shows it as ordered.
import { dynamicBrCode, isBrCode, isPixLocation } from '../../../kernel/values/br-code.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { formatAmount } from '../../../kernel/values/money.ts'
import {
  type ChargeOrder,
  type Instructions,
  isAbsent,
  type Outcome,
  type Received,
  type ReceivedPayment,
  type Refund,
  type Rejected,
  type Verdict,
} from '../port.ts'
import { type BankLine, refusalOf, UNFIT } from './client.ts'
import {
  type BankCharge,
  chargeBody,
  isSameKey,
  PAGE_SIZE,
  PAYMENT_ID,
  PIX_CENTS_MAX,
  REFUND_ID,
  readBankCharge,
  readPaymentPage,
  readRefund,
  TXID,
} from './pix-json.ts'

const REMOVED = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }

export async function openCharge(
  line: BankLine,
  pixKey: string,
  order: ChargeOrder,
  now: Date,
): Promise<Outcome<Instructions>> {
  const fault = faultOf(order, now)
  if (fault !== null) return rejected(fault)
  const path = pathOf(order.txid)
  if (order.isRepeated === true) {
    const known = await adopt(line, { pixKey, path, order })
    if (known.outcome !== 'rejected' || isAccount(known)) return known
  }
  const reply = await line.put(path, chargeBody(order, pixKey, now))
  if (reply.outcome === 'confirmed') {
    const charge = readBankCharge(reply.value)
    if (charge === null || charge.txid !== order.txid) return UNFIT
    return isAsOrdered(charge, order, pixKey)
      ? instructionsOf(line, path, charge, order)
      : giveUp(line, path, 'the bank made another charge than was ordered')
  }
  // A refusal may mean that the charge exists, from an earlier request whose response was lost.
  if (reply.outcome === 'unknown' || isAccount(reply)) return refusalOf(reply)
  return adopt(line, { pixKey, path, order, refusal: reply })
}

export async function readCharge(line: BankLine, pixKey: string, txid: string): Promise<Outcome<Verdict>> {
  if (!TXID.test(txid)) return { ...rejected('not the txid of a PIX charge'), cause: 'absent' }
  const reply = await line.get(pathOf(txid))
  return reply.outcome === 'confirmed' ? verdictOf(reply.value, pixKey, txid) : refusalOf(reply)
}

export async function withdrawCharge(
  line: BankLine,
  pixKey: string,
  txid: string,
): Promise<Outcome<Verdict>> {
  const before = await readCharge(line, pixKey, txid)
  if (before.outcome !== 'confirmed' || before.value.status !== 'open') return before
  const reply = await line.patch(pathOf(txid), REMOVED)
  const verdict = reply.outcome === 'confirmed' ? verdictOf(reply.value, pixKey, txid) : refusalOf(reply)
  if (verdict.outcome === 'confirmed' || isAccount(verdict)) return verdict
  // The charge was paid meanwhile, or withdrawn by a request whose response was lost: read it.
  const after = await readCharge(line, pixKey, txid)
  return after.outcome === 'confirmed' && after.value.status !== 'open' ? after : verdict
}

function faultOf({ txid, method, amountCents, expiresAt }: ChargeOrder, now: Date): string | null {
  if (method !== 'pix') return 'this bank makes PIX charges only'
  if (!TXID.test(txid)) return 'the txid is not 26 to 35 letters and digits'
  if (amountCents < 1n || amountCents > PIX_CENTS_MAX) return 'the amount is not one of a PIX charge'
  if (expiresAt <= now) return 'the charge has expired'
  return null
}

/** The existing charge, if it matches the order. */
async function adopt(
  line: BankLine,
  {
    pixKey,
    path,
    order,
    refusal,
  }: {
    readonly pixKey: string
    readonly path: string
    readonly order: ChargeOrder
    readonly refusal?: Rejected | undefined
  },
): Promise<Outcome<Instructions>> {
  const reply = await line.get(path)
  if (reply.outcome === 'rejected') return isAccount(reply) ? reply : rejected((refusal ?? reply).reason)
  if (reply.outcome === 'unknown') return refusalOf(reply)
  const charge = readBankCharge(reply.value)
  if (charge === null || charge.txid !== order.txid) return UNFIT
  if (!isAsOrdered(charge, order, pixKey)) return rejected('the bank has another charge with this txid')
  return instructionsOf(line, path, charge, order)
}

/** If the bank sends no code, it is built from the location. */
async function instructionsOf(
  line: BankLine,
  path: string,
  { status, codes, location }: BankCharge,
  { receiver }: ChargeOrder,
): Promise<Outcome<Instructions>> {
  if (status === 'removed') return rejected('the charge was removed')
  const written = codes.find(isBrCode)
  const copyPaste =
    written ?? (location !== null && isPixLocation(location) ? dynamicBrCode(location, receiver) : null)
  if (copyPaste !== null) return { outcome: 'confirmed', value: { method: 'pix', copyPaste } }
  const none = codes.length === 0 && location === null
  return giveUp(
    line,
    path,
    none ? 'the bank sent no code to pay with' : 'the bank sent a code that nobody can pay with',
  )
}

/** No payer has seen the charge, so it does little harm if it remains. */
async function giveUp(line: BankLine, path: string, reason: string): Promise<Rejected> {
  await line.patch(path, REMOVED)
  return rejected(reason)
}

function verdictOf(value: unknown, pixKey: string, txid: string): Outcome<Verdict> {
  const charge = readBankCharge(value)
  if (charge === null || charge.txid !== txid) return UNFIT
  if (!isSameKey(charge.pixKey, pixKey)) return rejected('the charge is for another PIX key')
  const { status, payments } = charge
  if (status === 'paid' && payments.length === 0) {
    return { outcome: 'unknown', reason: 'the bank says that it is paid, but not yet by which payment' }
  }
  return { outcome: 'confirmed', value: { status, payments } }
}

function isAsOrdered(charge: BankCharge, order: ChargeOrder, pixKey: string): boolean {
  return charge.amountCents === order.amountCents && isSameKey(charge.pixKey, pixKey)
}

function pathOf(txid: string): string {
  return `/cob/${txid}`
}

function rejected(reason: string): Rejected {
  return { outcome: 'rejected', reason }
}

function isAccount(outcome: Outcome<unknown>): boolean {
  return outcome.outcome === 'rejected' && outcome.cause === 'account'
}

// Reads the payments that a Pix key received, and refunds payments.

/** A page is far below the largest readable response. */
const PAGES_MAX = 100

export async function receivedPayments(
  line: BankLine,
  {
    pixKey,
    from,
    to,
    filter = {},
  }: {
    readonly pixKey: string
    readonly from: Date
    readonly to: Date
    readonly filter?: { devolucaoPresente?: 'true' } | undefined
  },
): Promise<Outcome<Received>> {
  // New payments may move others to the next page while we read.
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
    if (line.dialect.listsNothingAs404 && isAbsent(reply)) break
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
  // Banks refuse a known id, though it may be this very refund.
  const known = await line.get(path)
  if (known.outcome === 'confirmed') return refundOf(known.value)
  return known.outcome === 'unknown' || known.cause === 'account' ? refusalOf(known) : reply
}
