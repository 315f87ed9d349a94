// The HTTP client of Asaas: headers, JSON, and the meaning of each response.
import type { Clock } from '../../../kernel/process/clock.ts'
import { VERSION } from '../../../kernel/process/project.ts'
import { centsFromNumber } from '../../../kernel/values/money.ts'
import type { BankRequest, BankResponse } from '../pix/client.ts'
import { asFields, type Fields, fieldsOf } from '../pix/pix-json.ts'
import type { Outcome, PaymentReturn, ReceivedPayment, Refund, Rejected, Verdict } from '../port.ts'
import { type AsaasCard, readCard } from './card-fields.ts'
import { dateOf, momentOf, zoned } from './dates.ts'

export interface AsaasLine {
  /** Never with a body: Asaas refuses such a GET. */
  get(path: string, query?: Record<string, string>): Promise<Outcome<Fields>>
  /** Sent once: Asaas assigns the id, so a repeat would create another. */
  post(path: string, body: object): Promise<Outcome<Fields>>
  put(path: string, body: object): Promise<Outcome<Fields>>
  remove(path: string): Promise<Outcome<Fields>>
}

/** For a response that does not follow the API. */
export const UNFIT = { outcome: 'unknown', reason: 'the answer of the bank does not fit its API' } as const

const REFUSED = 'the bank does not accept the API key'
const TOO_MANY = 'the bank wants to be asked less often'
/** Requests beyond its limits count against the account, so it is left alone for a while. */
const PAUSE_MS = 30_000
const REASON_MAX = 300

