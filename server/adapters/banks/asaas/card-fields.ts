// The fields of a payment of Asaas that is paid by card: its instalment, its net amount, and a chargeback.
import type { DisputeStatus } from '../../../../contract/cards.ts'
import { centsFromNumber } from '../../../kernel/values/money.ts'
import { asFields, type Fields } from '../pix/pix-json.ts'
import type { Dispute } from '../port.ts'
import { dateOf, momentOf } from './dates.ts'

/** Of one payment, which may be an instalment of the sale that is contested. */
type Contest = Omit<Dispute, 'paymentId'>

export interface AsaasCard {
  /** All payments of a sale in instalments share this id; null if it is one payment. */
  installment: string | null
  /** From 1. */
  number: number
  netCents: bigint
  /** When the money arrives, or arrived. */
  creditedOn: Temporal.PlainDate | null
  isCredited: boolean
  dispute: Contest | null
  brand: string | null
  lastDigits: string | null
  pageUrl: string | null
}

const INSTALLMENT_ID = /^[a-zA-Z0-9_-]{1,64}$/
const PAGE = /^https:\/\/\S{1,500}$/
const CHARGEBACK_ID = /^[a-zA-Z0-9_-]{1,64}$/
const REASON_MAX = 200

/** In the account: until then the money of a paid card is only announced. */
const CREDITED: readonly unknown[] = ['RECEIVED', 'DUNNING_RECEIVED']

export function readCard(fields: Fields, amountCents: bigint): AsaasCard {
  const { installment, installmentNumber, netValue, invoiceUrl } = fields
  const isPart = typeof installment === 'string' && INSTALLMENT_ID.test(installment)
  const net = typeof netValue === 'number' ? centsFromNumber(netValue) : null
  const card = asFields(fields.creditCard)
  return {
    installment: isPart ? installment : null,
    number: isPart && Number.isSafeInteger(installmentNumber) ? Number(installmentNumber) : 1,
    netCents: net ?? amountCents,
    creditedOn: dateOf(fields.creditDate) ?? dateOf(fields.estimatedCreditDate),
    isCredited: CREDITED.includes(fields.status),
    dispute: readChargeback(asFields(fields.chargeback), fields.status, amountCents),
    brand: textOf(card?.creditCardBrand, /^[A-Za-z0-9 _-]{1,30}$/),
    lastDigits: textOf(card?.creditCardNumber, /^\d{4}$/),
    pageUrl: textOf(invoiceUrl, PAGE),
  }
}

function textOf(value: unknown, form: RegExp): string | null {
  return typeof value === 'string' && form.test(value) ? value : null
}

const DISPUTES: ReadonlyMap<unknown, DisputeStatus> = new Map([
  ['REQUESTED', 'open'],
  ['IN_DISPUTE', 'open'],
  ['DISPUTE_LOST', 'lost'],
  ['REVERSED', 'won'],
])
const CONTESTED: readonly unknown[] = [
  'CHARGEBACK_REQUESTED',
  'CHARGEBACK_DISPUTE',
  'AWAITING_CHARGEBACK_REVERSAL',
]
const KEPT: readonly unknown[] = ['CONFIRMED', 'RECEIVED']

/** DONE says only that it is over: the state of the payment says for whom. */
function readChargeback(
  chargeback: Fields | null,
  paymentStatus: unknown,
  amountCents: bigint,
): Contest | null {
  if (chargeback === null) return null
  const { id, status, reason, value, disputeStartDate, deadlineToSendDisputeDocuments } = chargeback
  if (typeof id !== 'string' || !CHARGEBACK_ID.test(id)) return null
  const ended = KEPT.includes(paymentStatus) ? 'won' : 'lost'
  const known = DISPUTES.get(status) ?? (status === 'DONE' ? ended : undefined)
  const waits = known === 'won' && CONTESTED.includes(paymentStatus)
  const cents = typeof value === 'number' ? centsFromNumber(value) : null
  return {
    id,
    status: waits ? 'open' : (known ?? 'open'),
    reason: typeof reason === 'string' ? reason.trim().slice(0, REASON_MAX) : '',
    amountCents: cents !== null && cents > 0n ? cents : amountCents,
    openedAt: momentOf(disputeStartDate) ?? new Date(0),
    respondBy: dateOf(deadlineToSendDisputeDocuments),
  }
}
