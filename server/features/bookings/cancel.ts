// Cancels a booking: what the carrier gives back, and what returns to the wallet.
import type { CancelledBooking } from '../../../contract/bookings.ts'
import { BOOKING_OPERATIONS } from '../../../contract/bookings.ts'
import { fareRefund } from '../../../contract/fare-refunds.ts'
import type { CancelOutcome, CancelTerms, SupplierOrder } from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
import { refusing, type Scope, stepsOf, transaction } from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import type { Decimal } from '../../kernel/values/decimal.ts'
import { Fail, fail } from '../../kernel/values/fail.ts'
import { type Cents, multiplyToCents, parseOwnAmount } from '../../kernel/values/money.ts'
import { refusalOf } from '../../kernel/values/state-table.ts'
import type { World } from '../world.ts'
import {
  ANSWER_WITHIN_MS,
  askLater,
  callFor,
  demandSupplier,
  failUnavailable,
  findSupplier,
  NOT_CONNECTED,
  offerOf,
  orderOf,
  rateOf,
  TAKE_OVER_AFTER_MS,
} from './carrier.ts'
import { answeringAsker } from './drafts.ts'
import * as jobs from './jobs.ts'
import { moveBooking, notify, scheduleStep } from './move-booking.ts'
import { awaitsPayment, awaitsTickets, BOOKING_MOVES, isGivenUp, isSold } from './states.ts'
import { type BookingRow, demandBooking, findAnyBooking, findBooking } from './store.ts'
import { cancelledView, changesOf, contentOf, seenChange, slicesOf, withTold } from './view.ts'

// What returns to the wallet when a paid booking is cancelled: what it was debited, less what the carrier keeps.

export interface RefundTerms {
  /** In BRL. */
  readonly debitedCents: Cents
  /** In the carrier's currency. */
  readonly penaltyCents: Cents
  readonly refundable: boolean
  /** BRL for one unit of the carrier's currency, as frozen in the booking. */
  readonly rate: Decimal
}

/** In BRL, never below zero: a penalty beyond what was paid is not charged. */
export function refundOf({ debitedCents, penaltyCents, refundable, rate }: RefundTerms): Cents {
  const keptCents = multiplyToCents(penaltyCents, rate)
  return refundable && keptCents < debitedCents ? debitedCents - keptCents : 0n
}

// Records how the cancellation of a paid booking ended, as the carrier decided. The request and the due work both end
// it here.

/** Asks the carrier to let the order go, by its reference where its answer to the booking was never heard. */
async function askToCancel(world: World, scope: Scope, booking: BookingRow): Promise<CancelOutcome> {
  const supplier = findSupplier(world, booking)
  if (supplier === undefined) return NOT_CONNECTED
  const call = () => callFor(scope, ANSWER_WITHIN_MS)
  if (booking.order_data !== null) return supplier.cancel(call(), orderOf(booking))
  const found = await supplier.find(call(), { reference: booking.id, offer: offerOf(booking) })
  if (found.outcome === 'unknown') return found
  if (found.outcome !== 'none') return supplier.cancel(call(), found.order)
  return { outcome: 'confirmed', terms: { penaltyCents: 0n, currency: booking.currency } }
}

/** The booking is cancelled, and what the carrier gives back returns to the wallet. */
async function completeCancellation(
  world: World,
  scope: Scope,
  booking: BookingRow,
  terms: CancelTerms,
): Promise<CancelledBooking> {
  return transaction(world, scope, async (tx) => {
    const { columns, money } = settlementOf(booking, terms)
    const cancelled = await moveBooking(tx, booking, 'cancel', { ...columns, cancelling: false }, { money })
    if (cancelled === undefined) return cancelledView(await demandBooking(tx, booking.id))
    notify(tx, booking.id, 'cancelled')
    return cancelledView(cancelled)
  })
}

/** What a paid booking gets back, and what is written down of that. One refund for each booking, whoever cancelled. */
function settlementOf(booking: BookingRow, { penaltyCents, currency }: CancelTerms) {
  const refundCents = refundOf({
    debitedCents: booking.wallet_cents,
    penaltyCents,
    refundable: penaltyCents < booking.total_cents || penaltyCents === 0n,
    rate: rateOf(booking),
  })
  return {
    columns: { refund_cents: refundCents, penalty_cents: penaltyCents, penalty_currency: currency },
    money: {
      amountCents: refundCents,
      description: `Refund of booking ${booking.booking_reference || booking.id}`,
      kind: 'cancellation',
    },
  }
}

/** The carrier refused to cancel: the booking stays, and the due work that waited for the decision continues. */
async function keepBooking(world: World, scope: Scope, booking: BookingRow): Promise<void> {
  await transaction(world, scope, async (tx) => {
    const kept = await moveBooking(tx, booking, 'keep', { cancelling: false })
    if (kept === undefined) return
    scheduleStep(tx, awaitsTickets(kept) ? jobs.issueTicketsJob : jobs.syncBookingJob, kept.id, tx.now)
  })
}

function failureOf({ rejection }: Extract<CancelOutcome, { outcome: 'rejected' }>): Fail {
  return new Fail('carrier_rejected_the_cancellation', { advice: rejection.message })
}

const LOOKS_MAX = 3

/** The booking was moved since it was read; thrown only to leave the transaction. */
class Moved extends Error {}

/** Reads the booking again and starts over when it was moved meanwhile. */
export async function cancelBooking(world: World, scope: Scope, id: string): Promise<CancelledBooking> {
  for (let look = 1; look <= LOOKS_MAX; look++) {
    try {
      const booking = await findCancellable(world, scope.owner, id)
      return await (awaitsPayment(booking) ? letGo : cancelPaid)(world, scope, booking)
    } catch (error) {
      if (!(error instanceof Moved)) throw error
    }
  }
  return failInProgress()
}

