// Payments of an invoice: recorded by hand, reported by a bank, and returned by it.
import type { Invoice, PaymentInput } from '../../../contract/invoices.ts'
import type { InvoicePaymentMethod } from '../../../contract/invoicing-states.ts'
import { isPaymentMethod, METHODS } from '../../../contract/payment-methods.ts'
import type { PaymentReturn, ReceivedPayment, Verdict } from '../../adapters/banks/port.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { lateTakenBack } from '../../kernel/values/late-charges.ts'
import { sumParts } from '../client-credit/credit.ts'
import { spentParts } from '../client-credit/store.ts'
import { demandById, readAmount, readMoment } from '../documents/input.ts'
import { emit } from '../events/emit.ts'
import { notifyAgency } from '../news/jobs.ts'
import { checkTomorrow, REPORTED_BY_TEAM_BANK_MAX } from '../payments/charge-checks.ts'
import { hasReport, recordReport } from '../payments/charge-reports.ts'
import {
  type ChargeRow,
  forgetChargePayment,
  recordChargePayment,
  recordedPayments,
} from '../payments/charge-store.ts'
import { closeIfKept } from '../payments/charges.ts'
import { alarmOfReturn, recordReturn, returnsOf } from '../payments/returns.ts'
import { type ApplyVerdict, returnsDone } from '../payments/verdict-routes.ts'
import type { World } from '../world.ts'
import { type PreparedBanks, prepareBanks } from './charges.ts'
import { countedOf, disputedCents, heldCents, noteDispute, releaseHeld } from './disputes.ts'
import type { MadeRefund, ReceivedMoney } from './invoice-update.ts'
import { notifyClientJob, openInvoiceChargeJob, renewInvoiceChargeJob } from './jobs.ts'
import { renewChargeOfInvoice } from './open-charge.ts'
import { partsOf } from './parts.ts'
import { endRefund, refundOfReturn } from './refunds/moves.ts'
import { type RefundRow, unsettledRefunds } from './refunds/store.ts'
import {
  clawBackCredit,
  heldCredit,
  lockWithOrigins,
  ownMoney,
  restoreCredit,
  uncoveredOf,
} from './returned-money.ts'
import { adjustedTotal, beyond, type EarlyOffer } from './rules.ts'
import { changeInvoice, saveChange } from './save.ts'
import {
  findInvoice,
  type InvoiceRow,
  isCredit,
  isReclaimed,
  lockInvoice,
  type PaymentRow,
  paymentsOf,
  setLateCents,
  storeInvoice,
} from './store.ts'
import { invoiceView, type WarnedInvoice } from './view.ts'

const DAY_MS = 86_400_000

export interface InvoiceReceipt {
  charge: ChargeRow
  payment: ReceivedPayment
  /** For the charge of the amount that is left. */
  banks: PreparedBanks
}

export interface InvoiceReturn {
  charge: ChargeRow
  /** The bank's id of the payment that was returned. */
  paymentId: string
  returned: PaymentReturn
  banks: PreparedBanks
}

export interface RecordedReturn {
  /** The invoice after the return; null if the draft was deleted. */
  invoice: Invoice | null
  /** Whether this service requested the return. */
  isOurs: boolean
}

/** Records a payment that the agency received outside its connected banks. */
export async function recordPayment(
  world: World,
  scope: Scope,
  id: string,
  {
    payment: { amount, paid_at, manual_method, reference },
    zone,
  }: { readonly payment: PaymentInput; readonly zone: string },
): Promise<WarnedInvoice> {
  const now = scope.clock.now()
  const paidAt = readMoment('paid_at', paid_at, zone) ?? now
  if (Temporal.PlainDate.compare(dateIn(paidAt, zone), dateIn(now, zone)) > 0)
    failField('paid_at', 'must not be later than today')
  const received = {
    amountCents: readAmount('amount', amount),
    method: 'manual' as const,
    manualMethod: manual_method ?? null,
    paidAt,
    chargeId: null,
    reference: reference ?? null,
  }
  return changeInvoice(world, scope, id, { update: { received } })
}

