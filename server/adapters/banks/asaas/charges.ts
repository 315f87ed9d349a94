// Creates, reads and withdraws charges at Asaas. It assigns ids itself, so a charge is looked up by our txid
// in its external reference before another is created. A charge counts only if the bank shows it as ordered.

import type { DebitAttempt } from '../../../../contract/mandate-states.ts'
import { bareTaxId } from '../../../../contract/tax-ids.ts'
import { digitableLine, dueFactor, readBarcode } from '../../../kernel/values/boleto.ts'
import { isBrCode } from '../../../kernel/values/br-code.ts'
import { BANK_ZONE, dateIn } from '../../../kernel/values/dates.ts'
import { numberFromCents } from '../../../kernel/values/money.ts'
import { asFields, type Fields } from '../pix/pix-json.ts'
import type { ChargeOrder, Instructions, Outcome, Rejected, Verdict } from '../port.ts'
import { pathOf, type Sale, saleCents, salesOf, verdictOfSales } from './card-sales.ts'
import {
  type AsaasLine,
  type AsaasPayment,
  isAccount,
  PAYMENT_ID,
  pageOf,
  readPayment,
  TXID,
  UNFIT,
} from './client.ts'
import { paymentsOf, withReturns } from './payments.ts'

// The payer at Asaas, which requires a stored customer with CPF or CNPJ. Our customers are marked, and those
// of the account's owner are left alone. Asaas sends them nothing, because we do.

const NO_DOCUMENT: Rejected = {
  outcome: 'rejected',
  reason: 'the bank makes no charge for a payer without CPF or CNPJ',
  cause: 'payer',
}
const CUSTOMER_ID = /^cus_[a-zA-Z0-9]{1,60}$/
const NAME_MAX = 100

/** The id of the payer's record, created or renamed if necessary. */
export async function customerFor(line: AsaasLine, payer: ChargeOrder['payer']): Promise<Outcome<string>> {
  if (payer === null || payer.document === null) return NO_DOCUMENT
  const cpfCnpj = bareTaxId(payer.document)
  const name = [...payer.name.trim()].slice(0, NAME_MAX).join('')
  const externalReference = `embarque:${cpfCnpj}`
  const found = await line.get('/customers', { externalReference, limit: '10' })
  if (found.outcome !== 'confirmed') return found
  const page = pageOf(found.value)
  if (page === null) return UNFIT
  const known = page.items.map(asFields).find((one) => one?.deleted !== true)
  if (known === undefined || known === null)
    return ofPayer(
      idIn(await line.post('/customers', { name, cpfCnpj, externalReference, notificationDisabled: true })),
    )
  const id = idIn({ outcome: 'confirmed', value: known })
  if (id.outcome !== 'confirmed' || known.name === name) return id
  return idIn(await line.put(`/customers/${id.value}`, { name }))
}

/** A refusal of a new customer is about the CPF or CNPJ: the rest is a name and our own text. */
function ofPayer(response: Outcome<string>): Outcome<string> {
  return response.outcome === 'rejected' && response.cause === undefined
    ? { ...response, cause: 'payer' }
    : response
}

function idIn(response: Outcome<Fields>): Outcome<string> {
  if (response.outcome !== 'confirmed') return response
  const { id } = response.value
  return typeof id === 'string' && CUSTOMER_ID.test(id) ? { outcome: 'confirmed', value: id } : UNFIT
}

// The payment data of a charge at Asaas: Pix code or boleto numbers, each validated before a payer sees it.

const OUR_NUMBER = /^[\d/-]{1,30}$/

async function instructionsOf(
  line: AsaasLine,
  { method }: Pick<ChargeOrder, 'method'>,
  payment: AsaasPayment,
): Promise<Outcome<Instructions>> {
  if (method === 'card') return cardOf(payment)
  return method === 'pix' ? pixOf(line, payment) : boletoOf(line, payment)
}

async function pixOf(line: AsaasLine, { id }: AsaasPayment): Promise<Outcome<Instructions>> {
  const reply = await line.get(`/payments/${id}/pixQrCode`)
  if (reply.outcome !== 'confirmed') return reply
  const { payload } = reply.value
  if (typeof payload !== 'string' || !isBrCode(payload))
    return rejected('the bank sent a code that nobody can pay with')
  return { outcome: 'confirmed', value: { method: 'pix', copyPaste: payload, bankReference: id } }
}