export function makeAsaasLine(
  { apiUrl, apiKey }: { apiUrl: URL; apiKey: string },
  wall: Clock,
  send: (request: BankRequest) => Promise<BankResponse>,
): AsaasLine {
  let pausedUntilMs = 0

  async function ask(
    method: BankRequest['method'],
    path: string,
    { query = {}, body }: { query?: Record<string, string>; body?: object } = {},
  ): Promise<Outcome<Fields>> {
    if (wall.now().getTime() < pausedUntilMs) return { outcome: 'unknown', reason: TOO_MANY }
    const response = await send({
      method,
      url: urlOf(apiUrl, path, query),
      headers: {
        access_token: apiKey,
        accept: 'application/json',
        'user-agent': `Embarque/${VERSION}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.status === 429) pausedUntilMs = wall.now().getTime() + PAUSE_MS
    const reply = meaningOf(response)
    // A bank may quote anything it was sent.
    if (reply.outcome === 'confirmed') return reply
    return { ...reply, reason: reply.reason.replaceAll(apiKey, '***').slice(0, REASON_MAX) }
  }

  return {
    get: (path, query = {}) => ask('GET', path, { query }),
    post: (path, body) => ask('POST', path, { body }),
    put: (path, body) => ask('PUT', path, { body }),
    remove: (path) => ask('DELETE', path),
  }
}

/** The client of a forbidden address. */
export function deadLine(reason: string): AsaasLine {
  const refuse = async (): Promise<Rejected> => ({ outcome: 'rejected', reason, cause: 'account' })
  return { get: refuse, post: refuse, put: refuse, remove: refuse }
}

/** Our access is refused, which says nothing about the charge. */
export function isAccount(response: Outcome<unknown>): response is Rejected & { cause: 'account' } {
  return response.outcome === 'rejected' && response.cause === 'account'
}

function urlOf(apiUrl: URL, path: string, query: Record<string, string>): URL {
  const url = new URL(apiUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

function meaningOf(response: BankResponse): Outcome<Fields> {
  if (response.status === null) {
    const { failure, reason } = response
    return failure === 'never'
      ? { outcome: 'rejected', reason, cause: 'account' }
      : { outcome: 'unknown', reason }
  }
  const { status, text } = response
  const fields = fieldsOf(text)
  if (status >= 200 && status < 300) return fields === null ? UNFIT : { outcome: 'confirmed', value: fields }
  const words = fields === null ? null : wordsOf(fields)
  if (status === 401 || status === 403)
    return {
      outcome: 'rejected',
      reason: words === null ? REFUSED : `${REFUSED}: ${words}`,
      cause: 'account',
    }
  // Its 404 has an empty body. Any other form comes from a proxy in front of it.
  if (status === 404 && (text.trim() === '' || words !== null))
    return { outcome: 'rejected', reason: words ?? 'the bank has no such thing', cause: 'absent' }
  if (status === 400 && words !== null) return { outcome: 'rejected', reason: words }
  return { outcome: 'unknown', reason: status === 429 ? TOO_MANY : `the bank answered ${status}` }
}

/** Of an order by card, from an account that may not sell by card yet. */
const NO_CARDS = 'invalid_billingType'
const CARDS_MISSING =
  '(Asaas: os dados comerciais da conta precisam estar completos e aprovados para vender por cartão)'

/** From `{"errors": [{"code": ..., "description": ...}]}`. */
function wordsOf({ errors }: Fields): string | null {
  if (!Array.isArray(errors)) return null
  const all = errors
    .map(asFields)
    .flatMap((error) => [error?.description, error?.code === NO_CARDS ? CARDS_MISSING : undefined])
    .filter((word) => typeof word === 'string')
  const text = all
    .join(' ')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return text === '' ? null : text
}

// Payments of Asaas: each is our charge and its payment in one. Invalid values are null, never a guess.

export interface AsaasPayment {
  id: string
  /** Ours; null for payments that others created in the same account. */
  txid: string | null
  status: Verdict['status']
  amountCents: bigint
  dueDate: Temporal.PlainDate | null
  isBoleto: boolean
  /** Null unless it is paid by card. */
  card: AsaasCard | null
  /** Debited by a mandate of Pix Automático. */
  isOfMandate: boolean
  isOverdue: boolean
  paidOn: Temporal.PlainDate | null
  /** Null if its refunds must be requested separately. */
  returns: PaymentReturn[] | null
  /** Completely refunded. */
  isGivenBack: boolean
  slipUrl: string | null
}

export const TXID = /^[a-zA-Z0-9]{26,35}$/
export const PAYMENT_ID = /^pay_[a-zA-Z0-9]{1,60}$/
/** The mark in the description of a refund, as Asaas gives refunds no ids. */
export const REFUND_ID = /^[a-zA-Z0-9]{1,35}$/
const REFUND_MARK = /\bembarque:([a-zA-Z0-9]{1,35})\b/

/**
 * Only received payments are money. Confirmed is a boleto paid at a bank but not cleared, which may still
 * fail. Received in cash is a manual note that no bank has seen.
 */
const STATUSES: ReadonlyMap<unknown, Verdict['status']> = new Map([
  ['PENDING', 'open'],
  ['AWAITING_RISK_ANALYSIS', 'open'],
  ['OVERDUE', 'open'],
  ['CONFIRMED', 'open'],
  ['DUNNING_REQUESTED', 'open'],
  ['RECEIVED', 'paid'],
  ['DUNNING_RECEIVED', 'paid'],
  ['REFUND_REQUESTED', 'paid'],
  ['REFUND_IN_PROGRESS', 'paid'],
  ['REFUNDED', 'paid'],
  ['RECEIVED_IN_CASH', 'removed'],
])
/**
 * Of cards. Confirmed is paid: the money follows a month later. A contested payment was paid, and its chargeback says how
 * it stands.
 */
const CARD_STATUSES: ReadonlyMap<unknown, Verdict['status']> = new Map([
  ...STATUSES,
  ['AWAITING_RISK_ANALYSIS', 'authorised'],
  ['AUTHORIZED', 'authorised'],
  ['CONFIRMED', 'paid'],
  ['CHARGEBACK_REQUESTED', 'paid'],
  ['CHARGEBACK_DISPUTE', 'paid'],
  ['AWAITING_CHARGEBACK_REVERSAL', 'paid'],
])
const CARD_TYPES: readonly unknown[] = ['CREDIT_CARD', 'DEBIT_CARD']
const GOING_BACK: readonly unknown[] = ['REFUND_REQUESTED', 'REFUND_IN_PROGRESS', 'REFUNDED']

const REFUND_STATUSES: ReadonlyMap<unknown, Refund['status']> = new Map([
  ['PENDING', 'processing'],
  ['AWAITING_CRITICAL_ACTION_AUTHORIZATION', 'processing'],
  ['AWAITING_CUSTOMER_EXTERNAL_AUTHORIZATION', 'processing'],
  ['DONE', 'done'],
  ['CANCELLED', 'failed'],
])

export function refundMark(refundId: string): string {
  return `embarque:${refundId}`
}

export function readPayment(value: unknown): AsaasPayment | null {
  const fields = asFields(value)
  const isCard = CARD_TYPES.includes(fields?.billingType)
  const statuses = isCard ? CARD_STATUSES : STATUSES
  const status = fields?.deleted === true ? 'removed' : statuses.get(fields?.status)
  const amountCents = typeof fields?.value === 'number' ? centsFromNumber(fields.value) : null
  if (fields === null || status === undefined || amountCents === null || amountCents < 1n) return null
  const { id, externalReference, refunds, bankSlipUrl } = fields
  if (typeof id !== 'string' || !PAYMENT_ID.test(id)) return null
  return {
    id,
    txid: typeof externalReference === 'string' && TXID.test(externalReference) ? externalReference : null,
    status,
    amountCents,
    dueDate: dateOf(fields.dueDate),
    isBoleto: fields.billingType === 'BOLETO',
    card: isCard ? readCard(fields, amountCents) : null,
    isOfMandate: typeof fields.pixAutomaticAuthorizationId === 'string',
    isOverdue: fields.status === 'OVERDUE',
    paidOn: dateOf(fields.clientPaymentDate) ?? dateOf(fields.paymentDate) ?? dateOf(fields.confirmedDate),
    returns: Array.isArray(refunds) ? readReturns(refunds) : GOING_BACK.includes(fields.status) ? null : [],
    isGivenBack: fields.status === 'REFUNDED',
    slipUrl:
      typeof bankSlipUrl === 'string' && /^https:\/\/\S{1,500}$/.test(bankSlipUrl) ? bankSlipUrl : null,
  }
}

/**
 * Ours are identified by the mark in their description, others by their creation time, which never changes.
 */
export function readReturns(refunds: readonly unknown[]): PaymentReturn[] {
  const seen = new Map<string, number>()
  return refunds.flatMap((value) => {
    const fields = asFields(value)
    const status = REFUND_STATUSES.get(fields?.status)
    const amountCents = typeof fields?.value === 'number' ? centsFromNumber(fields.value) : null
    if (fields === null || status === undefined || amountCents === null || amountCents < 1n) return []
    const { dateCreated, effectiveDate, description } = fields
    const words = typeof description === 'string' && description.trim() !== '' ? description.trim() : null
    const made = `${dateCreated}`.replace(/\D/g, '').slice(0, 14)
    const name = words?.match(REFUND_MARK)?.[1] ?? `asaas${made}x${amountCents}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    const at = momentOf(effectiveDate) ?? momentOf(dateCreated)
    return [{ id: times === 1 ? name : `${name}x${times}`, amountCents, status, at, reason: words }]
  })
}

export function isPaidStatus({ status }: AsaasPayment): boolean {
  return status === 'paid'
}

/** The payment, once it is money. Asaas reports only the day: noon of it, or now if that is earlier. */
export function receivedOf(payment: AsaasPayment, txid: string, now: Date): ReceivedPayment {
  const { id, amountCents, paidOn, returns } = payment
  const noon = paidOn === null ? now : zoned(paidOn.toPlainDateTime('12:00'))
  const paidAt = noon < now ? noon : now
  return { id, txid, amountCents, paidAt, ...(returns !== null && returns.length > 0 && { returns }) }
}

export function pageOf({ data, hasMore }: Fields): { items: unknown[]; hasMore: boolean } | null {
  return Array.isArray(data) && typeof hasMore === 'boolean' ? { items: data, hasMore } : null
}
