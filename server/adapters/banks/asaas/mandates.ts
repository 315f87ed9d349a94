// Mandates of Pix Automático at Asaas: an authorization with an immediate code (journey 3), and charges that name it.
// Asaas assigns ids itself, so an authorization is looked up by our contract before another is created.
import type { MandateFrequency, MandateStatus } from '../../../../contract/mandate-states.ts'
import type { Clock } from '../../../kernel/process/clock.ts'
import { isBrCode } from '../../../kernel/values/br-code.ts'
import { centsFromNumber, numberFromCents } from '../../../kernel/values/money.ts'
import { asFields, type Fields } from '../pix/pix-json.ts'
import type {
  BankMandate,
  MandateChargeOrder,
  MandateHint,
  MandateOrder,
  Mandates,
  OfferedMandate,
  Outcome,
  Verdict,
} from '../port.ts'
import { customerFor, rejected } from './charges.ts'
import {
  type AsaasLine,
  isAccount,
  isPaidStatus,
  pageOf,
  readPayment,
  receivedOf,
  TXID,
  UNFIT,
} from './client.ts'
import { paymentsOf, withReturns } from './payments.ts'

const PATH = '/pix/automatic/authorizations'
/** A UUID, or the bank's own form. */
const AUTHORIZATION_ID = /^[a-zA-Z0-9_-]{1,64}$/
/** Of the first charge: the authorization, and the code by which its payment is found. */
const FIRST_CHARGE = /^auth:([a-zA-Z0-9_-]{1,64}):([a-zA-Z0-9_-]{1,64})$/
const TEXT_MAX = 35
const LIFE_SECONDS_MAX = 31_536_000

const FREQUENCIES: Readonly<Record<MandateFrequency, string>> = {
  monthly: 'MONTHLY',
  quarterly: 'QUARTERLY',
  semiannual: 'SEMIANNUALLY',
  annual: 'ANNUALLY',
}

const STATUSES: ReadonlyMap<unknown, MandateStatus> = new Map([
  ['CREATED', 'created'],
  ['ACTIVE', 'active'],
  ['REFUSED', 'rejected'],
  ['EXPIRED', 'expired'],
  ['CANCELLED', 'cancelled'],
])

export const MANDATE_EVENTS = [
  'PIX_AUTOMATIC_RECURRING_AUTHORIZATION_ACTIVATED',
  'PIX_AUTOMATIC_RECURRING_AUTHORIZATION_CANCELLED',
  'PIX_AUTOMATIC_RECURRING_AUTHORIZATION_EXPIRED',
  'PIX_AUTOMATIC_RECURRING_AUTHORIZATION_REFUSED',
  'PIX_AUTOMATIC_RECURRING_PAYMENT_INSTRUCTION_SCHEDULED',
  'PIX_AUTOMATIC_RECURRING_PAYMENT_INSTRUCTION_REFUSED',
  'PIX_AUTOMATIC_RECURRING_PAYMENT_INSTRUCTION_CANCELLED',
]

export function makeMandates(line: AsaasLine, wall: Clock): Mandates {
  return {
    // Asaas sends its instructions itself.
    takesRetries: false,
    create: (order) => createAuthorization(line, order, wall.now()),
    read: (id) => readAuthorization(line, id),
    cancel: (id) => cancelAuthorization(line, id),
    charge: (order) => chargeAuthorization(line, order),
    retry: async () => rejected('this bank takes no requests for another attempt'),
  }
}

/** Pix Automático is enabled by Asaas on request. */
export async function probeMandates(line: AsaasLine): Promise<Outcome<boolean>> {
  const reply = await line.get(PATH, { limit: '1' })
  if (reply.outcome === 'confirmed') return { outcome: 'confirmed', value: pageOf(reply.value) !== null }
  return reply.outcome === 'rejected' ? { outcome: 'confirmed', value: false } : reply
}

