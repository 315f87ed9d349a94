// Disputes of card payments: a dispute opens the debt of the invoice again, until it is won.
import type { Dispute, ReceivedPayment, Verdict } from '../../adapters/banks/port.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { spentParts } from '../client-credit/store.ts'
import { emit } from '../events/emit.ts'
import { notifyAgency } from '../news/jobs.ts'
import { type ChargeRow, lockCharge, moveCharge } from '../payments/charge-store.ts'
import { disputeChange, disputeView } from '../payments/disputes/disputes.ts'
import { DISPUTE_MOVES, type DisputeTrigger, isTakenAway, isUndecided } from '../payments/disputes/states.ts'
import { type DisputeRow, disputesOf, insertDispute, storeDispute } from '../payments/disputes/store.ts'
import { returnsOf } from '../payments/returns.ts'
import { returnsDone } from '../payments/verdict-routes.ts'
import type { World } from '../world.ts'
import { type PreparedBanks, prepareBanks } from './charges.ts'
import type { ReceivedMoney } from './invoice-update.ts'
import {
  clawBackCredit,
  nextReference,
  ownMoney,
  recordOffsettingPayment,
  restoreCredit,
  uncoveredOf,
} from './returned-money.ts'
import { beyond } from './rules.ts'
import { creditMoney, saveChange } from './save.ts'
import { findInvoice, type InvoiceRow, isCredit, lockInvoice, paymentsOf, storeInvoice } from './store.ts'

/** A dispute opens the debt again. It ends won, and the money counts again, or lost. */
export async function noteDispute(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  { dispute, status, payments }: Verdict,
): Promise<void> {
  if (dispute === undefined || status !== 'paid') return
  const known = await disputesOf(world.pool, charge.id)
  if (!isNews(known, dispute)) return
  const invoice = await findInvoice(world.pool, scope.owner, charge.reference_id)
  const banks = invoice === undefined ? {} : await prepareBanks(world, scope, invoice)
  await transaction(world, scope, async (tx) => {
    const locked = await lockInvoice(tx, charge.reference_id)
    await lockCharge(tx, charge.id)
    const before = await disputesOf(tx, charge.id)
    if (!isNews(before, dispute)) return
    const change = { charge, invoice: locked, banks }
    if (dispute === null) return endForgotten(world, tx, before, { ...change, payments })
    await applyDispute(
      world,
      tx,
      before.find(({ bank_id }) => bank_id === dispute.id),
      { ...change, dispute },
    )
  })
}

function isNews(known: readonly DisputeRow[], dispute: Dispute | null): boolean {
  if (dispute === null) return known.some(isUndecided)
  const same = known.find(({ bank_id }) => bank_id === dispute.id)
  if (same === undefined) return dispute.status !== 'won'
  const respondBy = dispute.respondBy?.toString() ?? null
  return (
    same.status !== dispute.status ||
    (isUndecided(same) && respondBy !== null && respondBy !== same.answer_by)
  )
}

interface DisputeCase {
  readonly charge: ChargeRow
  readonly invoice: InvoiceRow | undefined
  readonly banks: PreparedBanks
}

/** A mediation ends without a word of the bank: the money stayed, or went back as a refund. */
async function endForgotten(
  world: World,
  tx: Tx,
  known: readonly DisputeRow[],
  { payments, ...change }: DisputeCase & { readonly payments: readonly ReceivedPayment[] },
): Promise<void> {
  for (const { id: disputeId } of known.filter(isUndecided)) {
    // One that is won gives credit back, which covers what another could not take.
    const dispute = (await disputesOf(tx, change.charge.id)).find(({ id }) => id === disputeId)
    if (dispute === undefined) continue
    const payment = payments.find(({ id }) => id === dispute.payment_id)
    const backCents =
      payment === undefined ? 0n : returnsDone(payment).reduce((sum, one) => sum + one.amountCents, 0n)
    const isGone = backCents >= dispute.amount_cents
    await moveDispute(world, tx, dispute, isGone ? 'lose' : 'win', change)
  }
}

async function applyDispute(
  world: World,
  tx: Tx,
  known: DisputeRow | undefined,
  { dispute, ...change }: DisputeCase & { readonly dispute: Dispute },
): Promise<void> {
  const answer_by = dispute.respondBy?.toString() ?? known?.answer_by ?? null
  const current =
    known === undefined
      ? await openDispute(world, tx, dispute, change)
      : { ...known, answer_by, reason: dispute.reason === '' ? known.reason : dispute.reason }
  if (dispute.status === current.status) return storeDispute(tx, current)
  if (dispute.status === 'open') return moveDispute(world, tx, current, 'reopen', change)
  if (!isUndecided(current)) await moveDispute(world, tx, current, 'reopen', change)
  const open = (await disputesOf(tx, change.charge.id)).find(({ id }) => id === current.id) ?? current
  await moveDispute(world, tx, open, dispute.status === 'won' ? 'win' : 'lose', change)
}

