// Computes an invoice after an update: a status, a reported amount, a payment, a refund, a credit note or a removal. The
// rules are the same for creation, PATCH, manual payments, Pix and overdue dates.
import type { ManualMethod } from '../../../contract/credit-states.ts'
import type {
  InvoicePaymentMethod,
  InvoiceStatus,
  PaymentStatus,
} from '../../../contract/invoicing-states.ts'
import { INVOICE_CENTS_MAX } from '../../../contract/limits.ts'
import { invoiceRefusal } from '../../../contract/phrases/states.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { discountTaken, isEarly } from '../../kernel/values/early-payment.ts'
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
import type { NamedCredit } from '../trips/claim-rules.ts'
import { adjustedTotal, amountDue, type EarlyOffer, earlyOffer, paymentStatusOf } from './rules.ts'
import { INVOICE_MOVES, isCancelled, isPaid } from './states.ts'
import type { AdjustmentRow, InvoiceRow, PaymentRow } from './store.ts'

export interface ReceivedMoney {
  /** If it must be known before the payment is stored. */
  id?: string
  amountCents: Cents
  /** The fee of a card that the payer bore beside the amount. */
  surchargeCents?: Cents
  method: InvoicePaymentMethod
  manualMethod?: ManualMethod | null
  paidAt: Date
  chargeId: string | null
  reference: string | null
  /** The discount of the charge for early payment. */
  discount?: EarlyOffer | null
  /** Its bank works the amount out, and takes the lower one only while that stands, wherever banks are closed. */
  bankWorksItOut?: boolean
  /** The part of the amount that is fine and interest, as the bank reports it. */
  bankLateCents?: Cents | undefined
}

/** What a request, a bank or a job changes in status and money of an invoice. */
export interface InvoiceUpdate {
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
  /** A credit note, which takes its amount off before `received` is applied. */
  creditNote?: MadeCreditNote | undefined
  /** A payment that was recorded by mistake, and the payments that stay. */
  removed?: { payment: PaymentRow; others: readonly PaymentRow[] } | undefined
}

export interface MadeRefund {
  id: string
  /** The amount that the bank gave back. */
  amountCents: Cents
  /** The part of it that is the fee of a card, which is no part of the debt. */
  feeCents?: Cents
  reducesAmountDue: boolean
  /** The item of a trip that it is for. */
  tripItemId: string | null
  /** The credit note that asked for it: that has taken the amount off already. */
  creditNoteId?: string | null
}

export interface MadeCreditNote {
  id: string
  amountCents: Cents
  /** The items that it credits; empty: the invoice as a whole. */
  named: readonly NamedCredit[]
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
  /** The items that a credit note names. */
  named?: readonly NamedCredit[] | undefined
  /** A payment to delete. */
  removed?: PaymentRow | undefined
  /** It was not paid early after all, so the discount is owed again. */
  losesDiscount?: boolean
}

export function applyInvoiceUpdate(
  stored: InvoiceRow,
  update: InvoiceUpdate,
  moment: Moment,
): ChangedInvoice {
  const credited = creditAdjustment(stored, update, moment)
  const before =
    credited === null
      ? stored
      : { ...stored, adjustment_cents: stored.adjustment_cents + credited.amount_cents }
  const status = statusAfter(before, update)
  const moved = movedMoney(before, update, moment.now)
  const adjusted = adjustmentAfter(before, update, { ...moved, moment })
  const adjustment = credited ?? adjusted.adjustment
  const { money, removed } = moved
  const after = {
    ...before,
    status,
    amount_paid_cents: moved.amount_paid_cents,
    ...adjusted.columns,
    refunded_cents: before.refunded_cents + (update.refund?.amountCents ?? 0n),
    cancelled_at: isCancelled({ status }) ? (before.cancelled_at ?? moment.now) : null,
  }
  const moneyMoved = money !== null || adjustment !== null || removed !== undefined
  const paidColumns = paymentStatusAfter(before, update, { after, money, moneyMoved, moment })
  return {
    invoice: { ...after, ...paidColumns },
    payment: money === null ? null : paymentRow(before, money, moment),
    adjustment,
    named: update.creditNote?.named,
    removed,
    losesDiscount: adjusted.losesDiscount,
  }
}

function statusAfter(before: InvoiceRow, update: InvoiceUpdate): InvoiceStatus {
  const { to, refusal } = rowOf(INVOICE_MOVES, before.status, update.status ?? before.status)
  if (refusal !== undefined)
    fail(refusal, invoiceRefusal(before.status, allowedFrom(INVOICE_MOVES, before.status)))
  return to ?? before.status
}

interface MovedMoney {
  readonly money: ReceivedMoney | null
  readonly removed: PaymentRow | undefined
  readonly movedCents: Cents
  readonly amount_paid_cents: Cents
}