async function createAuthorization(
  line: AsaasLine,
  order: MandateOrder,
  now: Date,
): Promise<Outcome<OfferedMandate>> {
  const customer = await customerFor(line, order.payer)
  if (customer.outcome !== 'confirmed') return customer
  const known = order.sentSince === null ? null : await findAuthorization(line, customer.value, order)
  if (known !== null && known.outcome !== 'confirmed') return known
  const made = known?.value ?? null
  const reply: Outcome<Fields> =
    made === null
      ? await line.post(PATH, authorizationBody(order, customer.value, now))
      : { outcome: 'confirmed', value: made }
  return reply.outcome === 'confirmed' ? offeredIn(reply.value, order) : reply
}

async function findAuthorization(
  line: AsaasLine,
  customerId: string,
  { contract }: MandateOrder,
): Promise<Outcome<Fields | null>> {
  const reply = await line.get(PATH, { customerId, limit: '100' })
  if (reply.outcome !== 'confirmed') return reply
  const page = pageOf(reply.value)
  if (page === null) return UNFIT
  const found = page.items.map(asFields).find((one) => one?.contractId === contract)
  return { outcome: 'confirmed', value: found ?? null }
}

function authorizationBody(order: MandateOrder, customerId: string, now: Date): object {
  const description = [...order.subject].slice(0, TEXT_MAX).join('').trim()
  const seconds = Math.ceil((order.first.expiresAt.getTime() - now.getTime()) / 1_000)
  return {
    customerId,
    frequency: FREQUENCIES[order.frequency],
    contractId: order.contract,
    startDate: order.startsOn.toString(),
    ...(order.endsOn !== null && { finishDate: order.endsOn.toString() }),
    value: numberFromCents(order.amountCents),
    ...(description !== '' && { description }),
    immediateQrCode: {
      expirationSeconds: Math.min(Math.max(seconds, 1), LIFE_SECONDS_MAX),
      originalValue: numberFromCents(order.first.amountCents),
      description: [...order.first.description].slice(0, TEXT_MAX).join('').trim(),
    },
  }
}

function offeredIn(fields: Fields, { contract, amountCents }: MandateOrder): Outcome<OfferedMandate> {
  const mandate = mandateOf(fields)
  const { contractId, value, payload } = fields
  const code = asFields(fields.immediateQrCode)?.conciliationIdentifier
  if (mandate === null || contractId !== contract) return UNFIT
  if (typeof value !== 'number' || centsFromNumber(value) !== amountCents)
    return rejected('the bank has another authorization than was ordered')
  if (mandate.status !== 'created') return rejected('the mandate has ended')
  if (typeof code !== 'string' || !AUTHORIZATION_ID.test(code)) return UNFIT
  if (typeof payload !== 'string' || !isBrCode(payload))
    return rejected('the bank sent a code that nobody can pay with')
  return {
    outcome: 'confirmed',
    value: { ...mandate, copyPaste: payload, bankReference: `auth:${mandate.id}:${code}` },
  }
}

function mandateOf({ id, status, cancellationReason }: Fields): BankMandate | null {
  const known = STATUSES.get(status)
  if (typeof id !== 'string' || !AUTHORIZATION_ID.test(id) || known === undefined) return null
  if (known === 'created' || known === 'active') return { id, status: known, ending: null }
  const reason = typeof cancellationReason === 'string' ? cancellationReason.slice(0, 400) : null
  return { id, status: known, ending: { by: null, code: null, reason } }
}

async function readAuthorization(line: AsaasLine, id: string): Promise<Outcome<BankMandate>> {
  if (!AUTHORIZATION_ID.test(id)) return { ...rejected('not the id of a mandate'), cause: 'absent' }
  const reply = await line.get(`${PATH}/${id}`)
  if (reply.outcome !== 'confirmed') return reply
  const mandate = mandateOf(reply.value)
  return mandate?.id === id ? { outcome: 'confirmed', value: mandate } : UNFIT
}

async function cancelAuthorization(line: AsaasLine, id: string): Promise<Outcome<BankMandate>> {
  const before = await readAuthorization(line, id)
  if (before.outcome !== 'confirmed' || before.value.ending !== null) return before
  const reply = await line.remove(`${PATH}/${id}`)
  if (reply.outcome !== 'confirmed' && isAccount(reply)) return reply
  // The response is read back: it ended meanwhile, or a lost request has cancelled it.
  const after = await readAuthorization(line, id)
  if (after.outcome === 'confirmed' && after.value.ending === null && reply.outcome === 'rejected')
    return reply
  return after.outcome === 'confirmed' && after.value.ending === null
    ? { outcome: 'unknown', reason: 'the bank has not cancelled the mandate yet' }
    : after
}

