// What an invoice becomes by a reported status, a reported amount or a payment. The rules are the same for creation,
// PATCH, manual payments, Pix and overdue dates.
import type { InvoiceChange } from '../../../contract/invoices.ts'
import type {
  InvoicePaymentMethod,
  InvoiceStatus,
  PaymentStatus,
} from '../../../contract/invoicing-states.ts'
import { INVOICE_CENTS_MAX } from '../../../contract/limits.ts'
import { invoiceRefusal } from '../../../contract/phrases/states.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import {
  chargeableDaysLate,
  lateCharges,
  lateShare,
  lateTakenBack,
  lateTermsOf,
} from '../../kernel/values/late-charges.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { allowedFrom, rowOf } from '../../kernel/values/state-table.ts'
import { readAmount, readMoment } from './input.ts'
import { adjustedTotal, amountDue, paymentStatusOf } from './rules.ts'
import { INVOICE_MOVES, isPaid } from './states.ts'
import type { AdjustmentRow, InvoiceRow, PaymentRow } from './store.ts'

export interface ReceivedMoney {
  amountCents: Cents
  /** The fee of a card that the payer bore beside the amount. */
  surchargeCents?: Cents
  method: InvoicePaymentMethod
  paidAt: Date
  chargeId: string | null
  reference: string | null
}

export interface ReportedChange {
  status?: InvoiceStatus | undefined
  paymentStatus?: PaymentStatus | undefined
  /** The reported sum of all payments. */
  amountPaidCents?: Cents | undefined
  paidAt?: Date | null | undefined
  /** As the request says it. If undefined, the client is notified of what is sent or paid, never of a draft. */
  notifyClient?: boolean | undefined
  /** Money that came in. */
  received?: ReceivedMoney | undefined
  /** The refund that the bank has made, of which `received` is the returned money. */
  refund?: MadeRefund | undefined
  /** A payment that was recorded by mistake, and the payments that stay. */
  removed?: { payment: PaymentRow; others: readonly PaymentRow[] } | undefined
}

export interface MadeRefund {
  id: string
  amountCents: Cents
  reducesAmountDue: boolean
  /** The item of a trip that it is for. */
  tripItemId: string | null
}

export interface Moment {
  now: Date
  /** The team's. */
  zone: string
  newUuid: () => string
  /** Late charges that were paid so far; none for a new invoice. */
  latePaidCents?: Cents
}

export interface ChangedInvoice {
  invoice: InvoiceRow
  payment: PaymentRow | null
  adjustment: AdjustmentRow | null
  /** A payment to delete. */
  removed?: PaymentRow | undefined
}

export function applyReportedChange(
  before: InvoiceRow,
  reported: ReportedChange,
  moment: Moment,
): ChangedInvoice {
  const { to, refusal } = rowOf(INVOICE_MOVES, before.status, reported.status ?? before.status)
  if (refusal !== undefined)
    fail(refusal, invoiceRefusal(before.status, allowedFrom(INVOICE_MOVES, before.status)))
  const status = to ?? before.status
  const money = receivedMoney(before, reported, moment.now)
  const removed = reported.removed?.payment
  const movedCents = (money?.amountCents ?? 0n) - (removed?.amount_cents ?? 0n)
  const amount_paid_cents = before.amount_paid_cents + movedCents
  if (amount_paid_cents > INVOICE_CENTS_MAX && money !== null && money.chargeId === null)
    failField(reported.received ? 'amount' : 'amount_paid', 'makes more than 999999999999.99 paid')
  const adjustment = adjustmentRow({ ...before, amount_paid_cents }, before, reported, moment)
  const adjustment_cents = before.adjustment_cents + (adjustment?.amount_cents ?? 0n)
  const computed = paymentStatusOf(
    {
      status,
      totalCents: before.total_cents,
      adjustmentCents: adjustment_cents,
      paidCents: amount_paid_cents,
      dueDate: Temporal.PlainDate.from(before.due_date),
    },
    dateIn(moment.now, moment.zone),
  )
  const moneyMoved = money !== null || adjustment !== null || removed !== undefined
  const isSet = isSetByHand(before, reported, { moneyMoved, computed })
  const payment_status = reported.paymentStatus ?? (isSet ? before.payment_status : computed)
  const moved = moneyMoved || payment_status !== before.payment_status
  return {
    invoice: {
      ...before,
      status,
      amount_paid_cents,
      adjustment_cents,
      refunded_cents: before.refunded_cents + (reported.refund?.amountCents ?? 0n),
      payment_status,
      payment_status_is_set: isSet,
      paid_at: paidAtOf(before, reported, { payment_status, moved, moneyAt: money?.paidAt ?? moment.now }),
    },
    payment: money === null ? null : paymentRow(before, money, moment),
    adjustment,
    removed,
  }
}

/**
 * Takes off what the returned money would make due again: nothing for an overpaid part or for late charges. What a
 * correction by hand had made due before is taken off too.
 */
