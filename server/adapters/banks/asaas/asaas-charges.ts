// Makes, reads and withdraws charges at Asaas. It lets nobody choose an id, so each is found again by our txid in its
// external reference before another is made. A charge counts only where the bank shows it as it was ordered.

import { BANK_ZONE } from '../../../kernel/values/business-days.ts'
import { dateIn } from '../../../kernel/values/dates.ts'
import { numberFromCents } from '../../../kernel/values/money.ts'
import type { ChargeOrder, Instructions, Outcome, Rejected, Verdict } from '../port.ts'
import { customerFor, NO_DOCUMENT } from './asaas-customers.ts'
import { instructionsOf } from './asaas-instructions.ts'
import { type AsaasPayment, PAYMENT_ID, pageOf, readPayment, receivedOf, TXID } from './asaas-json.ts'
import { type AsaasLine, isAccount, UNFIT } from './asaas-line.ts'
import { withReturns } from './asaas-refunds.ts'

const DESCRIPTION_MAX = 500
const SAME_TXID_MAX = '100'
/** What its barcodes have room for. */
const CENTS_MAX = 9_999_999_999n

export async function openCharge(
  line: AsaasLine,
  order: ChargeOrder,
  now: Date,
): Promise<Outcome<Instructions>> {
  const fault = faultOf(order, now)
  if (fault !== null) return fault
  const known = await paymentsOf(line, order.txid)
  if (known.outcome !== 'confirmed') return known
  const [first, ...others] = known.value
  const made: Outcome<AsaasPayment> =
    first === undefined ? await make(line, order, now) : { outcome: 'confirmed', value: first }
  // A request that was thought to be lost came through after all.
  for (const other of others) if (other.status === 'open') await line.remove(`/payments/${other.id}`)
  if (made.outcome !== 'confirmed') return made
  const { value: payment } = made
  if (payment.txid !== order.txid || payment.amountCents !== order.amountCents)
    return giveUp(line, payment, 'the bank has another charge than was ordered')
  const instructions = await instructionsOf(line, order, payment)
  const isRefused = instructions.outcome === 'rejected' && !isAccount(instructions)
  return isRefused ? giveUp(line, payment, instructions.reason) : instructions
}

/** By our name and, as soon as there is one, the bank's. */
export interface NamedCharge {
  txid: string
  bankReference: string | null
}

export async function readCharge(line: AsaasLine, named: NamedCharge, now: Date): Promise<Outcome<Verdict>> {
  const found = await chargeOf(line, named)
  return found.outcome === 'confirmed' ? verdictOf(line, found.value, named.txid, now) : found
}

/** One that was paid at a bank and is not cleared cannot be withdrawn any more: its money is waited for. */
export async function withdrawCharge(
  line: AsaasLine,
  named: NamedCharge,
  now: Date,
): Promise<Outcome<Verdict>> {
  const found = await chargeOf(line, named)
  if (found.outcome !== 'confirmed') return found
  for (const { id } of found.value.filter(({ status }) => status === 'open')) {
    const reply = await line.remove(`/payments/${id}`)
    if (reply.outcome === 'unknown' || isAccount(reply)) return reply
    if (reply.outcome === 'rejected') continue
    if (reply.value.deleted !== true) return UNFIT
    if (found.value.length === 1) return { outcome: 'confirmed', value: { status: 'removed', payments: [] } }
  }
  return readCharge(line, named, now)
}

/** All that have this txid, the one that is shown first. */
async function paymentsOf(line: AsaasLine, txid: string): Promise<Outcome<AsaasPayment[]>> {
  const reply = await line.get('/payments', { externalReference: txid, limit: SAME_TXID_MAX })
  if (reply.outcome !== 'confirmed') return reply
  const read = pageOf(reply.value)?.items.map(readPayment)
  if (read === undefined || read.some((one) => one === null || one.txid !== txid)) return UNFIT
  const all = read.flatMap((one) => (one === null || one.status === 'removed' ? [] : [one]))
  return { outcome: 'confirmed', value: all.sort((one, other) => (one.id < other.id ? -1 : 1)) }
}