/** The payment that the update adds or removes, and the paid amount after it. */
function movedMoney(before: InvoiceRow, update: InvoiceUpdate, now: Date): MovedMoney {
  const money = receivedMoney(before, update, now)
  const removed = update.removed?.payment
  const movedCents = (money?.amountCents ?? 0n) - (removed?.amount_cents ?? 0n)
  const amount_paid_cents = before.amount_paid_cents + movedCents
  if (amount_paid_cents > INVOICE_CENTS_MAX && money !== null && money.chargeId === null)
    failField(update.received ? 'amount' : 'amount_paid', 'makes more than 999999999999.99 paid')
  return { money, removed, movedCents, amount_paid_cents }
}

/** The adjustment that a refund or a discount for early payment causes, and the columns that it changes. */
function adjustmentAfter(
  before: InvoiceRow,
  update: InvoiceUpdate,
  { money, movedCents, amount_paid_cents, moment }: MovedMoney & { readonly moment: Moment },
) {
  const after = { ...before, amount_paid_cents }
  const losesDiscount = isNotEarlyAfterAll(after, update, movedCents)
  const adjustment =
    money === null || money.amountCents <= 0n
      ? refundAdjustment(after, before, update, moment)
      : discountAdjustment(before, money, moment)
  const lostCents = losesDiscount ? before.early_taken_cents : 0n
  const discountCents = adjustment?.type === 'early_payment' ? -adjustment.amount_cents : 0n
  const columns = {
    adjustment_cents: before.adjustment_cents + (adjustment?.amount_cents ?? 0n) + lostCents,
    early_taken_cents: before.early_taken_cents - lostCents + discountCents,
  }
  return { adjustment, losesDiscount, columns }
}

interface AfterMoney {
  /** With the new status and amounts. */
  readonly after: InvoiceRow
  readonly money: ReceivedMoney | null
  readonly moneyMoved: boolean
  readonly moment: Moment
}

function paymentStatusAfter(
  before: InvoiceRow,
  update: InvoiceUpdate,
  { after, money, moneyMoved, moment }: AfterMoney,
): Pick<InvoiceRow, 'payment_status' | 'payment_status_is_set' | 'paid_at'> {
  const computed = paymentStatusOf(
    {
      status: after.status,
      totalCents: after.total_cents,
      adjustmentCents: after.adjustment_cents,
      paidCents: after.amount_paid_cents,
      dueDate: Temporal.PlainDate.from(after.due_date),
    },
    dateIn(moment.now, moment.zone),
  )
  const isSet = isSetByHand(before, update, { moneyMoved, computed })
  const payment_status = update.paymentStatus ?? (isSet ? before.payment_status : computed)
  const moved = moneyMoved || payment_status !== before.payment_status
  return {
    payment_status,
    payment_status_is_set: isSet,
    paid_at: paidAtOf(before, update, { payment_status, moved, moneyAt: money?.paidAt ?? moment.now }),
  }
}

/** The whole amount of a credit note: what was paid of it is overpaid from then on. */
function creditAdjustment(
  before: InvoiceRow,
  { creditNote }: InvoiceUpdate,
  moment: Moment,
): AdjustmentRow | null {
  if (creditNote === undefined) return null
  const [only = { tripItemId: null }, ...others] = creditNote.named
  return adjustmentRow(before, moment, {
    type: 'credit_note',
    credit_note_id: creditNote.id,
    trip_item_id: others.length === 0 ? only.tripItemId : null,
    amount_cents: -creditNote.amountCents,
  })
}

/**
 * A discount stands as long as the payments settle the invoice with it; what the agency refunds, and what the holder of
 * a card contests, does not count.
 */
function isNotEarlyAfterAll(
  after: InvoiceRow,
  { refund, received }: InvoiceUpdate,
  movedCents: Cents,
): boolean {
  const isKept = refund !== undefined || received?.method === 'dispute'
  return after.early_taken_cents > 0n && movedCents < 0n && !isKept && amountDue(after) > 0n
}

/**
 * A payment that settles the invoice with its discount. The day on which it was paid decides, whenever that is reported;
 * money of a charge has the discount of its charge, whatever the invoice offers by now. A bank that works the amount out
 * is believed.
 */
function discountAdjustment(before: InvoiceRow, money: ReceivedMoney, moment: Moment): AdjustmentRow | null {
  const offer = earlyOffer(before)
  const isOffered = offer !== null && isEarly(offer, paidOn(money, moment))
  const ofCharge =
    money.discount != null && (money.bankWorksItOut || isEarlyAtBank(money.discount, money, moment))
      ? money.discount.cents
      : 0n
  const offeredCents = isOffered ? offer.cents : ofCharge
  const cents =
    before.early_taken_cents > 0n ? 0n : discountTaken(money.amountCents, amountDue(before), offeredCents)
  return cents === 0n ? null : adjustmentRow(before, moment, { type: 'early_payment', amount_cents: -cents })
}