function adjustmentRow(
  after: InvoiceRow,
  before: InvoiceRow,
  { refund }: ReportedChange,
  { now, newUuid }: Moment,
): AdjustmentRow | null {
  if (refund === undefined || !refund.reducesAmountDue) return null
  const due = amountDue(after)
  const corrected = refund.amountCents - (before.amount_paid_cents - after.amount_paid_cents)
  const madeDue = due - amountDue(before) + corrected
  const off = madeDue < due ? madeDue : due
  if (off <= 0n) return null
  return {
    id: newUuid(),
    invoice_id: before.id,
    type: 'refund',
    refund_id: refund.id,
    trip_item_id: refund.tripItemId,
    credits: [],
    amount_cents: -off,
    created_at: now,
  }
}

/** A reported sum is a payment of the difference; `paid` without a sum is a payment of the rest. */
function receivedMoney(before: InvoiceRow, reported: ReportedChange, now: Date): ReceivedMoney | null {
  if (reported.received !== undefined) return reported.received
  const { amountPaidCents, paymentStatus: payment_status } = reported
  const isAllPaid = payment_status !== undefined && isPaid({ payment_status })
  const sum = amountPaidCents ?? (isAllPaid ? fullSum(before) : undefined)
  const difference = sum === undefined ? 0n : sum - before.amount_paid_cents
  if (difference === 0n) return null
  return {
    amountCents: difference,
    method: difference > 0n ? 'manual' : 'correction',
    paidAt: reported.paidAt ?? now,
    chargeId: null,
    reference: null,
  }
}

function fullSum(invoice: InvoiceRow): Cents {
  return invoice.amount_paid_cents + amountDue(invoice)
}

/** A reported status stays until money moves again, unless it is the computed one. */
function isSetByHand(
  before: InvoiceRow,
  reported: ReportedChange,
  { moneyMoved, computed }: { moneyMoved: boolean; computed: PaymentStatus },
): boolean {
  if (reported.paymentStatus !== undefined) return reported.paymentStatus !== computed
  return before.payment_status_is_set && !moneyMoved
}

function paidAtOf(
  before: InvoiceRow,
  reported: ReportedChange,
  after: { payment_status: PaymentStatus; moved: boolean; moneyAt: Date },
): Date | null {
  if (reported.paidAt !== undefined) return reported.paidAt
  if (!after.moved) return before.paid_at
  if (reported.removed && isPaid(after)) return paidInFullAt(before, reported.removed.others)
  return isPaid(after) ? (before.paid_at ?? after.moneyAt) : null
}

/** When the payments sufficed, in the order in which they were recorded. */
function paidInFullAt(invoice: InvoiceRow, payments: readonly PaymentRow[]): Date | null {
  const total = adjustedTotal(invoice)
  let cents = 0n
  for (const { amount_cents, paid_at } of payments) {
    cents += amount_cents
    if (cents >= total) return paid_at
  }
  return invoice.paid_at
}

function paymentRow(before: InvoiceRow, money: ReceivedMoney, moment: Moment): PaymentRow {
  return {
    id: moment.newUuid(),
    invoice_id: before.id,
    amount_cents: money.amountCents,
    late_cents: lateCentsOf(before, money, moment),
    surcharge_cents: money.surchargeCents ?? 0n,
    method: money.method,
    charge_id: money.chargeId,
    reference: money.reference,
    paid_at: money.paidAt,
    created_at: moment.now,
  }
}

/**
 * The part of the money beyond the rest that covers the late charges of the day of payment. For boletos, days are days
 * of the banks, as in the order to the bank.
 */
function lateCentsOf(
  before: InvoiceRow,
  money: ReceivedMoney,
  { now, zone, latePaidCents = 0n }: Moment,
): Cents {
  if (money.amountCents < 0n)
    return lateTakenBack(before.amount_paid_cents + money.amountCents, adjustedTotal(before), latePaidCents)
  // A reported payment may lie in the future, which counts as now.
  const paidAt = money.paidAt < now ? money.paidAt : now
  const paidOn = dateIn(paidAt, money.method === 'boleto' ? BANK_ZONE : zone)
  const rest = amountDue(before)
  const days = chargeableDaysLate(Temporal.PlainDate.from(before.due_date), paidOn)
  return lateShare(money.amountCents, rest, lateCharges(rest, lateTermsOf(before), days).lateCents)
}

/** The fields of a request about status and payment. */
export type ReportedInput = Pick<
  InvoiceChange,
  'status' | 'payment_status' | 'amount_paid' | 'paid_at' | 'notify_client'
>

/** `zone` is the team's: `paid_at` may be a day. */
export function readReportedChange(input: ReportedInput, zone: string): ReportedChange {
  const { status, payment_status, amount_paid, paid_at, notify_client } = input
  return {
    status,
    paymentStatus: payment_status,
    amountPaidCents: amount_paid === undefined ? undefined : readAmount('amount_paid', amount_paid),
    paidAt: readMoment('paid_at', paid_at, zone),
    notifyClient: notify_client,
  }
}