async function chargeAuthorization(
  line: AsaasLine,
  order: MandateChargeOrder,
): Promise<Outcome<{ bankReference: string }>> {
  const { txid, mandate, amountCents, dueOn } = order
  if (!TXID.test(txid)) return rejected('the txid is not 26 to 35 letters and digits')
  if (!AUTHORIZATION_ID.test(mandate)) return rejected('not the id of a mandate')
  const known = await paymentsOf(line, txid)
  if (known.outcome !== 'confirmed') return known
  const [first] = known.value
  if (first !== undefined) {
    const isSame = first.amountCents === amountCents && first.dueDate?.equals(dueOn) === true
    return isSame
      ? confirmed({ bankReference: first.id })
      : rejected('the bank has another charge with this txid')
  }
  const customer = await customerFor(line, order.payer)
  if (customer.outcome !== 'confirmed') return customer
  const reply = await line.post('/payments', {
    customer: customer.value,
    billingType: 'PIX',
    value: numberFromCents(amountCents),
    dueDate: dueOn.toString(),
    description: order.description,
    externalReference: txid,
    pixAutomaticAuthorizationId: mandate,
  })
  if (reply.outcome !== 'confirmed') return reply
  const payment = readPayment(reply.value)
  return payment === null ? UNFIT : confirmed({ bankReference: payment.id })
}

/** Whether this is the reference of the first charge of a mandate. */
export function isFirstCharge(reference: string | null): reference is string {
  return reference !== null && FIRST_CHARGE.test(reference)
}

/** The payment is created when the code is paid, and names the code alone. */
export async function readFirstCharge(
  line: AsaasLine,
  { txid, reference }: { readonly txid: string; readonly reference: string },
  now: Date,
): Promise<Outcome<Verdict>> {
  const [, , pixQrCodeId = ''] = FIRST_CHARGE.exec(reference) ?? []
  const reply = await line.get('/payments', { pixQrCodeId, limit: '10' })
  if (reply.outcome !== 'confirmed') return reply
  const read = pageOf(reply.value)?.items.map(readPayment)
  if (read === undefined || read.some((one) => one === null)) return UNFIT
  const received = read.flatMap((one) => (one !== null && isPaidStatus(one) ? [one] : []))
  const paid = await withReturns(line, received)
  if (paid.outcome !== 'confirmed') return paid
  const payments = paid.value.map((payment) => receivedOf(payment, txid, now))
  return confirmed({ status: payments.length > 0 ? 'paid' : 'open', payments })
}

/** The code cannot be withdrawn alone: its authorization is cancelled with it. */
export async function withdrawFirstCharge(
  line: AsaasLine,
  named: { readonly txid: string; readonly reference: string },
  now: Date,
): Promise<Outcome<Verdict>> {
  const before = await readFirstCharge(line, named, now)
  if (before.outcome !== 'confirmed' || before.value.status !== 'open') return before
  const [, id = ''] = FIRST_CHARGE.exec(named.reference) ?? []
  const ended = await cancelAuthorization(line, id)
  if (ended.outcome !== 'confirmed') return ended
  const after = await readFirstCharge(line, named, now)
  if (after.outcome !== 'confirmed' || after.value.status !== 'open') return after
  return confirmed({ status: 'removed', payments: [] })
}

/** Hints of events about authorizations and instructions; null if the event is about neither. */
export function mandateHints(eventId: string, fields: Fields): MandateHint[] | null {
  const authorization =
    asFields(fields.authorization) ?? asFields(asFields(fields.paymentInstruction)?.authorization)
  if (fields.authorization === undefined && fields.paymentInstruction === undefined) return null
  const id = authorization?.id
  return typeof id === 'string' && AUTHORIZATION_ID.test(id) ? [{ eventId, mandate: id }] : []
}

function confirmed<T>(value: T): { outcome: 'confirmed'; value: T } {
  return { outcome: 'confirmed', value }
}
