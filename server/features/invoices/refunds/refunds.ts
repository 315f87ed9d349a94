// Refunds of an invoice's payments: requested, settled at the bank, and listed.

import type { Refund, RefundInput } from '../../../../contract/invoices.ts'
import type { InvoicePaymentMethod } from '../../../../contract/invoicing-states.ts'
import { CARD_REFUND_DAYS, REFUND_DAYS } from '../../../../contract/limits.ts'
import { isPaymentMethod, METHODS, type PaymentMethod } from '../../../../contract/payment-methods.ts'
import { SIMULATED } from '../../../../contract/payment-providers.ts'
import { adviceWith } from '../../../../contract/phrases/advice.ts'
import { issueWith } from '../../../../contract/phrases/issues.ts'
import { BANKS } from '../../../adapters/banks/banks.ts'
import { type Bank, isGone, isUnderWay } from '../../../adapters/banks/port.ts'
import type { Queryable } from '../../../kernel/db/db.ts'
import type { TaskOf } from '../../../kernel/jobs/declare-job.ts'
import { schedule } from '../../../kernel/jobs/schedule.ts'
import { record } from '../../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../../kernel/outbox/transaction.ts'
import type { Times } from '../../../kernel/values/dates.ts'
import { fail, failField } from '../../../kernel/values/fail.ts'
import { isUuid } from '../../../kernel/values/ids.ts'
import { type Cents, formatAmount } from '../../../kernel/values/money.ts'
import { type Owner, ownerColumns } from '../../../kernel/values/owner.ts'
import type { Listing, Page } from '../../../kernel/values/pages.ts'
import { demandById, readAmount } from '../../documents/input.ts'
import { emit } from '../../events/emit.ts'
import { bankOfCharge } from '../../payments/banks.ts'
import { type ChargeRow, findCharge, findCharges } from '../../payments/charge-store.ts'
import { isTakenAway } from '../../payments/disputes/states.ts'
import { disputesOfInvoice } from '../../payments/disputes/store.ts'
import { findAnyProvider } from '../../payments/provider-store.ts'
import { returnsOf } from '../../payments/returns.ts'
import { heldBy, linesOf } from '../../trips/claim-rules.ts'
import type { World } from '../../world.ts'
import * as jobs from '../jobs.ts'
import { banksForRest, recordReturnOfInvoice } from '../payments.ts'
import { creditOut } from '../returned-money.ts'
import { adjustmentsOf, findInvoice, type InvoiceRow, isCredit, lockInvoice, paymentsOf } from '../store.ts'
import { settledBy } from '../trip-items.ts'
import { bankRefundId, endRefund, refundChange, refundView } from './moves.ts'
import { isUnsettled, REFUND_MOVES } from './states.ts'
import { findRefund, insertRefund, listRefunds, type RefundRow, unsettledRefunds } from './store.ts'

export interface Refundable {
  id: string
  chargeId: string
  /** The bank's own id of the payment. */
  reference: string
  paidAt: Date
  method: PaymentMethod
  /** With the fee of a card. */
  leftCents: Cents
  /** The fee of a card that the payer bore; it goes back last. */
  feeCents: Cents
  /** Its bank gives it back only as a whole. */
  isOnlyWhole: boolean
}

interface Choice {
  payment: Refundable
  amountCents: Cents
}

const DAY_MS = 24 * 60 * 60_000

/** A refund takes seconds, rarely minutes. After these waits the bank is asked every few hours. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000, 1_800_000] as const
const LOOK_LATER_MS = 4 * 3_600_000
/** Attempts of one job at a bank that does not respond. */
const FIRST_TRIES = 6

