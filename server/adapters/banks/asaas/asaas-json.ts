// Payments as Asaas writes them. Its payment is our charge and what was paid of it, both in one. What does not fit is
// null, never a guess.

import { BANK_ZONE } from '../../../kernel/values/business-days.ts'
import { parseDate } from '../../../kernel/values/dates.ts'
import { centsFromNumber } from '../../../kernel/values/money.ts'
import type { Refund } from '../bank-refund.ts'
import { asFields, type Fields } from '../pix/json-fields.ts'
import type { PaymentReturn, ReceivedPayment, Verdict } from '../port.ts'

export interface AsaasPayment {
  id: string
  /** Ours; null for what somebody else made in the same account. */
  txid: string | null
  status: Verdict['status']
  amountCents: bigint
  dueDate: Temporal.PlainDate | null
  isBoleto: boolean
  paidOn: Temporal.PlainDate | null
  /** Null where its refunds have to be asked for. */
  returns: PaymentReturn[] | null
  /** All of it went back. */
  isGivenBack: boolean
  slipUrl: string | null
}

export const TXID = /^[a-zA-Z0-9]{26,35}$/
export const PAYMENT_ID = /^pay_[a-zA-Z0-9]{1,60}$/
/** What it is marked by in the description of a refund, as Asaas gives refunds no ids. */
export const REFUND_ID = /^[a-zA-Z0-9]{1,35}$/
const REFUND_MARK = /\bembarque:([a-zA-Z0-9]{1,35})\b/

/**
 * Only what is received is money. Confirmed is a boleto that was paid at a bank and is not cleared: it may still come
 * to nothing. Received in cash is what somebody noted by hand: no bank has seen it.
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
  const status = fields?.deleted === true ? 'removed' : STATUSES.get(fields?.status)
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
    paidOn: dateOf(fields.clientPaymentDate) ?? dateOf(fields.paymentDate) ?? dateOf(fields.confirmedDate),
    returns: Array.isArray(refunds) ? readReturns(refunds) : GOING_BACK.includes(fields.status) ? null : [],
    isGivenBack: fields.status === 'REFUNDED',
    slipUrl:
      typeof bankSlipUrl === 'string' && /^https:\/\/\S{1,500}$/.test(bankSlipUrl) ? bankSlipUrl : null,
  }
}

/** Ours by the mark in their description, others by when they were made: that stays, whatever becomes of them. */
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

/** What was paid, as soon as it is money. Asaas says on which day: at noon of it, or now if that is earlier. */
export function receivedOf(payment: AsaasPayment, txid: string, now: Date): ReceivedPayment {
  const { id, amountCents, paidOn, returns } = payment
  const noon = paidOn === null ? now : zoned(paidOn.toPlainDateTime('12:00'))
  const paidAt = noon < now ? noon : now
  return { id, txid, amountCents, paidAt, ...(returns !== null && returns.length > 0 && { returns }) }
}

export function pageOf({ data, hasMore }: Fields): { items: unknown[]; hasMore: boolean } | null {
  return Array.isArray(data) && typeof hasMore === 'boolean' ? { items: data, hasMore } : null
}

function dateOf(value: unknown): Temporal.PlainDate | null {
  return typeof value === 'string' ? parseDate(value) : null
}

/** `2024-10-18 10:19:06`, by the clocks of São Paulo. */
function momentOf(value: unknown): Date | null {
  const match = typeof value === 'string' ? /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d:\d\d))?$/.exec(value) : null
  const [, day = '', time = '12:00:00'] = match ?? []
  const date = parseDate(day)
  if (date === null || !/^([01]\d|2[0-3])(:[0-5]\d){2}$/.test(time)) return null
  return zoned(date.toPlainDateTime(time))
}

function zoned(at: Temporal.PlainDateTime): Date {
  return new Date(at.toZonedDateTime(BANK_ZONE).epochMilliseconds)
}