/** Only payments that a person recorded or confirmed and that were not corrected since. */
export async function removePayment(
  world: World,
  scope: Scope,
  id: string,
  paymentId: string,
): Promise<WarnedInvoice> {
  const known = await demandById(
    id,
    (uuid) => findInvoice(world.pool, scope.owner, uuid),
    'invoice_not_found',
  )
  const banks = await prepareBanks(world, scope, known)
  return transaction(world, scope, async (tx) => {
    const before = (await lockWithOrigins(tx, known.id)) ?? fail('invoice_not_found')
    const payments = (await paymentsOf(tx, [before.id])).get(before.id) ?? []
    const payment = payments.find((one) => one.id === paymentId) ?? fail('payment_not_found')
    if (!(await mayBeRemoved(tx, before, payment))) fail('only_recorded_payments_can_be_removed')
    if (payment.charge_id !== null && payment.reference !== null)
      await forgetChargePayment(tx, payment.charge_id, payment.reference)
    const current = isCredit(payment) ? await restoreRemovedCredit(world, tx, before, payment) : before
    const others = payments.filter((one) => one !== payment)
    await reduceLateCharges(tx, others, {
      ...current,
      amount_paid_cents: current.amount_paid_cents - payment.amount_cents,
    })
    return saveChange(world, tx, { before: current, update: { removed: { payment, others } }, banks })
  })
}

/** Recorded or confirmed by a person, and not by a bank. */
function isByAgency(method: InvoicePaymentMethod): boolean {
  return method === 'manual' || (isPaymentMethod(method) && METHODS[method].confirmedBy === 'agency')
}

/** What left the invoice since cannot be taken back once more; nor is reclaimed credit given away. */
async function mayBeRemoved(tx: Tx, invoice: InvoiceRow, payment: PaymentRow): Promise<boolean> {
  const { id, amount_cents, method } = payment
  if (isByAgency(method)) return amount_cents <= (await ownMoney(tx, invoice))
  if (!isCredit(payment) || isReclaimed(payment) || amount_cents <= 0n) return false
  const held = (await heldCredit(tx, invoice.id)).filter(({ payment_id }) => payment_id === id)
  return sumParts(held) === amount_cents && amount_cents <= invoice.amount_paid_cents
}

/** The invoice after it: the credit may have been its own money, and cover what is missing of it. */
async function restoreRemovedCredit(
  world: World,
  tx: Tx,
  invoice: InvoiceRow,
  { id, amount_cents }: PaymentRow,
): Promise<InvoiceRow> {
  const place = { clientId: invoice.client_id, invoiceId: invoice.id, paymentId: id }
  const parts = await spentParts(tx, invoice.id, [id])
  await restoreCredit(world, tx, { ...place, cents: amount_cents, parts })
  return (await lockInvoice(tx, invoice.id)) ?? invoice
}

/** What was owed is paid first, so without the removed payment less of the others was for being late. */
async function reduceLateCharges(tx: Tx, payments: readonly PaymentRow[], after: InvoiceRow): Promise<void> {
  const latePaidCents = payments.reduce((sum, { late_cents }) => sum + late_cents, 0n)
  let left = -lateTakenBack(after.amount_paid_cents, adjustedTotal(after), latePaidCents)
  for (const { id, late_cents } of payments.toReversed()) {
    if (left <= 0n) return
    if (late_cents <= 0n) continue
    const taken = late_cents < left ? late_cents : left
    await setLateCents(tx, id, late_cents - taken)
    left -= taken
  }
}

/** Records payments and returns, as many as an invoice takes in a day, and renews a charge that the bank removed. */
export const applyVerdictToInvoice: ApplyVerdict = async (world, scope, charge, verdict) => {
  const { status, payments } = verdict
  const taken = await paymentsOfToday(world, scope, charge, payments)
  if (taken.length < payments.length)
    await checkTomorrow(world, scope, charge, payments.length - taken.length)
  for (const payment of taken) {
    const banks = await banksForRest(world, scope, charge)
    // With the first payment: what the bank keeps of it, and when the rest arrives.
    const isFirst = payment === taken[0]
    await transaction(world, scope, async (tx) => {
      await recordPaymentOfInvoice(world, tx, { charge, payment, banks })
      if (isFirst && hasReport(charge, verdict)) await recordReportOfInvoice(world, tx, charge, verdict)
    })
    for (const returned of returnsDone(payment))
      await applyReturn(world, scope, { charge, paymentId: payment.id, returned })
  }
  if (taken.length === 0 && hasReport(charge, verdict))
    await transaction(world, scope, (tx) => recordReportOfInvoice(world, tx, charge, verdict))
  await noteDispute(world, scope, charge, verdict)
  if (status === 'removed') await renewChargeOfInvoice(world, scope, charge, { because: 'withdraw' })
}

