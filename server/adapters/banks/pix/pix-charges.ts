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
  asFields,
  type BankCharge,
  chargeBody,
  dueDateBody,
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

/** An immediate charge, or one with a due date. A txid is used by one of them alone. */
type Kind = 'cob' | 'cobv'

/** The bank's reference of a charge with a due date. Others have none. */
const DUE_DATE_REFERENCE = 'cobv'

/** If the bank refuses a charge with a due date, it is asked for an immediate one. */
export async function openCharge(
  line: BankLine,
  pixKey: string,
  order: ChargeOrder,
  now: Date,
): Promise<Outcome<Instructions>> {
  const { dueDate, withoutDueDate } = order
  const fault = faultOf(order, now)
  if (fault !== null) return rejected(fault)
  if (dueDate === undefined) return openAs('cob', { line, pixKey, order, now })
  const opened = await openAs('cobv', { line, pixKey, order, now })
  if (opened.outcome !== 'rejected' || withoutDueDate === undefined) return opened
  const immediate = { ...order, ...withoutDueDate }
  const other = faultOf(immediate, now)
  return other === null ? openAs('cob', { line, pixKey, order: immediate, now }) : rejected(other)
}

interface Opening {
  readonly line: BankLine
  readonly pixKey: string
  readonly order: ChargeOrder
  readonly now: Date
}

async function openAs(kind: Kind, opening: Opening): Promise<Outcome<Instructions>> {
  const { line, pixKey, order, now } = opening
  const written = kind === 'cob' ? { body: chargeBody(order, pixKey, now) } : dueDateBody(order, pixKey, now)
  if ('fault' in written) return { outcome: 'rejected', reason: written.fault, ...written.because }
  const path = pathOf(kind, order.txid)
  if (order.isRepeated === true) {
    const known = await adopt(kind, opening)
    if (known.outcome !== 'rejected' || isAccount(known)) return known
  }
  const reply = await line.put(path, written.body)
  if (reply.outcome === 'confirmed') {
    const charge = readBankCharge(reply.value)
    if (charge === null || charge.txid !== order.txid) return UNFIT
    return isAsOrdered(charge, order, pixKey)
      ? instructionsOf(kind, line, charge, order)
      : giveUp(line, path, 'the bank made another charge than was ordered')
  }
  // A refusal may mean that the charge exists, from an earlier request whose response was lost.
  if (reply.outcome === 'unknown' || isAccount(reply)) return refusalOf(reply)
  return adopt(kind, opening, reply)
}

export async function readCharge(
  line: BankLine,
  pixKey: string,
  { txid, bankReference }: NamedCharge,
): Promise<Outcome<Verdict>> {
  if (!TXID.test(txid)) return { ...rejected('not the txid of a Pix charge'), cause: 'absent' }
  const read = async (kind: Kind) => {
    const reply = await line.get(pathOf(kind, txid))
    return reply.outcome === 'confirmed' ? verdictOf(reply.value, pixKey, txid) : refusalOf(reply)
  }
  if (bankReference === DUE_DATE_REFERENCE) return read('cobv')
  const immediate = await read('cob')
  if (!isAbsent(immediate)) return immediate
  // The kind of a charge is unknown if the response to its order was lost.
  const other = await read('cobv')
  return isAccount(other) ? immediate : other
}

/** By our id and, once known, the bank's reference. */
export interface NamedCharge {
  txid: string
  bankReference: string | null
}

export async function withdrawCharge(
  line: BankLine,
  pixKey: string,
  named: NamedCharge,
): Promise<Outcome<Verdict>> {
  const { txid, bankReference } = named
  const before = await readCharge(line, pixKey, named)
  if (before.outcome !== 'confirmed' || before.value.status !== 'open') return before
  const kinds: Kind[] = bankReference === DUE_DATE_REFERENCE ? ['cobv'] : ['cob', 'cobv']
  let verdict: Outcome<Verdict> = before
  for (const kind of kinds) {
    const reply = await line.patch(pathOf(kind, txid), REMOVED)
    verdict = reply.outcome === 'confirmed' ? verdictOf(reply.value, pixKey, txid) : refusalOf(reply)
    if (!isAbsent(verdict)) break
  }
  if (verdict.outcome === 'confirmed' || isAccount(verdict)) return verdict
  // The charge was paid meanwhile, or withdrawn by a request whose response was lost: read it.
  const after = await readCharge(line, pixKey, named)
  return after.outcome === 'confirmed' && after.value.status !== 'open' ? after : verdict
}

