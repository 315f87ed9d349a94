// Disputes of card payments: a dispute opens the debt of the invoice again, until it is won.
import type { Dispute, ReceivedPayment, Verdict } from '../../adapters/banks/port.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { emit } from '../events/emit.ts'
import { notifyAgency } from '../news/jobs.ts'
import { type ChargeRow, lockCharge, moveCharge } from '../payments/charge-store.ts'
import { disputeChange, disputeView } from '../payments/disputes/disputes.ts'
import { DISPUTE_MOVES, type DisputeTrigger, isTakenAway, isUndecided } from '../payments/disputes/states.ts'
import { type DisputeRow, disputesOf, insertDispute, storeDispute } from '../payments/disputes/store.ts'
import { returnsDone } from '../payments/verdict-routes.ts'
import type { World } from '../world.ts'
import { type PreparedBanks, prepareBanks } from './charges.ts'
import type { ReceivedMoney } from './reported-changes.ts'
import { saveChange } from './save.ts'
import { findInvoice, type InvoiceRow, lockInvoice, type PaymentRow, paymentsOf } from './store.ts'

/** A dispute opens the debt again. It ends won, and the money counts again, or lost. */
export async function noteDispute(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  { dispute, status, payments }: Verdict,
): Promise<void> {
  if (dispute === undefined || status !== 'paid') return
  const [payment] = payments
  const known = await disputesOf(world.pool, charge.id)
  if (!isNews(known, dispute)) return
  const invoice = await findInvoice(world.pool, scope.owner, charge.reference_id)
  const banks = invoice === undefined ? {} : await prepareBanks(world, scope, invoice)
  await transaction(world, scope, async (tx) => {
    const locked = await lockInvoice(tx, charge.reference_id)
    await lockCharge(tx, charge.id)
    const before = await disputesOf(tx, charge.id)
    if (!isNews(before, dispute)) return
    const change = { charge, invoice: locked, banks, paymentId: payment?.id ?? '' }
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
  const answerBy = dispute.answerBy?.toString() ?? null
  return (
    same.status !== dispute.status || (isUndecided(same) && answerBy !== null && answerBy !== same.answer_by)
  )
}

interface DisputeCase {
  readonly charge: ChargeRow
  readonly invoice: InvoiceRow | undefined
  readonly banks: PreparedBanks
  readonly paymentId: string
}

/** A mediation ends without a word of the bank: the money stayed, or went back as a refund. */
async function endForgotten(
  world: World,
  tx: Tx,
  known: readonly DisputeRow[],
  { payments, ...change }: DisputeCase & { readonly payments: readonly ReceivedPayment[] },
): Promise<void> {
  for (const dispute of known.filter(isUndecided)) {
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
  const answer_by = dispute.answerBy?.toString() ?? known?.answer_by ?? null
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
  { id: bank_id, amountCents, reason, answerBy, openedAt }: Dispute,
  change: DisputeCase,
): Promise<DisputeRow> {
  const { charge, paymentId } = change
  const dispute: DisputeRow = {
    id: tx.newId('dispute'),
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    charge_id: charge.id,
    invoice_id: charge.reference_id,
    bank_id,
    payment_id: paymentId,
    status: DISPUTE_MOVES.begins.open.to,
    amount_cents: amountCents,
    taken_cents: await takeable(tx, change, amountCents),
    reason,
    answer_by: answerBy?.toString() ?? null,
    documents_sent_at: null,
    opened_at: openedAt < tx.now ? openedAt : tx.now,
    ended_at: null,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await insertDispute(tx, dispute)
  await moveCharge(tx, charge.id, 'dispute')
  announce(tx, null, dispute)
  await moveMoney(world, tx, -dispute.taken_cents, dispute, change)
  return dispute
}

/** No more than the invoice still counts of the payment. */
async function takeable(tx: Tx, { invoice, charge, paymentId }: DisputeCase, wanted: Cents): Promise<Cents> {
  if (invoice === undefined) return 0n
  const counted = await countedOf(tx, invoice.id, charge.id, paymentId)
  const most = counted < invoice.amount_paid_cents ? counted : invoice.amount_paid_cents
  return wanted < most ? wanted : most
}

/** What an invoice counts of a payment of a bank: less what went back, and what disputes took. */
export async function countedOf(
  tx: Tx,
  invoiceId: string,
  chargeId: string,
  paymentId: string,
): Promise<Cents> {
  const disputes = (await disputesOf(tx, chargeId)).filter(({ payment_id }) => payment_id === paymentId)
  const names = [paymentId, ...disputes.map(({ id }) => id)]
  const isOfPayment = ({ charge_id, reference }: PaymentRow) =>
    charge_id === chargeId && names.some((name) => reference === name || reference?.startsWith(`${name}:`))
  const payments = ((await paymentsOf(tx, [invoiceId])).get(invoiceId) ?? []).filter(isOfPayment)
  const counted = payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
  return counted > 0n ? counted : 0n
}

/** What undecided disputes hold of a payment. */
export async function heldCents(tx: Tx, chargeId: string, paymentId: string): Promise<Cents> {
  const holding = await undecidedOf(tx, chargeId, paymentId)
  return holding.reduce((sum, { taken_cents }) => sum + taken_cents, 0n)
}

async function undecidedOf(tx: Tx, chargeId: string, paymentId: string): Promise<DisputeRow[]> {
  const all = await disputesOf(tx, chargeId)
  return all.filter((one) => isUndecided(one) && one.payment_id === paymentId)
}

/** What went back to the payer is no longer held by disputes, so that a win restores only the rest. */
export async function takeOffDisputes(
  tx: Tx,
  chargeId: string,
  paymentId: string,
  cents: Cents,
): Promise<void> {
  let left = cents
  for (const dispute of await undecidedOf(tx, chargeId, paymentId)) {
    const off = dispute.taken_cents < left ? dispute.taken_cents : left
    if (off === 0n) continue
    left -= off
    await storeDispute(tx, { ...dispute, taken_cents: dispute.taken_cents - off })
  }
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
  const moved = { ...before, status: to, ended_at: to === 'open' ? null : tx.now, updated_at: tx.now }
  const isTaken = isTakenAway(moved)
  const cents =
    wasTaken === isTaken ? 0n : isTaken ? await takeable(tx, change, before.amount_cents) : before.taken_cents
  const after = { ...moved, taken_cents: isTaken ? (wasTaken ? before.taken_cents : cents) : 0n }
  await storeDispute(tx, after)
  await moveCharge(tx, change.charge.id, CHARGE_TRIGGERS[trigger])
  announce(tx, before, after)
  if (cents !== 0n) await moveMoney(world, tx, isTaken ? -cents : cents, after, change)
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
  amountCents: Cents,
  { id }: DisputeRow,
  { charge, invoice, banks }: DisputeCase,
): Promise<void> {
  if (invoice === undefined || amountCents === 0n) return
  // The dispute may have moved money in this transaction before.
  const before = (await lockInvoice(tx, invoice.id)) ?? invoice
  const moved = ((await paymentsOf(tx, [before.id])).get(before.id) ?? []).filter(isOfDispute(charge))
  const received: ReceivedMoney = {
    amountCents,
    method: 'dispute',
    paidAt: tx.now,
    chargeId: charge.id,
    // Each movement has its own.
    reference: moved.length === 0 ? id : `${id}:${moved.length + 1}`,
  }
  await saveChange(world, tx, { before, reported: { received, notifyClient: false }, banks })
}

function isOfDispute({ id }: ChargeRow) {
  return ({ charge_id, method }: PaymentRow) => charge_id === id && method === 'dispute'
}

/** What open and lost disputes have taken of a payment already, so that no return takes it again. */
export async function disputedCents(tx: Tx, chargeId: string, paymentId: string): Promise<Cents> {
  const all = (await disputesOf(tx, chargeId)).filter(
    (one) => isTakenAway(one) && one.payment_id === paymentId,
  )
  return all.reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
}