/** Shows what the bank reports of a charge besides payments. */
async function recordReportOfInvoice(
  world: World,
  tx: Tx,
  charge: ChargeRow,
  verdict: Verdict,
): Promise<void> {
  const invoice = await lockInvoice(tx, charge.reference_id)
  if (!(await recordReport(tx, charge, verdict)) || invoice === undefined) return
  if (verdict.status === 'open' && charge.instructions === null) {
    const key = `${charge.id}#${tx.now.getTime()}`
    schedule(tx, openInvoiceChargeJob, { at: tx.now, key, payload: { charge_id: charge.id } })
  }
  // Its time may have ended while a payment was under way.
  if (verdict.status === 'open' && charge.expires_at <= tx.now) {
    const payload = { invoice_id: invoice.id, charge_id: charge.id }
    schedule(tx, renewInvoiceChargeJob, { at: tx.now, key: `${charge.id} ${tx.now.getTime()}`, payload })
  }
  const updated = { ...invoice, updated_at: tx.now }
  await storeInvoice(tx, updated)
  emit(tx, 'invoice.updated', invoiceView(world, await partsOf(world, tx, tx.owner, updated)))
}

/** Those that were recorded before, and as many others as there is room for today. */
async function paymentsOfToday(
  { pool }: World,
  { clock }: Scope,
  charge: ChargeRow,
  payments: readonly ReceivedPayment[],
): Promise<ReceivedPayment[]> {
  const recorded = await recordedPayments(pool, charge)
  const since = clock.now().getTime() - DAY_MS
  const today = recorded.filter(({ received_at }) => received_at.getTime() > since).length
  const ofCharge = recorded.filter(({ charge_id }) => charge_id === charge.id)
  const known = new Set(ofCharge.map(({ payment_id }) => payment_id))
  const fresh = payments.filter(({ id }) => !known.has(id))
  const waiting = new Set(fresh.slice(Math.max(0, REPORTED_BY_TEAM_BANK_MAX - today)))
  return payments.filter((payment) => !waiting.has(payment))
}

/** The amount that is owed again gets a new charge. */
async function applyReturn(
  world: World,
  scope: Scope,
  { charge, paymentId, returned }: Omit<InvoiceReturn, 'banks'>,
): Promise<void> {
  const banks = await banksForRest(world, scope, charge)
  const taken = await transaction(world, scope, (tx) =>
    recordReturnOfInvoice(world, tx, { charge, paymentId, returned, banks }),
  )
  if (taken?.isOurs === false) alarmOfReturn(world, charge, paymentId, returned)
}

/** If a part is left to pay, it gets a new charge at these banks. */
export async function banksForRest(
  world: World,
  scope: Scope,
  { reference_id }: Pick<ChargeRow, 'reference_id'>,
): Promise<PreparedBanks> {
  const known = await findInvoice(world.pool, scope.owner, reference_id)
  return known === undefined ? {} : prepareBanks(world, scope, known)
}

/** The invoice after the payment; undefined if this payment was recorded before, or the draft was deleted. */
export async function recordPaymentOfInvoice(
  world: World,
  tx: Tx,
  { charge, payment, banks }: InvoiceReceipt,
): Promise<Invoice | undefined> {
  const invoice = await lockInvoice(tx, charge.reference_id)
  if ((await recordChargePayment(tx, charge.id, payment)) === undefined) return undefined
  closeIfKept(tx, charge)
  if (invoice === undefined) {
    const lost = { charge: charge.id, invoice: charge.reference_id, payment: payment.id }
    world.log.error(lost, 'money came for an invoice that is not there: give it back, or record it by hand')
    return undefined
  }
  // The fee of a card that the payer bears is no part of the debt.
  const surchargeCents = payment.amountCents > charge.surcharge_cents ? charge.surcharge_cents : 0n
  const received = {
    amountCents: payment.amountCents - surchargeCents,
    surchargeCents,
    method: charge.method,
    paidAt: payment.paidAt,
    chargeId: charge.id,
    reference: payment.id,
    discount: discountOfCharge(charge),
    bankWorksItOut: charge.due_date !== null,
    // Of a fixed amount, the bank does not know what part is for being late.
    ...(charge.due_date !== null && { bankLateCents: payment.lateCents }),
  }
  return (await saveChange(world, tx, { before: invoice, update: { received }, banks })).data
}

function discountOfCharge({ discount_cents: cents, discount_until: until }: ChargeRow): EarlyOffer | null {
  return until === null ? null : { cents, until }
}