export async function requestRefund(
  world: World,
  scope: Scope,
  invoiceId: string,
  { amount, payment_id, reduces_amount_due, trip_item_id, reason }: NonNullable<RefundInput>,
): Promise<Refund> {
  const wanted = amount === undefined ? undefined : readAmount('amount', amount)
  if (trip_item_id !== undefined && reduces_amount_due === false)
    failField('reduces_amount_due', 'must be true for an item of a trip')
  if (!isUuid(invoiceId)) return fail('invoice_not_found')
  return transaction(world, scope, async (tx) => {
    const invoice = (await lockInvoice(tx, invoiceId)) ?? fail('invoice_not_found')
    const { payment, amountCents } = await chooseRefund(tx, invoice.id, { paymentId: payment_id, wanted })
    if (isTooLate(payment, tx.now)) fail('refund_too_late')
    await demandBank(tx, payment, amountCents)
    if (trip_item_id !== undefined) await demandHeld(tx, invoice, trip_item_id, amountCents)
    return beginRefund(tx, invoice.id, {
      payment,
      amountCents,
      reduces_amount_due: reduces_amount_due ?? true,
      trip_item_id: trip_item_id ?? null,
      credit_note_id: null,
      reason: reason ?? null,
    })
  })
}

type Begun = Choice & Pick<RefundRow, 'reduces_amount_due' | 'trip_item_id' | 'credit_note_id' | 'reason'>

/** Stores the refund; the bank is asked after the commit. */
async function beginRefund(
  tx: Tx,
  invoiceId: string,
  { payment, amountCents, ...terms }: Begun,
): Promise<Refund> {
  const refund = {
    id: tx.newId('refund'),
    ...ownerColumns(tx.owner),
    invoice_id: invoiceId,
    invoice_payment_id: payment.id,
    charge_id: payment.chargeId,
    payment_id: payment.reference,
    amount_cents: amountCents,
    ...terms,
    status: REFUND_MOVES.begins.ask.to,
    failure: null,
    created_at: tx.now,
    ended_at: null,
  }
  await insertRefund(tx, refund)
  record(tx, refundChange(null, refund))
  const view = refundView(refund)
  for (const type of REFUND_MOVES.begins.ask.emits) emit(tx, type, view)
  schedule(tx, jobs.settleRefundJob, {
    at: tx.now,
    key: refund.id,
    payload: { refund_id: refund.id, look: 1 },
  })
  return view
}

/** How much of a sum banks can still give back of an invoice's payments on this day, without fees of cards. */
export async function refundableCents(
  db: Queryable,
  invoiceId: string,
  { wanted, now }: { wanted: Cents; now: Date },
): Promise<Cents> {
  const cash = await cashLeft(db, invoiceId)
  const { choices } = await chooseSeveral(db, invoiceId, { wanted: wanted < cash ? wanted : cash, now })
  return choices.reduce((sum, { cents }) => sum + cents, 0n)
}

/** The amount that goes back of each payment, the newest first; a sale that can only go back whole comes before others. */
async function chooseSeveral(
  db: Queryable,
  invoiceId: string,
  { wanted, now }: { wanted: Cents; now: Date },
): Promise<{ choices: (Choice & { cents: Cents })[]; hasWhole: boolean }> {
  const choices: (Choice & { cents: Cents })[] = []
  let rest = wanted
  const payments = (await refundablePayments(db, invoiceId)).toReversed()
  const left = payments.filter((payment) => debtLeft(payment) > 0n && !isTooLate(payment, now))
  const whole = left.filter(({ isOnlyWhole }) => isOnlyWhole)
  const others = left.filter(({ isOnlyWhole }) => !isOnlyWhole)
  for (const payment of [...whole, ...others]) {
    const debt = debtLeft(payment)
    const cents = debt < rest ? debt : rest
    if (cents <= 0n || (payment.isOnlyWhole && cents < debt)) continue
    // The whole payment goes back with its fee.
    choices.push({ payment, cents, amountCents: cents === debt ? payment.leftCents : cents })
    rest -= cents
  }
  return { choices, hasWhole: whole.length > 0 }
}

