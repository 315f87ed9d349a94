// Mandates of Pix Automático at a bank with the API Pix, and their charges. The first charge is an immediate one, and
// its composite code also accepts the mandate (journey 3).
import type { Clock } from '../../../kernel/process/clock.ts'
import { isBrCode } from '../../../kernel/values/br-code.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import {
  type BankMandate,
  isAbsent,
  type MandateChargeOrder,
  type MandateOrder,
  type Mandates,
  type OfferedMandate,
  type Outcome,
  type Rejected,
  type Verdict,
} from '../port.ts'
import { type BankLine, refusalOf, UNFIT } from './client.ts'
import {
  debtorQuery,
  MANDATE_ID,
  mandateBody,
  mandateChargeBody,
  type ReadMandate,
  type ReadMandateCharge,
  type ReceivingAccount,
  readLocation,
  readMandate,
  readMandateCharge,
} from './mandate-json.ts'
import { openCharge } from './pix-charges.ts'
import { asFields, PIX_CENTS_MAX, TXID } from './pix-json.ts'

/** Asked for with a token of its own, because a bank may refuse a token for a scope that it does not know. */
export const MANDATE_SCOPES =
  'rec.write rec.read cobr.write cobr.read payloadlocationrec.write payloadlocationrec.read ' +
  'webhookrec.write webhookcobr.write'

const CANCELLED = { status: 'CANCELADA' }
const NO_ACCOUNT = 'the connection does not name the account that mandates are paid into'
/** Banks' clocks differ from ours. */
const CLOCK_MARGIN_MS = 10 * 60_000
const PAGES_MAX = 20

export interface MandateLines {
  /** With the scopes of charges. */
  line: BankLine
  /** With the scopes of mandates. */
  mandateLine: BankLine
  pixKey: string
  /** Null if the settings do not name it. */
  account: ReceivingAccount | null
  wall: Clock
}

export function makeMandates(lines: MandateLines): Mandates {
  const { mandateLine } = lines
  return {
    takesRetries: true,
    create: (order) => createMandate(lines, order),
    read: (id) => askMandate(mandateLine, id),
    cancel: (id) => cancelMandate(mandateLine, id),
    charge: (order) => chargeMandate(lines, order),
    retry: (txid, mandate, on) => retryCharge(mandateLine, { txid, mandate }, on),
  }
}

/** Whether the account may use mandates: some contracts do not include them. */
export async function probeMandates({ mandateLine, account, wall }: MandateLines): Promise<Outcome<boolean>> {
  if (account === null) return { outcome: 'confirmed', value: false }
  const until = wall.now()
  const reply = await mandateLine.get('/rec', timesOf(new Date(until.getTime() - 60_000), until))
  if (reply.outcome === 'confirmed')
    return { outcome: 'confirmed', value: Array.isArray(asFields(reply.value)?.recs) }
  return reply.outcome === 'rejected' ? { outcome: 'confirmed', value: false } : refusalOf(reply)
}

async function createMandate(lines: MandateLines, order: MandateOrder): Promise<Outcome<OfferedMandate>> {
  const { line, mandateLine, pixKey, account, wall } = lines
  if (account === null) return rejected(NO_ACCOUNT)
  const first = await openCharge(line, pixKey, { ...order.first, method: 'pix' }, wall.now())
  if (first.outcome !== 'confirmed') return first
  const known =
    order.sentSince === null ? null : await findMandate(mandateLine, order, order.sentSince, wall.now())
  if (known !== null && known.outcome !== 'confirmed') return known
  const made = known?.value ?? null
  const mandate = made === null ? await postMandate(mandateLine, order) : confirmed(made)
  if (mandate.outcome !== 'confirmed') return mandate
  if (mandate.value.contract !== order.contract || mandate.value.amountCents !== order.amountCents)
    return UNFIT
  return offered(mandateLine, mandate.value, order)
}

