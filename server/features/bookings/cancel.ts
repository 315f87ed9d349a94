// Cancels bookings, on request or because the carrier did, and refunds the wallet.
import type { CancelledBooking } from '../../../contract/bookings.ts'
import { BOOKING_OPERATIONS } from '../../../contract/bookings.ts'
import { fareRefund, settlePenalty } from '../../../contract/fare-refunds.ts'
import type { CancelOutcome, CancelTerms, SupplierOrder } from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { refusing, type Scope, stepsOf, transaction } from '../../kernel/outbox/transaction.ts'
import { Fail, fail } from '../../kernel/values/fail.ts'
import { type Cents, multiplyToCents, parseOwnAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { refusalOf } from '../../kernel/values/state-table.ts'
import type { World } from '../world.ts'
import {
  askLater,
  callFor,
  demandSupplier,
  failUnavailable,
  findSupplier,
  NOT_CONNECTED,
  offerOf,
  orderOf,
  RESPOND_WITHIN_MS,
  rateOf,
} from './carrier.ts'
import { changesOf, seenChange, withReported } from './changes.ts'
import * as jobs from './jobs.ts'
import { recordLateCancellation } from './late-cancellations.ts'
import { moveBooking, notify, scheduleBookingJob, takeOverAt } from './move-booking.ts'
import { respondingToWaiting, waitingRequest } from './responses.ts'
import { awaitsPayment, awaitsTickets, BOOKING_MOVES, isGivenUp, isSold } from './states.ts'
import { type BookingRow, demandBooking, findAnyBooking, findBooking } from './store.ts'
import { bookingContent, cancelledView, slicesOf } from './view.ts'

const LOOKS_MAX = 3

/** The booking was moved since it was read; thrown only to leave the transaction. */
class BookingMoved extends Error {}

/** If the booking was moved meanwhile, reads it again and starts over. */
export async function cancelBooking(world: World, scope: Scope, id: string): Promise<CancelledBooking> {
  for (let look = 1; look <= LOOKS_MAX; look++) {
    try {
      const booking = await findCancellable(world, scope.owner, id)
      return await (awaitsPayment(booking) ? releaseHold : cancelPaid)(world, scope, booking)
    } catch (error) {
      if (!(error instanceof BookingMoved)) throw error
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

/** A hold costs nothing, so the request does not wait for the carrier. */
async function releaseHold(world: World, scope: Scope, booking: BookingRow): Promise<CancelledBooking> {
  return transaction(world, scope, async (tx) => {
    const cancelled = await moveBooking(tx, booking, 'cancel')
    if (cancelled === undefined) throw new BookingMoved()
    notify(tx, booking.id, 'cancelled')
    scheduleBookingJob(tx, jobs.cancelOrderJob, tx.now, { bookingId: booking.id })
    return cancelledView(cancelled)
  })
}

async function cancelPaid(world: World, scope: Scope, known: BookingRow): Promise<CancelledBooking> {
  const { first, last } = stepsOf(scope)
  const booking = await markCancelling(world, first, known, waitingRequest(world, scope))
  const response = await askToCancel(world, scope, booking)
  if (response.outcome === 'unknown') return failUnavailable()
  if (response.outcome === 'confirmed') return completeCancellation(world, last, booking, response.terms)
  const failure = cancellationFailure(response)
  await keepBooking(world, refusing(last, failure), booking)
  throw failure
}

/** Marks the booking as being cancelled, which stops all other moves. Returns its current row. */
async function markCancelling(
  world: World,
  first: Scope,
  known: BookingRow,
  waiting: ReturnType<typeof waitingRequest>,
): Promise<BookingRow> {
  // Fails before anything is written if the supplier is not connected, because the cancellation could not be finished.
  demandSupplier(world, known)
  return transaction(world, first, async (tx) => {
    if ((await moveBooking(tx, known, 'ask_to_cancel', { cancelling: true })) === undefined)
      throw new BookingMoved()
    scheduleBookingJob(tx, jobs.cancelOrderJob, takeOverAt(tx), { bookingId: known.id, waiting })
    return demandBooking(tx, known.id)
  })
}

/** Releases a hold at the carrier, or finishes a cancellation that its request could not. */
export async function cancelOrder(world: World, task: TaskOf<typeof jobs.cancelOrderJob>): Promise<void> {
  const { payload, scope } = task
  const booking = await findAnyBooking(readerOf(world), scope.owner, payload.bookingId)
  if (booking === undefined) return
  const isReleased = isGivenUp(booking) && booking.order_data !== null
  if (!booking.cancelling && !isReleased) return
  const response = await askToCancel(world, scope, booking)
  if (response.outcome === 'unknown') return askLater(world, jobs.cancelOrderJob, task, response)
  if (!booking.cancelling) {
    // A booking with a penalty was settled by the request itself: the carrier only confirms it again.
    if (booking.penalty_cents === null) await recordLateCancellation(world, task.last, booking, response)
    return
  }
  // The request that began the cancellation may be sent again for its response.
  const last = respondingToWaiting(world, task, BOOKING_OPERATIONS['bookings.cancel'])
  if (response.outcome === 'rejected')
    return keepBooking(world, refusing(last, cancellationFailure(response)), booking)
  await completeCancellation(world, last, booking, response.terms)
}

/**
 * The carrier cancelled the order by itself. If terms were agreed at the supplier, they apply; otherwise the refund is
 * full.
 */
export async function recordCancellation(
  world: World,
  scope: Scope,
  booking: BookingRow,
  order: SupplierOrder,
): Promise<void> {
  await transaction(world, scope, async (tx) => {
    const made = { now: tx.now, makeId: () => tx.newId('bookingChange') }
    const { changes } = withReported(changesOf(booking), order.changes, made)
    const all = [...changes, seenChange(slicesOf(booking), [], made)]
    const columns = { changes: JSON.stringify(all), synced_at: tx.now }
    const terms = order.cancelTerms ?? { penaltyCents: 0n, currency: booking.currency }
    const settled = awaitsPayment(booking) ? undefined : settlementOf(booking, terms)
    const cancelled = await moveBooking(
      tx,
      booking,
      'cancel',
      { ...columns, ...settled?.columns },
      settled && { money: settled.money },
    )
    // The booking was moved meanwhile. If it still has flights, the next sync finds the same.
    if (cancelled === undefined)
      scheduleBookingJob(tx, jobs.syncBookingJob, tx.now, { bookingId: booking.id })
    else notify(tx, booking.id, 'cancelled_by_carrier')
  })
}

/**
 * The refund if the booking were cancelled now, by its fare conditions; null if nothing was paid. `unknown` if only the
 * carrier knows the penalty, or if it is in another currency.
 */
export function expectedRefund(booking: BookingRow): Cents | 'unknown' | null {
  const { allowed, penalty_amount, penalty_currency } =
    bookingContent(booking).conditions.refund_before_departure
  const refund = fareRefund(
    {
      ...pricePaid(booking),
      isPaid: isSold(booking),
      allowed,
      penaltyCents: penalty_amount === null ? null : parseOwnAmount(penalty_amount),
      penaltyCurrency: penalty_currency,
    },
    inBrlFor(booking),
  )
  if (refund.kind === 'free') return null
  return refund.kind === 'unknown' ? 'unknown' : refund.returnsCents
}

function pricePaid({ wallet_cents, total_cents, currency }: BookingRow) {
  return { paidCents: wallet_cents, totalCents: total_cents, currency }
}

/** By the rate that is stored in the booking. */
const inBrlFor = (booking: BookingRow) => (cents: Cents) => multiplyToCents(cents, rateOf(booking))

/** Asks the carrier to cancel the order, by its reference if the response to the booking was lost. */
async function askToCancel(world: World, scope: Scope, booking: BookingRow): Promise<CancelOutcome> {
  const supplier = findSupplier(world, booking)
  if (supplier === undefined) return NOT_CONNECTED
  const call = () => callFor(scope, RESPOND_WITHIN_MS)
  if (booking.order_data !== null) return supplier.cancel(call(), orderOf(booking))
  const found = await supplier.find(call(), { reference: booking.id, offer: offerOf(booking) })
  if (found.outcome === 'unknown') return found
  if (found.outcome !== 'none') return supplier.cancel(call(), found.order)
  return { outcome: 'confirmed', terms: { penaltyCents: 0n, currency: booking.currency } }
}

/** Cancels the booking and refunds the wallet. Both the request and the job end here. */
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

/** The refund of a paid booking and the columns that record it. One refund for each booking, whatever cancelled it. */
function settlementOf(booking: BookingRow, { penaltyCents, currency }: CancelTerms) {
  const penalty = { cents: penaltyCents, currency }
  const { returnsCents: refundCents } = settlePenalty(pricePaid(booking), penalty, inBrlFor(booking))
  return {
    columns: { refund_cents: refundCents, penalty_cents: penaltyCents, penalty_currency: currency },
    money: {
      amountCents: refundCents,
      description: `Refund of booking ${booking.booking_reference || booking.id}`,
      reason: 'cancellation',
    },
  }
}

/** The carrier refused to cancel: the booking stays, and the job that waited for the decision continues. */
async function keepBooking(world: World, scope: Scope, booking: BookingRow): Promise<void> {
  await transaction(world, scope, async (tx) => {
    const kept = await moveBooking(tx, booking, 'keep', { cancelling: false })
    if (kept === undefined) return
    const job = awaitsTickets(kept) ? jobs.issueTicketsJob : jobs.syncBookingJob
    scheduleBookingJob<jobs.CarrierPayload>(tx, job, tx.now, { bookingId: kept.id })
  })
}

function cancellationFailure({ rejection }: Extract<CancelOutcome, { outcome: 'rejected' }>): Fail {
  return new Fail('carrier_rejected_the_cancellation', { advice: rejection.message })
}