/** Refunds what a credit note made overpaid, of the newest payments first; ids of the refunds. */
export async function refundCredited(
  tx: Tx,
  invoiceId: string,
  { cents, creditNoteId, reason }: { cents: Cents; creditNoteId: string; reason: string },
): Promise<string[]> {
  const { choices, hasWhole } = await chooseSeveral(tx, invoiceId, { wanted: cents, now: tx.now })
  const chosen = choices.reduce((sum, choice) => sum + choice.cents, 0n)
  if (chosen < cents && hasWhole) fail('refund_must_be_whole')
  if (chosen < cents || cents > (await cashLeft(tx, invoiceId)))
    fail(
      'refund_exceeds_payment',
      adviceWith(
        'the bank cannot give this much back; choose credit or none as excess, or pay the client another way',
      ),
    )
  const ids: string[] = []
  for (const { payment, amountCents } of choices) {
    await demandBank(tx, payment, amountCents)
    const terms = { reduces_amount_due: true, trip_item_id: null, credit_note_id: creditNoteId, reason }
    ids.push((await beginRefund(tx, invoiceId, { payment, amountCents, ...terms })).id)
  }
  return ids
}

function isTooLate({ paidAt, method }: Pick<Refundable, 'paidAt' | 'method'>, now: Date): boolean {
  const days = method === 'card' ? CARD_REFUND_DAYS : REFUND_DAYS
  return paidAt.getTime() < now.getTime() - days * DAY_MS
}

/** The refundable part of the payment as counted on the invoice. */
function debtLeft({ leftCents, feeCents }: Refundable): Cents {
  return leftCents > feeCents ? leftCents - feeCents : 0n
}

/** Money that came for the invoice, less the part that went back, is on its way back, or became the client's credit. */
async function cashLeft(db: Queryable, invoiceId: string): Promise<Cents> {
  const payments = (await paymentsOf(db, [invoiceId])).get(invoiceId) ?? []
  const cash = payments
    .filter((payment) => !isCredit(payment) && payment.method !== 'correction')
    .reduce((sum, { amount_cents, surcharge_cents }) => sum + amount_cents + surcharge_cents, 0n)
  return cash - (await creditOut(db, invoiceId)) - (await unsettledCents(db, invoiceId))
}

/** Money on its way back. */
export async function unsettledCents(db: Queryable, invoiceId: string): Promise<Cents> {
  const unsettled = await unsettledRefunds(db, invoiceId)
  return unsettled.reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
}

/** A refund of an item of a trip credits no more than the invoice holds of it. */
async function demandHeld(tx: Tx, invoice: InvoiceRow, tripItemId: string, cents: Cents): Promise<void> {
  const adjustments = (await adjustmentsOf(tx, [invoice])).get(invoice.id) ?? []
  const line = linesOf(invoice.items, settledBy(invoice, adjustments).adjustments).find(
    (one) => one.tripItemId === tripItemId,
  )
  if (line === undefined) return failField('trip_item_id', 'is not billed by this invoice')
  if (cents > heldBy(line))
    failField(
      'amount',
      issueWith('is more than the {amount} BRL billed of the item of the trip', {
        amount: formatAmount(heldBy(line)),
      }),
    )
}

/** The bank that collected the payment must still be connected, and give back what is asked. */
async function demandBank(
  tx: Tx,
  { chargeId, leftCents, isOnlyWhole }: Refundable,
  amountCents: Cents,
): Promise<void> {
  if (isOnlyWhole && amountCents !== leftCents) fail('refund_must_be_whole')
  const charge = await findCharge(tx, chargeId)
  if (charge === undefined) throw new Error(`charge ${chargeId} was paid, and is gone`)
  if (charge.provider === SIMULATED) return
  const provider = charge.provider_id === null ? undefined : await findAnyProvider(tx, charge.provider_id)
  if (provider === undefined || provider.secrets === null)
    fail(
      'payment_provider_not_found',
      adviceWith('the bank that collected this payment is disconnected; give the money back in its own app'),
    )
}