/** The mandate of this contract, if an earlier request created it: newest first, as a rejected one may come before. */
async function findMandate(
  line: BankLine,
  { contract, payer }: MandateOrder,
  since: Date,
  now: Date,
): Promise<Outcome<ReadMandate | null>> {
  const found: ReadMandate[] = []
  const from = new Date(since.getTime() - CLOCK_MARGIN_MS)
  const until = new Date(now.getTime() + CLOCK_MARGIN_MS)
  for (let page = 0, pages = 1; page < pages && page < PAGES_MAX; page++) {
    const query = {
      ...timesOf(from, until),
      ...debtorQuery(payer.document),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': '100',
    }
    const reply = await line.get('/rec', query)
    if (line.dialect.listsNothingAs404 && isAbsent(reply)) break
    if (reply.outcome !== 'confirmed') return refusalOf(reply)
    const fields = asFields(reply.value)
    const paging = asFields(asFields(fields?.parametros)?.paginacao)
    if (!Array.isArray(fields?.recs) || !Number.isSafeInteger(paging?.quantidadeDePaginas)) return UNFIT
    pages = paging?.quantidadeDePaginas as number
    found.push(...fields.recs.map(readMandate).filter((one) => one !== null))
  }
  return confirmed(found.findLast((mandate) => mandate.contract === contract) ?? null)
}

async function postMandate(line: BankLine, order: MandateOrder): Promise<Outcome<ReadMandate>> {
  const place = await line.post('/locrec')
  if (place.outcome !== 'confirmed') return refusalOf(place)
  const loc = readLocation(place.value)
  if (loc === null) return UNFIT
  const body = mandateBody(order, loc)
  if (body === null) return { ...rejected('a mandate needs a payer with CPF or CNPJ'), cause: 'payer' }
  const reply = await line.post('/rec', body)
  if (reply.outcome !== 'confirmed') return refusalOf(reply)
  const mandate = readMandate(reply.value)
  return mandate === null ? UNFIT : confirmed(mandate)
}

/** The composite code is shown only when the mandate is read together with its first charge. */
async function offered(
  line: BankLine,
  { id }: ReadMandate,
  { first: { txid } }: MandateOrder,
): Promise<Outcome<OfferedMandate>> {
  const reply = await line.get(`/rec/${id}`, { txid })
  if (reply.outcome !== 'confirmed') return refusalOf(reply)
  const mandate = readMandate(reply.value)
  if (mandate === null || mandate.id !== id) return UNFIT
  const { code, status, ending } = mandate
  if (status !== 'created') return rejected('the mandate has ended')
  if (code === null)
    return { outcome: 'unknown', reason: 'the bank has not shown the code of the mandate yet' }
  if (!isBrCode(code)) return rejected('the bank sent a code that nobody can pay with')
  return confirmed({ id, status, ending, copyPaste: code })
}

async function askMandate(line: BankLine, id: string): Promise<Outcome<BankMandate>> {
  if (!MANDATE_ID.test(id)) return { ...rejected('not the id of a mandate'), cause: 'absent' }
  const reply = await line.get(`/rec/${id}`)
  return reply.outcome === 'confirmed' ? mandateIn(reply.value, id) : refusalOf(reply)
}

async function cancelMandate(line: BankLine, id: string): Promise<Outcome<BankMandate>> {
  const before = await askMandate(line, id)
  if (before.outcome !== 'confirmed' || isEnded(before.value)) return before
  const reply = await line.patch(`/rec/${id}`, CANCELLED)
  if (reply.outcome === 'confirmed') return mandateIn(reply.value, id)
  // It ended meanwhile, or a request whose response was lost has cancelled it.
  const after = await askMandate(line, id)
  return after.outcome === 'confirmed' && isEnded(after.value) ? after : refusalOf(reply)
}

function isEnded({ status }: BankMandate): boolean {
  return status !== 'created' && status !== 'active'
}

function mandateIn(value: unknown, id: string): Outcome<BankMandate> {
  const mandate = readMandate(value)
  if (mandate === null || mandate.id !== id) return UNFIT
  const { status, ending } = mandate
  return confirmed({ id, status, ending })
}