/**
 * Takes off what the returned money would make due again: nothing for an overpaid part or for late charges. What a
 * correction by hand had made due before is taken off too.
 */
function refundAdjustment(
  after: InvoiceRow,
  before: InvoiceRow,
  { refund }: InvoiceUpdate,
  moment: Moment,
): AdjustmentRow | null {
  if (refund === undefined || !refund.reducesAmountDue || refund.creditNoteId) return null
  const due = amountDue(after)
  const debtCents = refund.amountCents - (refund.feeCents ?? 0n)
  const corrected = debtCents - (before.amount_paid_cents - after.amount_paid_cents)
  const madeDue = due - amountDue(before) + corrected
  const off = madeDue < due ? madeDue : due
  if (off <= 0n) return null
  return adjustmentRow(before, moment, {
    type: 'refund',
    refund_id: refund.id,
    trip_item_id: refund.tripItemId,
    amount_cents: -off,
  })
}

function adjustmentRow(
  { id: invoice_id }: InvoiceRow,
  { now, newUuid }: Moment,
  parts: Pick<AdjustmentRow, 'type' | 'amount_cents'> & Partial<AdjustmentRow>,
): AdjustmentRow {
  const row = {
    id: newUuid(),
    invoice_id,
    refund_id: null,
    credit_note_id: null,
    trip_item_id: null,
    credits: [],
  }
  return { ...row, ...parts, created_at: now }
}

/** A reported sum is a payment of the difference; `paid` without a sum is a payment of the rest. */
function receivedMoney(before: InvoiceRow, update: InvoiceUpdate, now: Date): ReceivedMoney | null {
  if (update.received !== undefined) return update.received
  const { amountPaidCents, paymentStatus: payment_status } = update
  const isAllPaid = payment_status !== undefined && isPaid({ payment_status })
  const sum = amountPaidCents ?? (isAllPaid ? fullSum(before) : undefined)
  const difference = sum === undefined ? 0n : sum - before.amount_paid_cents
  if (difference === 0n) return null
  return {
    amountCents: difference,
    method: difference > 0n ? 'manual' : 'correction',
    paidAt: update.paidAt ?? now,
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
  update: InvoiceUpdate,
  { moneyMoved, computed }: { moneyMoved: boolean; computed: PaymentStatus },
): boolean {
  if (update.paymentStatus !== undefined) return update.paymentStatus !== computed
  return before.payment_status_is_set && !moneyMoved
}

function paidAtOf(
  before: InvoiceRow,
  update: InvoiceUpdate,
  after: { payment_status: PaymentStatus; moved: boolean; moneyAt: Date },
): Date | null {
  if (update.paidAt !== undefined) return update.paidAt
  if (!after.moved) return before.paid_at
  if (update.removed && isPaid(after)) return paidInFullAt(before, update.removed.others)
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
    id: money.id ?? moment.newUuid(),
    invoice_id: before.id,
    amount_cents: money.amountCents,
    late_cents: lateCentsOf(before, money, moment),
    surcharge_cents: money.surchargeCents ?? 0n,
    method: money.method,
    manual_method: money.manualMethod ?? null,
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
function lateCentsOf(before: InvoiceRow, money: ReceivedMoney, moment: Moment): Cents {
  const { latePaidCents = 0n } = moment
  if (money.amountCents < 0n)
    return lateTakenBack(before.amount_paid_cents + money.amountCents, adjustedTotal(before), latePaidCents)
  const rest = amountDue(before)
  const days = chargeableDaysLate(Temporal.PlainDate.from(before.due_date), paidOn(money, moment))
  const { lateCents } = lateCharges(rest, lateTermsOf(before), days)
  return lateShare(money.amountCents, rest, money.bankLateCents ?? lateCents)
}

/** A reported payment may lie in the future, which counts as now. */
function paidOn({ paidAt, method }: ReceivedMoney, { now, zone }: Moment): Temporal.PlainDate {
  return dateIn(paidAt < now ? paidAt : now, method === 'boleto' ? BANK_ZONE : zone)
}

/** Banks count days in their own zone, and codes end with the team's day. */
function isEarlyAtBank(discount: EarlyOffer, money: ReceivedMoney, moment: Moment): boolean {
  const paidAt = money.paidAt < moment.now ? money.paidAt : moment.now
  return isEarly(discount, paidOn(money, moment)) || isEarly(discount, dateIn(paidAt, BANK_ZONE))
}