async function findCancellable(world: World, owner: Owner, id: string): Promise<BookingRow> {
  const booking = (await findBooking(readerOf(world), owner, id)) ?? fail('booking_not_found')
  const refusal = refusalOf(BOOKING_MOVES, booking.status, 'cancel')
  if (refusal !== undefined) fail(refusal)
  return booking.cancelling ? failInProgress() : booking
}

function failInProgress(): never {
  fail('request_in_progress', { retryAfterSeconds: 1 })
}

/** It costs nothing, so the carrier need not be waited for. */
async function letGo(world: World, scope: Scope, booking: BookingRow): Promise<CancelledBooking> {
  return transaction(world, scope, async (tx) => {
    const cancelled = await moveBooking(tx, booking, 'cancel')
    if (cancelled === undefined) throw new Moved()
    notify(tx, booking.id, 'cancelled')
    scheduleStep(tx, jobs.cancelOrderJob, booking.id, tx.now)
    return cancelledView(cancelled)
  })
}

async function cancelPaid(world: World, scope: Scope, known: BookingRow): Promise<CancelledBooking> {
  const { first, last } = stepsOf(scope)
  const booking = await mark(world, first, known, keyOf(scope))
  const answer = await askToCancel(world, scope, booking)
  if (answer.outcome === 'unknown') return failUnavailable()
  if (answer.outcome === 'confirmed') return completeCancellation(world, last, booking, answer.terms)
  const failure = failureOf(answer)
  await keepBooking(world, refusing(last, failure), booking)
  throw failure
}

/** Marks the booking as being cancelled, which stops all other moves, and returns its row as it is now. */
async function mark(world: World, first: Scope, known: BookingRow, key: string | null): Promise<BookingRow> {
  // Fails before anything is written if the supplier is not connected: nobody could finish the cancellation.
  demandSupplier(world, known)
  return transaction(world, first, async (tx) => {
    if ((await moveBooking(tx, known, 'ask_to_cancel', { cancelling: true })) === undefined) throw new Moved()
    const waiting = { key, since: world.wall.now() }
    const takeOverAt = new Date(tx.now.getTime() + TAKE_OVER_AFTER_MS)
    scheduleStep(tx, jobs.cancelOrderJob, known.id, takeOverAt, { waiting })
    return demandBooking(tx, known.id)
  })
}

// A carrier cancelled an order that nobody had asked it to: the booking is cancelled, and the money returns. Where
// somebody agreed to terms at the supplier, by these; what the carrier does by itself it pays back in full.

export async function takeCancellation(
  world: World,
  scope: Scope,
  booking: BookingRow,
  order: SupplierOrder,
): Promise<void> {
  await transaction(world, scope, async (tx) => {
    const made = { now: tx.now, makeId: () => tx.newId('bookingChange') }
    const { changes } = withTold(changesOf(booking), order.changes, made)
    const told = { changes: [...changes, seenChange(slicesOf(booking), [], made)], synced_at: tx.now }
    const columns = { ...told, changes: JSON.stringify(told.changes) }
    const terms = order.cancelTerms ?? { penaltyCents: 0n, currency: booking.currency }
    const settled = settlementOf(booking, terms)
    const cancelled = awaitsPayment(booking)
      ? await moveBooking(tx, booking, 'cancel', columns)
      : await moveBooking(tx, booking, 'cancel', { ...columns, ...settled.columns }, { money: settled.money })
    // It was moved meanwhile. If it has flights still, the next look finds the same.
    if (cancelled === undefined) scheduleStep(tx, jobs.syncBookingJob, booking.id, tx.now)
    else notify(tx, booking.id, 'cancelled_by_carrier')
  })
}

// Due work: finishes a cancellation at the carrier that its request did not wait for, or could not finish.

/** Lets a hold go at the carrier, or finishes the cancellation of a paid booking. */
export async function cancelOrder(world: World, task: TaskOf<typeof jobs.cancelOrderJob>): Promise<void> {
  const { payload, scope } = task
  const booking = await findAnyBooking(readerOf(world), scope.owner, payload.bookingId)
  if (booking === undefined) return
  const isLetGo = isGivenUp(booking) && booking.order_data !== null
  if (!booking.cancelling && !isLetGo) return
  const answer = await askToCancel(world, scope, booking)
  if (answer.outcome === 'unknown') return askLater(world, jobs.cancelOrderJob, task, answer)
  if (!booking.cancelling) return
  // The request that began the cancellation may come again for its answer.
  const last = answeringAsker(world, task, BOOKING_OPERATIONS['bookings.cancel'])
  if (answer.outcome === 'rejected') return keepBooking(world, refusing(last, failureOf(answer)), booking)
  await completeCancellation(world, last, booking, answer.terms)
}

/** In BRL, by the conditions of the fare. Null if nothing was paid; `unknown` if only the carrier knows the penalty. */
export function expectedRefund(booking: BookingRow): Cents | 'unknown' | null {
  const { allowed, penalty_amount, penalty_currency } = contentOf(booking).conditions.refund_before_departure
  const refund = fareRefund(
    {
      isPaid: isSold(booking),
      paidCents: booking.wallet_cents,
      totalCents: booking.total_cents,
      currency: booking.currency,
      allowed,
      penaltyCents: penalty_amount === null ? null : parseOwnAmount(penalty_amount),
      penaltyCurrency: penalty_currency,
    },
    (penaltyCents) => multiplyToCents(penaltyCents, rateOf(booking)),
  )
  if (refund.kind === 'free') return null
  return refund.kind === 'unknown' ? 'unknown' : refund.returnsCents
}