/** The page on which the payer enters the card: it never reaches us. */
function cardOf({ id, card }: AsaasPayment): Outcome<Instructions> {
  const pageUrl = card?.pageUrl ?? null
  if (pageUrl === null) return rejected('the bank sent no page that takes a card')
  return { outcome: 'confirmed', value: { method: 'card', pageUrl, bankReference: id } }
}

async function boletoOf(line: AsaasLine, payment: AsaasPayment): Promise<Outcome<Instructions>> {
  const reply = await line.get(`/payments/${payment.id}/identificationField`)
  if (reply.outcome !== 'confirmed') return reply
  const { identificationField, barCode: barcode, nossoNumero } = reply.value
  if (typeof barcode !== 'string' || !isBarcodeOf(barcode, payment))
    return rejected('the bank sent a barcode that does not fit the boleto')
  const typed = digitableLine(barcode)
  if (`${identificationField}`.replace(/\D/g, '') !== typed)
    return rejected('the bank sent a line that does not fit its barcode')
  const { id: bankReference, slipUrl } = payment
  const ourNumber = `${nossoNumero}`
  return {
    outcome: 'confirmed',
    value: {
      method: 'boleto',
      barcode,
      digitableLine: typed,
      bankReference,
      ...(OUR_NUMBER.test(ourNumber) && { ourNumber }),
      ...(slipUrl !== null && { slipUrl }),
    },
  }
}

/** The check digit is right, and amount and due date match the charge. */
function isBarcodeOf(barcode: string, { amountCents, dueDate }: AsaasPayment): boolean {
  const read = readBarcode(barcode)
  const isDue = read !== null && dueDate !== null && read.dueFactor === dueFactor(dueDate)
  return isDue && read.amountCents === amountCents
}

export function rejected(reason: string): Rejected {
  return { outcome: 'rejected', reason }
}

const DESCRIPTION_MAX = 500
/** The largest amount of a barcode. */
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
  const [first, ...others] = salesOf(known.value)
  const made: Outcome<Made> =
    first === undefined
      ? await make(line, order, now)
      : { outcome: 'confirmed', value: { sale: first, amountCents: saleCents(first) } }
  // A request that seemed lost arrived after all.
  for (const other of others) if (other[0].status === 'open') await line.remove(pathOf(other))
  if (made.outcome !== 'confirmed') return made
  const { sale, amountCents } = made.value
  if (sale[0].txid !== order.txid || amountCents !== order.amountCents)
    return giveUp(line, sale, 'the bank has another charge than was ordered')
  const instructions = await instructionsOf(line, order, sale[0])
  const isRefused = instructions.outcome === 'rejected' && !isAccount(instructions)
  return isRefused ? giveUp(line, sale, instructions.reason) : instructions
}

/** By our id and, once known, the bank's. */
export interface NamedCharge {
  txid: string
  bankReference: string | null
}

export async function readCharge(line: AsaasLine, named: NamedCharge, now: Date): Promise<Outcome<Verdict>> {
  const found = await chargeOf(line, named)
  return found.outcome === 'confirmed' ? verdictOf(line, found.value, named.txid, now) : found
}

/** A charge paid at a bank but not cleared cannot be withdrawn: its money is awaited. */
export async function withdrawCharge(
  line: AsaasLine,
  named: NamedCharge,
  now: Date,
): Promise<Outcome<Verdict>> {
  const found = await chargeOf(line, named)
  if (found.outcome !== 'confirmed') return found
  const sales = salesOf(found.value)
  for (const sale of sales.filter(([{ status }]) => status === 'open')) {
    const reply = await line.remove(pathOf(sale))
    if (reply.outcome === 'unknown' || isAccount(reply)) return reply
    if (reply.outcome === 'rejected') continue
    if (reply.value.deleted !== true) return UNFIT
    if (sales.length === 1) return { outcome: 'confirmed', value: { status: 'removed', payments: [] } }
  }
  return readCharge(line, named, now)
}

/** Removed charges are not listed, and only found by the bank's id. */
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

interface Made {
  sale: Sale
  amountCents: bigint
}

/** Asaas returns the first instalment alone, and puts what is left of the division into the last. */
async function make(line: AsaasLine, order: ChargeOrder, now: Date): Promise<Outcome<Made>> {
  const customer = await customerFor(line, order.payer)
  if (customer.outcome !== 'confirmed') return customer
  const { returnUrl: _, ...withoutReturn } = order
  const asked = await line.post('/payments', paymentBody(order, customer.value, now))
  // Asaas returns payers only to the site in the account's commercial data. Refused, nothing was made.
  const isRefused = asked.outcome === 'rejected' && asked.cause === undefined && order.returnUrl !== undefined
  const reply = isRefused
    ? await line.post('/payments', paymentBody(withoutReturn, customer.value, now))
    : asked
  if (reply.outcome !== 'confirmed') return reply
  const payment = readPayment(reply.value)
  if (payment === null) return UNFIT
  const { count, each } = partsOf(order)
  const isPart = payment.card?.installment != null
  const isFit = isPart === count > 1 && (!isPart || payment.amountCents === each)
  const amountCents = isPart && isFit ? order.amountCents : payment.amountCents
  return { outcome: 'confirmed', value: { sale: [payment], amountCents } }
}

