// Payments of Mercado Pago: their state, refunds, dispute and settlement. Invalid values are null, never a guess.
import type { DisputeStatus, RefusalReason } from '../../../../contract/cards.ts'
import { BANK_ZONE, dateIn, parseTimestamp } from '../../../kernel/values/dates.ts'
import { centsFromNumber } from '../../../kernel/values/money.ts'
import { asFields, type Fields } from '../pix/pix-json.ts'
import type { CardRefusal, PaymentReturn, ReceivedPayment, Settlement } from '../port.ts'

export type PaymentState = 'paid' | 'authorised' | 'refused' | 'over'

export interface MercadoPagoPayment {
  id: string
  /** Ours; null for payments that others created in the same account. */
  txid: string | null
  state: PaymentState
  amountCents: bigint
  createdAt: Date
  paidAt: Date
  /** Why the card was refused; null unless it was. */
  refusal: RefusalReason | null
  returned: PaymentReturn | null
  /** Null unless the holder contests it. */
  dispute: DisputeStatus | null
  changedAt: Date
  settlement: Settlement
}

export const TXID = /^[a-zA-Z0-9]{26,35}$/
export const PAYMENT_ID = /^\d{1,30}$/

const STATES: ReadonlyMap<unknown, PaymentState> = new Map([
  ['approved', 'paid'],
  ['refunded', 'paid'],
  ['charged_back', 'paid'],
  ['in_mediation', 'paid'],
  ['authorized', 'authorised'],
  ['in_process', 'authorised'],
  ['pending', 'authorised'],
  ['rejected', 'refused'],
  ['cancelled', 'over'],
])

/** Codes of `status_detail` that a payer can do something about. */
const REFUSALS: ReadonlyMap<unknown, RefusalReason> = new Map([
  ['cc_rejected_insufficient_amount', 'insufficient_funds'],
  ['cc_rejected_call_for_authorize', 'call_the_bank'],
  ['cc_rejected_bad_filled_card_number', 'wrong_details'],
  ['cc_rejected_bad_filled_date', 'wrong_details'],
  ['cc_rejected_bad_filled_other', 'wrong_details'],
  ['cc_rejected_bad_filled_security_code', 'wrong_details'],
  ['cc_rejected_card_expired', 'expired_card'],
  ['cc_rejected_card_disabled', 'blocked_card'],
  ['cc_rejected_blacklist', 'blocked_card'],
  ['cc_rejected_max_attempts', 'limit_of_attempts'],
  ['cc_rejected_high_risk', 'risk'],
])

const CHARGED_BACK: ReadonlyMap<unknown, DisputeStatus> = new Map([
  ['settled', 'lost'],
  ['reimbursed', 'won'],
])

export function readPayment(value: unknown, now: Date): MercadoPagoPayment | null {
  const fields = asFields(value)
  const state = STATES.get(fields?.status)
  const amountCents = centsOf(fields?.transaction_amount)
  if (fields === null || state === undefined || amountCents === null || amountCents < 1n) return null
  const { status, status_detail: detail, external_reference: txid } = fields
  const id = String(fields.id)
  const createdAt = momentOf(fields.date_created)
  if (!PAYMENT_ID.test(id) || createdAt === null) return null
  const dispute = disputeOf(status, detail)
  return {
    id,
    txid: typeof txid === 'string' && TXID.test(txid) ? txid : null,
    state,
    amountCents,
    createdAt,
    paidAt: momentOf(fields.date_approved) ?? createdAt,
    refusal: state === 'refused' ? (REFUSALS.get(detail) ?? 'refused') : null,
    // Money that a dispute took back is no refund.
    returned: dispute === 'open' || dispute === 'lost' ? null : returnedOf(fields),
    dispute,
    changedAt: momentOf(fields.date_last_updated) ?? createdAt,
    settlement: settlementOf(fields, amountCents, now),
  }
}

function disputeOf(status: unknown, detail: unknown): DisputeStatus | null {
  if (status === 'in_mediation') return 'open'
  return status === 'charged_back' ? (CHARGED_BACK.get(detail) ?? 'open') : null
}

/** Refunds have ids of Mercado Pago's alone: the sum counts, once none is on its way. */
function returnedOf({ transaction_amount_refunded, refunds }: Fields): PaymentReturn | null {
  const all = Array.isArray(refunds) ? refunds.map(asFields) : []
  const isUnderWay = all.some((one) => one?.status === 'in_process')
  const amountCents = centsOf(transaction_amount_refunded) ?? 0n
  if (amountCents < 1n && !isUnderWay) return null
  const times = all.flatMap((one) => momentOf(one?.date_created) ?? [])
  return {
    id: `total${amountCents}`,
    amountCents,
    status: isUnderWay ? 'processing' : 'done',
    at: times.at(-1) ?? null,
    reason: null,
    isTotal: true,
  }
}

export function receivedOf(payment: MercadoPagoPayment, txid: string): ReceivedPayment {
  const { id, amountCents, paidAt, returned } = payment
  return { id, txid, amountCents, paidAt, ...(returned !== null && { returns: [returned] }) }
}

export function refusalOf({ refusal, createdAt }: MercadoPagoPayment): CardRefusal[] {
  return refusal === null ? [] : [{ at: createdAt, reason: refusal }]
}

/** Mercado Pago pays the whole sale out on one day, in however many instalments its payer pays. */
function settlementOf(fields: Fields, amountCents: bigint, now: Date): Settlement {
  const { fee_details, transaction_details, money_release_date, money_release_status, installments } = fields
  const fees = Array.isArray(fee_details) ? fee_details.map(asFields) : []
  const feeCents = fees
    .filter((fee) => fee?.fee_payer === 'collector')
    .reduce((sum, fee) => sum + (centsOf(fee?.amount) ?? 0n), 0n)
  const netCents = centsOf(asFields(transaction_details)?.net_received_amount) ?? amountCents - feeCents
  const releasedAt = momentOf(money_release_date)
  const isSettled =
    typeof money_release_status === 'string'
      ? money_release_status === 'released'
      : releasedAt !== null && releasedAt <= now
  const card = asFields(fields.card)
  return {
    feeCents: amountCents - netCents,
    netCents,
    count:
      typeof installments === 'number' && Number.isSafeInteger(installments) ? Math.max(installments, 1) : 1,
    instalments: [
      {
        number: 1,
        amountCents,
        netCents,
        settlesOn: releasedAt === null ? null : dateIn(releasedAt, BANK_ZONE),
        isSettled,
      },
    ],
    card: {
      brand: textOf(fields.payment_method_id, /^[a-zA-Z0-9_-]{1,30}$/),
      lastDigits: textOf(card?.last_four_digits, /^\d{4}$/),
    },
  }
}

export function centsOf(value: unknown): bigint | null {
  return typeof value === 'number' ? centsFromNumber(value) : null
}

export function momentOf(value: unknown): Date | null {
  return typeof value === 'string' ? parseTimestamp(value) : null
}

function textOf(value: unknown, form: RegExp): string | null {
  return typeof value === 'string' && form.test(value) ? value : null
}