/** Whether the bank offers charges with a due date: only some contracts have them. */
export async function probeDueDates(line: BankLine, now: Date): Promise<Outcome<boolean>> {
  const reply = await line.get('/cobv', {
    inicio: wholeSecond(new Date(now.getTime() - PROBED_MS)),
    fim: wholeSecond(now),
    'paginacao.paginaAtual': '0',
    'paginacao.itensPorPagina': '1',
  })
  if (reply.outcome === 'unknown') return refusalOf(reply)
  const isListed = reply.outcome === 'confirmed' && Array.isArray(asFields(reply.value)?.cobs)
  const isEmpty = line.dialect.listsNothingAs404 && isAbsent(reply)
  return { outcome: 'confirmed', value: isListed || isEmpty }
}

const PROBED_MS = 3_600_000

function faultOf({ txid, method, amountCents, expiresAt }: ChargeOrder, now: Date): string | null {
  if (method !== 'pix') return 'this bank makes Pix charges only'
  if (!TXID.test(txid)) return 'the txid is not 26 to 35 letters and digits'
  if (amountCents < 1n || amountCents > PIX_CENTS_MAX) return 'the amount is not one of a Pix charge'
  if (expiresAt <= now) return 'the charge has expired'
  return null
}

/** The existing charge, if it matches the order. */
async function adopt(
  kind: Kind,
  { line, pixKey, order }: Opening,
  refusal?: Rejected,
): Promise<Outcome<Instructions>> {
  const reply = await line.get(pathOf(kind, order.txid))
  if (reply.outcome === 'rejected') return isAccount(reply) ? reply : rejected((refusal ?? reply).reason)
  if (reply.outcome === 'unknown') return refusalOf(reply)
  const charge = readBankCharge(reply.value)
  if (charge === null || charge.txid !== order.txid) return UNFIT
  if (!isAsOrdered(charge, order, pixKey)) return rejected('the bank has another charge with this txid')
  return instructionsOf(kind, line, charge, order)
}

/** If the bank sends no code, it is built from the location. */
async function instructionsOf(
  kind: Kind,
  line: BankLine,
  { status, codes, location }: BankCharge,
  { txid, receiver }: ChargeOrder,
): Promise<Outcome<Instructions>> {
  if (status === 'removed') return rejected('the charge was removed')
  const written = codes.find(isBrCode)
  const copyPaste =
    written ?? (location !== null && isPixLocation(location) ? dynamicBrCode(location, receiver) : null)
  const named = kind === 'cobv' && ({ isDueDate: true, bankReference: DUE_DATE_REFERENCE } as const)
  if (copyPaste !== null) return { outcome: 'confirmed', value: { method: 'pix', copyPaste, ...named } }
  const none = codes.length === 0 && location === null
  return giveUp(
    line,
    pathOf(kind, txid),
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
  if (!isSameKey(charge.pixKey, pixKey)) return rejected('the charge is for another Pix key')
  const { status, payments } = charge
  if (status === 'paid' && payments.length === 0) {
    return { outcome: 'unknown', reason: 'the bank says that it is paid, but not yet by which payment' }
  }
  return { outcome: 'confirmed', value: { status, payments } }
}

function isAsOrdered(charge: BankCharge, order: ChargeOrder, pixKey: string): boolean {
  return charge.amountCents === order.amountCents && isSameKey(charge.pixKey, pixKey)
}

function pathOf(kind: Kind, txid: string): string {
  return `/${kind}/${txid}`
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
  if (!PAYMENT_ID.test(paymentId)) return { outcome: 'rejected', reason: 'not the id of a Pix payment' }
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