/** The payment to refund, and the amount; fails if no refund is possible. */
export async function chooseRefund(
  db: Queryable,
  invoiceId: string,
  { paymentId, wanted }: { paymentId: string | undefined; wanted: Cents | undefined },
): Promise<Choice> {
  const all = await refundablePayments(db, invoiceId)
  const isOther = !all.some(
    ({ id, leftCents }) => id === paymentId || (paymentId === undefined && leftCents > 0n),
  )
  if (isOther) await refuseWithoutWayBack(db, invoiceId, paymentId)
  const choice = choose(all, paymentId, wanted)
  if (choice.amountCents > (await cashLeft(db, invoiceId)))
    fail(
      wanted === undefined ? 'nothing_to_refund' : 'refund_exceeds_payment',
      adviceWith("a part of what was paid became the client's credit; refund no more than the rest"),
    )
  return choice
}

/** Boletos, and what came to the agency's own key, cannot be refunded through a bank. */
async function refuseWithoutWayBack(
  db: Queryable,
  invoiceId: string,
  paymentId: string | undefined,
): Promise<void> {
  const all = (await paymentsOf(db, [invoiceId])).get(invoiceId) ?? []
  const meant = all.filter(({ id }) => (paymentId ?? id) === id)
  if (meant.some(({ method }) => method === 'boleto')) fail('boleto_cannot_be_refunded')
  if (meant.some(({ method }) => isPaymentMethod(method) && !METHODS[method].refunds))
    fail('payment_cannot_be_refunded')
}

function mayBeRefunded(method: InvoicePaymentMethod): method is PaymentMethod {
  return isPaymentMethod(method) && METHODS[method].refunds
}

/** The named payment; without a name, the newest with enough left, or the only one if no amount is named. */
function choose(
  all: readonly Refundable[],
  paymentId: string | undefined,
  wanted: Cents | undefined,
): Choice {
  const named = paymentId === undefined ? all : all.filter(({ id }) => id === paymentId)
  if (all.length === 0)
    fail('nothing_to_refund', adviceWith('nothing has come by Pix or card for this invoice'))
  if (named.length === 0) failField('payment_id', 'is no Pix or card payment of this invoice')
  const left = named.filter(({ leftCents }) => leftCents > 0n)
  const newest = left.at(-1) ?? fail('nothing_to_refund')
  if (wanted !== undefined) {
    const payment = left.findLast(({ leftCents }) => leftCents >= wanted)
    return { payment: payment ?? fail('refund_exceeds_payment'), amountCents: wanted }
  }
  if (left.length > 1)
    failField('payment_id', 'is required: the invoice has several payments that can be refunded')
  return { payment: newest, amountCents: newest.leftCents }
}

/**
 * Payments by Pix and card with the amount that can still be refunded, oldest first. A caller that refunds has locked the invoice, so
 * that no other refund counts on the same money.
 */
export async function refundablePayments(db: Queryable, invoiceId: string): Promise<Refundable[]> {
  const paid = ((await paymentsOf(db, [invoiceId])).get(invoiceId) ?? []).flatMap((payment) => {
    const { id, charge_id: chargeId, reference, paid_at: paidAt, method } = payment
    if (!mayBeRefunded(method) || chargeId === null || reference === null) return []
    // The fee of a card that the payer bore goes back too.
    const feeCents = payment.surcharge_cents
    return [{ id, chargeId, reference, paidAt, method, feeCents, cents: payment.amount_cents + feeCents }]
  })
  const chargeIds = paid.map(({ chargeId }) => chargeId)
  const whole = new Set((await findCharges(db, chargeIds)).filter(isOnlyWhole).map(({ id }) => id))
  const returned = await returnsOf(db, chargeIds)
  const taken = (await disputesOfInvoice(db, invoiceId)).filter(isTakenAway)
  const reserved = [...returned, ...(await unsettledRefunds(db, invoiceId)), ...taken]
  return paid.map(({ cents, ...payment }) => {
    const gone = reserved.filter(
      ({ charge_id, payment_id }) => charge_id === payment.chargeId && payment_id === payment.reference,
    )
    const isOnlyWhole = whole.has(payment.chargeId)
    return {
      ...payment,
      isOnlyWhole,
      leftCents: gone.reduce((left, { amount_cents }) => left - amount_cents, cents),
    }
  })
}