/** Those it removed are not listed, and only found by its own id. */
async function chargeOf(
  line: AsaasLine,
  { txid, bankReference }: NamedCharge,
): Promise<Outcome<AsaasPayment[]>> {
  if (!TXID.test(txid)) return { outcome: 'rejected', reason: 'not the txid of a charge', cause: 'absent' }
  const all = await paymentsOf(line, txid)
  if (all.outcome !== 'confirmed' || all.value.length > 0) return all
  if (bankReference === null || !PAYMENT_ID.test(bankReference))
    return { outcome: 'rejected', reason: 'the bank has no such charge', cause: 'absent' }
  const reply = await line.get(`/payments/${bankReference}`)
  if (reply.outcome !== 'confirmed') return reply
  const payment = readPayment(reply.value)
  return payment?.txid === txid ? { outcome: 'confirmed', value: [payment] } : UNFIT
}

async function make(line: AsaasLine, order: ChargeOrder, now: Date): Promise<Outcome<AsaasPayment>> {
  const customer = await customerFor(line, order.payer)
  if (customer.outcome !== 'confirmed') return customer
  const reply = await line.post('/payments', paymentBody(order, customer.value, now))
  if (reply.outcome !== 'confirmed') return reply
  const payment = readPayment(reply.value)
  return payment === null ? UNFIT : { outcome: 'confirmed', value: payment }
}

function paymentBody(order: ChargeOrder, customer: string, now: Date): object {
  const { method, amountCents, txid, finePercent, interestPercent } = order
  const last = dateIn(order.expiresAt, BANK_ZONE)
  const today = dateIn(now, BANK_ZONE)
  const wanted = order.dueDate ?? last
  // Nothing can be due before it is made.
  const due = Temporal.PlainDate.compare(wanted, today) < 0 ? today : wanted
  const { days } = due.until(last, { largestUnit: 'day' })
  return {
    customer,
    billingType: method === 'pix' ? 'PIX' : 'BOLETO',
    value: numberFromCents(amountCents),
    dueDate: due.toString(),
    description: [...order.description].slice(0, DESCRIPTION_MAX).join(''),
    externalReference: txid,
    ...(method === 'boleto' && { daysAfterDueDateToRegistrationCancellation: Math.max(days, 1) }),
    ...(finePercent !== undefined && { fine: { value: Number(finePercent), type: 'PERCENTAGE' } }),
    ...(interestPercent !== undefined && { interest: { value: Number(interestPercent) } }),
  }
}

async function verdictOf(
  line: AsaasLine,
  all: readonly AsaasPayment[],
  txid: string,
  now: Date,
): Promise<Outcome<Verdict>> {
  const paid = await withReturns(
    line,
    all.filter(({ status }) => status === 'paid'),
  )
  if (paid.outcome !== 'confirmed') return paid
  const payments = paid.value.map((payment) => receivedOf(payment, txid, now))
  const isOpen = all.some(({ status }) => status === 'open')
  const status = payments.length > 0 ? 'paid' : isOpen ? 'open' : 'removed'
  return { outcome: 'confirmed', value: { status, payments } }
}

function faultOf({ txid, amountCents, payer, expiresAt }: ChargeOrder, now: Date): Rejected | null {
  const refused = (reason: string): Rejected => ({ outcome: 'rejected', reason })
  if (!TXID.test(txid)) return refused('the txid is not 26 to 35 letters and digits')
  if (amountCents < 1n || amountCents > CENTS_MAX) return refused('the amount is not one of a charge')
  if (expiresAt <= now) return refused('the charge has expired')
  return payer === null || payer.document === null ? NO_DOCUMENT : null
}

/** Where it stays all the same, whoever asked for it asks again, or withdraws it: both find it by its txid. */
async function giveUp(line: AsaasLine, { id }: AsaasPayment, reason: string): Promise<Rejected> {
  await line.remove(`/payments/${id}`)
  return { outcome: 'rejected', reason }
}