async function chargeMandate(
  { mandateLine, account }: MandateLines,
  order: MandateChargeOrder,
): Promise<Outcome<{ bankReference: string }>> {
  const { txid, amountCents, mandate } = order
  if (account === null) return rejected(NO_ACCOUNT)
  if (!TXID.test(txid)) return rejected('the txid is not 26 to 35 letters and digits')
  if (!MANDATE_ID.test(mandate)) return rejected('not the id of a mandate')
  if (amountCents < 1n || amountCents > PIX_CENTS_MAX) return rejected('not an amount of a charge')
  const reply = await mandateLine.put(`/cobr/${txid}`, mandateChargeBody(order, account))
  if (reply.outcome === 'unknown' || (reply.outcome === 'rejected' && reply.cause === 'account'))
    return refusalOf(reply)
  // A refusal may mean that the charge exists, from an earlier request whose response was lost.
  const shown = reply.outcome === 'confirmed' ? reply : await mandateLine.get(`/cobr/${txid}`)
  if (shown.outcome === 'unknown') return refusalOf(shown)
  if (shown.outcome === 'rejected') return reply.outcome === 'rejected' ? rejected(reply.reason) : shown
  const charge = readMandateCharge(shown.value)
  if (charge === null || charge.txid !== txid) return UNFIT
  if (!isAsOrdered(charge, order)) return rejected('the bank has another charge with this txid')
  return confirmed({ bankReference: mandate })
}

function isAsOrdered(charge: ReadMandateCharge, order: MandateChargeOrder): boolean {
  const isSame = charge.amountCents === order.amountCents && charge.mandate === order.mandate
  return isSame && charge.dueOn === order.dueOn.toString()
}

interface NamedCharge {
  txid: string
  /** The bank's id of the mandate. */
  mandate: string
}

export async function readMandateVerdict(line: BankLine, named: NamedCharge): Promise<Outcome<Verdict>> {
  if (!TXID.test(named.txid)) return { ...rejected('not the txid of a charge'), cause: 'absent' }
  const reply = await line.get(`/cobr/${named.txid}`)
  return reply.outcome === 'confirmed' ? verdictOf(reply.value, named) : refusalOf(reply)
}

/** Only before the day of the first attempt; later the charge takes its course. */
export async function withdrawMandateCharge(line: BankLine, named: NamedCharge): Promise<Outcome<Verdict>> {
  const before = await readMandateVerdict(line, named)
  if (before.outcome !== 'confirmed' || before.value.status !== 'open') return before
  const reply = await line.patch(`/cobr/${named.txid}`, CANCELLED)
  if (reply.outcome === 'confirmed') return verdictOf(reply.value, named)
  if (reply.outcome === 'rejected' && reply.cause === 'account') return reply
  const after = await readMandateVerdict(line, named)
  // A refusal is final: the day of the first attempt has come.
  if (after.outcome === 'confirmed' && (after.value.status !== 'open' || reply.outcome === 'rejected'))
    return after
  return refusalOf(reply)
}

async function retryCharge(
  line: BankLine,
  named: NamedCharge,
  on: Temporal.PlainDate,
): Promise<Outcome<Verdict>> {
  const reply = await line.post(`/cobr/${named.txid}/retentativa/${on}`)
  if (reply.outcome === 'confirmed') return verdictOf(reply.value, named)
  // An earlier request may have asked for this attempt already.
  const read = await readMandateVerdict(line, named)
  const isThere =
    read.outcome === 'confirmed' &&
    read.value.attempts?.some((one) => one.on === on.toString() && one.status === 'scheduled')
  return isThere ? read : refusalOf(reply)
}

function verdictOf(value: unknown, { txid, mandate }: NamedCharge): Outcome<Verdict> {
  const charge = readMandateCharge(value)
  if (charge === null || charge.txid !== txid) return UNFIT
  if (charge.mandate !== mandate) return rejected('the charge is of another mandate')
  const { status, payments, attempts } = charge
  if (status === 'paid' && payments.length === 0)
    return { outcome: 'unknown', reason: 'the bank says that it is paid, but not yet by which payment' }
  return confirmed({ status, payments, attempts })
}

function timesOf(from: Date, until: Date): { inicio: string; fim: string } {
  const whole = (time: Date) => isoTimestamp(time).replace(/\.\d+Z$/, 'Z')
  return { inicio: whole(from), fim: whole(until) }
}

function confirmed<T>(value: T): { outcome: 'confirmed'; value: T } {
  return { outcome: 'confirmed', value }
}

function rejected(reason: string): Rejected {
  return { outcome: 'rejected', reason }
}