async function openDispute(
  world: World,
  tx: Tx,
  { id: bank_id, paymentId, amountCents, reason, respondBy, openedAt }: Dispute,
  change: DisputeCase,
): Promise<DisputeRow> {
  const { charge } = change
  const id = tx.newId('dispute')
  const dispute: DisputeRow = {
    id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    charge_id: charge.id,
    invoice_id: charge.reference_id,
    bank_id,
    payment_id: paymentId,
    status: DISPUTE_MOVES.begins.open.to,
    amount_cents: amountCents,
    ...(await hold(tx, change, { id, payment_id: paymentId }, amountCents)),
    reason,
    answer_by: respondBy?.toString() ?? null,
    documents_sent_at: null,
    opened_at: openedAt < tx.now ? openedAt : tx.now,
    ended_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await insertDispute(tx, dispute)
  await moveCharge(tx, charge.id, 'dispute')
  announce(tx, null, dispute)
  await moveMoney(world, tx, NOTHING_HELD, dispute, change)
  return dispute
}

type Held = Pick<DisputeRow, 'taken_cents' | 'reclaimed_cents' | 'uncovered_cents'>

const NOTHING_HELD: Held = { taken_cents: 0n, reclaimed_cents: 0n, uncovered_cents: 0n }

/**
 * The amount that a dispute takes: no more than the invoice still counts of the payment. Credit that came of it goes
 * first, so that it is not spent meanwhile.
 */
async function hold(
  tx: Tx,
  { invoice, charge }: DisputeCase,
  { id: reference, payment_id: paymentId }: Pick<DisputeRow, 'id' | 'payment_id'>,
  wanted: Cents,
): Promise<Held> {
  const locked = invoice && (await lockInvoice(tx, invoice.id))
  if (locked === undefined) return NOTHING_HELD
  const counted = await countedOf(tx, locked.id, { chargeId: charge.id, paymentId })
  const most = wanted < counted ? wanted : counted
  const { invoice: after, clawedBackCents } = await clawBackCredit(tx, locked, most, reference)
  const own = await ownMoney(tx, after)
  const taken = most < own ? most : own
  const uncovered = await uncoveredOf(tx, locked.id, most - taken)
  return { taken_cents: taken, reclaimed_cents: clawedBackCents, uncovered_cents: uncovered }
}

/** The agency's part of a payment of a bank: less earlier returns and the amounts in disputes. */
export async function countedOf(
  tx: Tx,
  invoiceId: string,
  { chargeId, paymentId }: PaymentAt,
  newReturnId: string | null = null,
): Promise<Cents> {
  const payments = (await paymentsOf(tx, [invoiceId])).get(invoiceId) ?? []
  const payment = payments.find((one) => one.charge_id === chargeId && one.reference === paymentId)
  if (payment === undefined) return 0n
  const returns = (await returnsOf(tx, [chargeId])).filter(
    ({ payment_id, return_id }) => payment_id === paymentId && return_id !== newReturnId,
  )
  const disputes = (await disputesOf(tx, chargeId)).filter(
    (one) => one.payment_id === paymentId && isTakenAway(one),
  )
  const gone = returns.reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
  return beyond(payment.amount_cents, gone + sumHeld(disputes))
}

/** A payment as its bank knows it. */
export interface PaymentAt {
  readonly chargeId: string
  readonly paymentId: string
}

/** The amount of a payment in undecided disputes. */
export async function heldCents(tx: Tx, at: PaymentAt): Promise<Cents> {
  return sumHeld(await undecidedOf(tx, at))
}

function sumHeld(disputes: readonly DisputeRow[]): Cents {
  return disputes.reduce((sum, { taken_cents, uncovered_cents }) => sum + taken_cents + uncovered_cents, 0n)
}

async function undecidedOf(tx: Tx, { chargeId, paymentId }: PaymentAt): Promise<DisputeRow[]> {
  const all = await disputesOf(tx, chargeId)
  return all.filter((one) => isUndecided(one) && one.payment_id === paymentId)
}

/**
 * Puts money that went back to its payer, and that disputes hold, back into the invoice, which the return then takes. A
 * win restores only the rest.
 */
export async function releaseHeld(
  tx: Tx,
  invoice: InvoiceRow,
  at: PaymentAt,
  wanted: Cents,
): Promise<InvoiceRow> {
  let current = invoice
  let left = wanted
  for (const dispute of await undecidedOf(tx, at)) {
    const off = dispute.taken_cents < left ? dispute.taken_cents : left
    left -= off
    const uncovered = dispute.uncovered_cents < left ? dispute.uncovered_cents : left
    left -= uncovered
    if (off + uncovered === 0n) continue
    const taken_cents = dispute.taken_cents - off
    const reclaimed_cents = dispute.reclaimed_cents < taken_cents ? dispute.reclaimed_cents : taken_cents
    const uncovered_cents = dispute.uncovered_cents - uncovered
    await storeDispute(tx, { ...dispute, taken_cents, reclaimed_cents, uncovered_cents })
    current = { ...current, uncovered_cents: current.uncovered_cents - uncovered }
    const reference = await nextReference(tx, current.id, at.chargeId, dispute.id)
    const moved = { amount_cents: off, method: 'dispute', charge_id: at.chargeId, reference } as const
    if (off > 0n) current = await recordOffsettingPayment(tx, current, moved)
    else await storeInvoice(tx, current)
  }
  return current
}

async function moveDispute(
  world: World,
  tx: Tx,
  before: DisputeRow,
  trigger: DisputeTrigger,
  change: DisputeCase,
): Promise<void> {
  const { from, to } = moveBy(DISPUTE_MOVES, trigger)
  if (!from.includes(before.status)) return storeDispute(tx, before)
  const wasTaken = isTakenAway(before)
  const isTaken = isTakenAway({ status: to })
  let held: Held = before
  if (!wasTaken && isTaken) held = await hold(tx, change, before, before.amount_cents)
  if (wasTaken && !isTaken) held = NOTHING_HELD
  const { taken_cents, reclaimed_cents, uncovered_cents } = held
  const ended_at = to === 'open' ? null : tx.now
  const cents = { taken_cents, reclaimed_cents, uncovered_cents }
  const after = { ...before, ...cents, status: to, ended_at, updated_at: tx.now }
  await storeDispute(tx, after)
  await moveCharge(tx, change.charge.id, CHARGE_TRIGGERS[trigger])
  announce(tx, before, after)
  if (wasTaken === isTaken) return
  await moveMoney(world, tx, before, after, change)
  const { invoice, banks } = change
  if (wasTaken && invoice !== undefined)
    await restoreReclaimedCredit(world, tx, invoice.id, {
      cents: before.reclaimed_cents,
      reference: before.id,
      banks,
    })
}

const CHARGE_TRIGGERS = { win: 'win', lose: 'lose', reopen: 'dispute' } as const

function announce(tx: Tx, before: DisputeRow | null, after: DisputeRow): void {
  record(tx, disputeChange(before, after))
  const type = ({ open: 'dispute.opened', won: 'dispute.won', lost: 'dispute.lost' } as const)[after.status]
  notifyAgency(tx, type, emit(tx, type, disputeView(after)))
}

/** The client hears nothing: the bank of the card notifies the holder. */
async function moveMoney(
  world: World,
  tx: Tx,
  before: Held,
  after: Held & Pick<DisputeRow, 'id'>,
  { charge, invoice: known, banks }: DisputeCase,
): Promise<void> {
  const amountCents = before.taken_cents - after.taken_cents
  const uncoveredCents = after.uncovered_cents - before.uncovered_cents
  // The dispute may have moved money in this transaction before.
  const invoice = known && (await lockInvoice(tx, known.id))
  if (invoice === undefined || (amountCents === 0n && uncoveredCents === 0n)) return
  const received: ReceivedMoney = {
    amountCents,
    method: 'dispute',
    paidAt: tx.now,
    chargeId: charge.id,
    reference: await nextReference(tx, invoice.id, charge.id, after.id),
  }
  const edited = { ...invoice, uncovered_cents: invoice.uncovered_cents + uncoveredCents }
  const update = { notifyClient: false, ...(amountCents !== 0n && { received }) }
  const saved = await saveChange(world, tx, { before: invoice, edited, update, banks })
  // Without a payment, no event has reported the dispute.
  if (amountCents === 0n) emit(tx, 'invoice.updated', saved.data)
}

/** The money stays after all, so what was taken of the credit is credit again. */
async function restoreReclaimedCredit(
  world: World,
  tx: Tx,
  invoiceId: string,
  { cents, reference, banks }: { cents: Cents; reference: string; banks: PreparedBanks },
): Promise<void> {
  const invoice = await lockInvoice(tx, invoiceId)
  if (invoice === undefined || cents === 0n) return
  const ofDispute = ((await paymentsOf(tx, [invoiceId])).get(invoiceId) ?? []).filter(
    (one) => isCredit(one) && one.reference === reference,
  )
  // A dispute that was won, and opened again, has taken since.
  const lastGiven = ofDispute.findLastIndex(({ amount_cents }) => amount_cents < 0n)
  const taken = ofDispute.slice(lastGiven + 1).map(({ id }) => id)
  const paymentId = tx.newUuid()
  const place = { clientId: invoice.client_id, invoiceId, paymentId }
  await restoreCredit(world, tx, { ...place, cents, parts: await spentParts(tx, invoiceId, taken) })
  // With what the credit covers at once.
  const before = (await lockInvoice(tx, invoiceId)) ?? invoice
  const received = { ...creditMoney(tx, paymentId), amountCents: -cents, reference }
  const saved = await saveChange(world, tx, { before, update: { received, notifyClient: false }, banks })
  emit(tx, 'invoice.updated', saved.data)
}

/** The amount that open and lost disputes have taken of a payment, so that no return takes it again. */
export async function disputedCents(tx: Tx, chargeId: string, paymentId: string): Promise<Cents> {
  const all = (await disputesOf(tx, chargeId)).filter(
    (one) => isTakenAway(one) && one.payment_id === paymentId,
  )
  return all.reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
}