function isOnlyWhole({ provider, instalment_count: count }: ChargeRow): boolean {
  return (count ?? 1) > 1 && BANKS[provider].refundsWholeSales === true
}

/** Asks the bank until it reports the outcome. The id is ours, so that a repeated request is the same refund. */
export async function settleRefund(
  world: World,
  { job, payload, scope, last }: TaskOf<typeof jobs.settleRefundJob>,
): Promise<void> {
  const refund = await findRefund(world.pool, payload.refund_id)
  if (refund === undefined || !isUnsettled(refund)) return
  const charge = await findCharge(world.pool, refund.charge_id)
  const bank = charge && (await bankFor(world, charge))
  if (!bank) {
    world.log.error(
      { refund: refund.id },
      'a refund stays open: the bank that was asked cannot be reached any more',
    )
    return
  }
  const outcome = await bank.refund(refund.payment_id, bankRefundId(refund), refund.amount_cents)
  // Refused access says nothing about the refund.
  if (outcome.outcome === 'unknown' || (outcome.outcome === 'rejected' && outcome.cause === 'account')) {
    if (job.attempt < FIRST_TRIES) throw new Error(`the bank did not say: ${outcome.reason}`)
    return lookAgain(world, last, refund, payload.look)
  }
  if (outcome.outcome === 'rejected') return failRefund(world, last, refund, outcome.reason)
  if (isUnderWay(outcome.value)) return lookAgain(world, last, refund, payload.look)
  const { reason = 'the bank could not give it back' } = outcome.value
  if (!isGone(outcome.value)) return failRefund(world, last, refund, reason)
  await recordRefund(world, { scope, last }, charge, refund)
}

async function bankFor(world: World, charge: ChargeRow): Promise<Bank | null> {
  return charge.provider === SIMULATED ? world.banks.simulated : bankOfCharge(world, charge)
}

function lookAgain(world: World, last: Scope, { id }: RefundRow, look: number): Promise<void> {
  return transaction(world, last, async (tx) => {
    const at = new Date(tx.now.getTime() + (LOOK_AGAIN_MS[look - 1] ?? LOOK_LATER_MS))
    const next = look + 1
    schedule(tx, jobs.settleRefundJob, { at, key: `${id}#${next}`, payload: { refund_id: id, look: next } })
  })
}

function failRefund(world: World, last: Scope, refund: RefundRow, reason: string): Promise<void> {
  return transaction(world, last, async (tx) => {
    await endRefund(tx, atBank(refund), 'refuse', reason)
  })
}

function atBank(refund: RefundRow) {
  const { charge_id: chargeId, payment_id: paymentId } = refund
  return { chargeId, paymentId, returnId: bankRefundId(refund) }
}

/** Changes nothing if reconciliation has recorded the return already. */
async function recordRefund(
  world: World,
  { scope, last }: { scope: Scope; last: Scope },
  charge: ChargeRow,
  refund: RefundRow,
): Promise<void> {
  const { payment_id: paymentId, amount_cents: amountCents } = refund
  const returned = { id: bankRefundId(refund), amountCents, status: 'done', at: null, reason: null } as const
  const banks = await banksForRest(world, scope, charge)
  await transaction(world, last, async (tx) => {
    await recordReturnOfInvoice(world, tx, { charge, paymentId, returned, banks })
  })
}

export async function readRefunds(
  { pool }: World,
  owner: Owner,
  { invoiceId, page, times }: { readonly invoiceId: string; readonly page: Page; readonly times: Times },
): Promise<Listing<Refund>> {
  const invoice = await demandById(invoiceId, (uuid) => findInvoice(pool, owner, uuid), 'invoice_not_found')
  const found = await listRefunds(pool, owner, { invoiceId: invoice.id, page, times })
  return { ...found, items: found.items.map(refundView) }
}