/** The instalments of a card: all but the last have the same amount. */
function partsOf({ method, instalments, amountCents }: ChargeOrder): { count: number; each: bigint } {
  const count = method === 'card' ? (instalments?.count ?? 1) : 1
  return { count, each: amountCents / BigInt(count) }
}

const BILLING_TYPES: Readonly<Record<string, string>> = { pix: 'PIX', boleto: 'BOLETO', card: 'CREDIT_CARD' }

function paymentBody(order: ChargeOrder, customer: string, now: Date): object {
  const { method, amountCents, txid, finePercent, interestPercent } = order
  const last = dateIn(order.expiresAt, BANK_ZONE)
  const today = dateIn(now, BANK_ZONE)
  const wanted = order.dueDate ?? last
  // The due date cannot be before the creation.
  const due = Temporal.PlainDate.compare(wanted, today) < 0 ? today : wanted
  const { days } = due.until(last, { largestUnit: 'day' })
  const value = numberFromCents(amountCents)
  const { count } = partsOf(order)
  return {
    customer,
    billingType: BILLING_TYPES[method],
    // The fields of instalments are refused for one payment.
    ...(count > 1 ? { installmentCount: count, totalValue: value } : { value }),
    dueDate: due.toString(),
    description: [...order.description].slice(0, DESCRIPTION_MAX).join(''),
    externalReference: txid,
    ...(order.returnUrl !== undefined && { callback: { successUrl: order.returnUrl, autoRedirect: true } }),
    ...(method === 'boleto' && { daysAfterDueDateToRegistrationCancellation: Math.max(days, 1) }),
    ...(finePercent !== undefined && { fine: { value: Number(finePercent), type: 'PERCENTAGE' } }),
    ...(interestPercent !== undefined && { interest: { value: Number(interestPercent) } }),
    ...discountOf(order, due),
  }
}

/** Asaas counts the days before the due date. */
function discountOf({ discount = [] }: ChargeOrder, due: Temporal.PlainDate): object {
  const [first] = discount
  if (first === undefined || Temporal.PlainDate.compare(first.until, due) > 0) return {}
  const { days: dueDateLimitDays } = first.until.until(due, { largestUnit: 'day' })
  return { discount: { value: numberFromCents(first.amountCents), dueDateLimitDays, type: 'FIXED' } }
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
  const others = all.filter(({ status }) => status !== 'paid')
  const value = verdictOfSales(salesOf([...paid.value, ...others]), txid, now)
  const ofMandate = all.filter(({ isOfMandate }) => isOfMandate)
  const attempts = ofMandate.length > 0 && { attempts: attemptsOf(ofMandate) }
  return { outcome: 'confirmed', value: { ...value, ...attempts } }
}

/** Asaas has no list of attempts to debit a payer: a charge that is overdue was refused on its day. */
function attemptsOf(payments: readonly AsaasPayment[]): DebitAttempt[] {
  return payments.flatMap(({ status, isOverdue, dueDate }): DebitAttempt[] => {
    if (dueDate === null) return []
    const on = dueDate.toString()
    if (status === 'paid') return [{ on, status: 'paid', code: null }]
    return [{ on, status: isOverdue ? 'refused' : 'scheduled', code: null }]
  })
}

function faultOf({ txid, amountCents, payer, expiresAt }: ChargeOrder, now: Date): Rejected | null {
  const refused = (reason: string): Rejected => ({ outcome: 'rejected', reason })
  if (!TXID.test(txid)) return refused('the txid is not 26 to 35 letters and digits')
  if (amountCents < 1n || amountCents > CENTS_MAX) return refused('the amount is not one of a charge')
  if (expiresAt <= now) return refused('the charge has expired')
  return payer === null || payer.document === null ? NO_DOCUMENT : null
}

/** If it remains, the caller retries or withdraws it: both find it by its txid. */
async function giveUp(line: AsaasLine, sale: Sale, reason: string): Promise<Rejected> {
  await line.remove(pathOf(sale))
  return { outcome: 'rejected', reason }
}