/** Lowers the paid amount by the return; undefined if this return was recorded before. */
export async function recordReturnOfInvoice(
  world: World,
  tx: Tx,
  { charge, paymentId, returned: update, banks }: InvoiceReturn,
): Promise<RecordedReturn | undefined> {
  const invoice = await lockInvoice(tx, charge.reference_id)
  const returned = await newReturn(tx, { charge, paymentId, returned: update })
  if (returned === null) return undefined
  if (!(await recordReturn(tx, { chargeId: charge.id, paymentId, returned, debitedCents: 0n })))
    return undefined
  const bankReturn = { chargeId: charge.id, paymentId, returnId: returned.id }
  const refunded = await refundOfReturn(tx, bankReturn)
  const isOurs = refunded !== undefined
  const back = invoice && (await prepareReturn(tx, invoice, { charge, paymentId, returned, isOurs }))
  const change = { received: back?.received, refund: madeRefund(refunded, back?.feeCents) }
  const moved = back && { before: back.before, edited: back.edited }
  const saved = moved && (await saveChange(world, tx, { ...moved, update: change, banks }))
  const view = saved?.data ?? null
  if (view !== null) notifyAgency(tx, 'invoice.payment.returned', emit(tx, 'invoice.payment.returned', view))
  const refund = await endRefund(tx, bankReturn, 'return')
  if (refund !== undefined && invoice !== undefined) {
    const payload = { kind: 'refunded', invoice_id: invoice.id, refund_id: refund.id } as const
    schedule(tx, notifyClientJob, { at: tx.now, key: refund.id, payload })
  }
  return { invoice: view, isOurs: refund !== undefined }
}

/** Undefined for a return that this service did not request: the debt is open again. */
function madeRefund(refund: RefundRow | undefined, feeCents = 0n): MadeRefund | undefined {
  if (refund === undefined) return undefined
  const { id, amount_cents: amountCents, reduces_amount_due: reducesAmountDue } = refund
  const { trip_item_id: tripItemId, credit_note_id: creditNoteId } = refund
  return { id, amountCents, feeCents, reducesAmountDue, tripItemId, creditNoteId }
}

interface PreparedReturn {
  /** With the offsetting payments, so that the money can leave. */
  before: InvoiceRow
  edited: InvoiceRow
  received: ReceivedMoney | undefined
  /** The part of the return that is the fee of a card. */
  feeCents: bigint
}

/**
 * At most the paid amount, because the agency may have corrected it by hand already. Before that, the amount in an open
 * dispute and the credit that came of the money return to the invoice.
 */
async function prepareReturn(
  tx: Tx,
  invoice: InvoiceRow,
  { charge, paymentId, returned, isOurs }: Omit<InvoiceReturn, 'banks'> & { isOurs: boolean },
): Promise<PreparedReturn> {
  const { id, amountCents, at } = returned
  // Ids of returns are unique only within their payment.
  const reference = `${paymentId}:${id}`
  const payment = { chargeId: charge.id, paymentId }
  const counted = await countedOf(tx, invoice.id, payment, id)
  const held = await heldCents(tx, payment)
  // The amount goes back first, and the fee of the card with the rest.
  const feeCents = charge.surcharge_cents === 0n ? 0n : beyond(amountCents, counted + held)
  const backCents = amountCents - feeCents
  const ofDisputes = beyond(backCents, counted)
  const heldBack = ofDisputes < held ? ofDisputes : held
  const released = await releaseHeld(tx, invoice, payment, heldBack)
  // A refund of ours leaves the client the credit that the agency gave beside it.
  const ofCredit = isOurs ? beyond(backCents, await ownMoney(tx, released)) : backCents - heldBack
  const { invoice: before } = await clawBackCredit(tx, released, ofCredit, reference)
  const own = await ownMoney(tx, before)
  const cents = backCents < own ? backCents : own
  const uncovered = await uncoveredOf(tx, invoice.id, backCents - cents)
  const received: ReceivedMoney = {
    amountCents: -cents,
    surchargeCents: -feeCents,
    method: 'return',
    paidAt: at ?? tx.now,
    chargeId: charge.id,
    reference,
  }
  const edited = { ...before, uncovered_cents: before.uncovered_cents + uncovered }
  return { before, edited, received: cents > 0n ? received : undefined, feeCents }
}

/** Where a bank reports only the sum of all returns: what of it is new; null if nothing is. */
async function newReturn(
  tx: Tx,
  { charge, paymentId, returned }: Omit<InvoiceReturn, 'banks'>,
): Promise<PaymentReturn | null> {
  if (returned.isTotal !== true) return returned
  const isOfPayment = ({ payment_id }: { payment_id: string }) => payment_id === paymentId
  // A refund of ours is recorded under its own id, by the job that asks for it.
  if ((await unsettledRefunds(tx, charge.reference_id)).some(isOfPayment)) return null
  const known = (await returnsOf(tx, [charge.id])).filter(isOfPayment)
  const knownCents = known.reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
  const newCents = returned.amountCents - knownCents - (await disputedCents(tx, charge.id, paymentId))
  return newCents > 0n ? { ...returned, amountCents: newCents } : null
}
