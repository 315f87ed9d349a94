// Cancels a booking. An unpaid one is cancelled at once, at no cost. For a paid one the carrier decides what is
// refunded: it is asked between two transactions, and meanwhile nobody else may move the booking.
import type { CancelledBooking } from '../../../contract/bookings.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { refusing, stepsOf } from '../../kernel/outbox/steps.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import { fail } from '../../kernel/values/fail.ts'
import { refusalOf } from '../../kernel/values/state-table.ts'
import type { World } from '../world.ts'
import { demandSupplier, failAway, TAKE_OVER_AFTER_MS } from './at-carrier.ts'
import { notify, scheduleStep } from './booking-steps.ts'
import { type BookingRow, demandBooking, findBooking } from './booking-store.ts'
import { cancelledView } from './booking-view.ts'
import { askToCancel, completeCancellation, failureOf, keepBooking } from './end-cancellation.ts'
import { moveBooking } from './move-booking.ts'
import { awaitsPayment, BOOKING_MOVES } from './states.ts'
import * as work from './work.ts'

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
    scheduleStep(tx, work.cancelOrder, booking.id, tx.now)
    return cancelledView(cancelled)
  })
}

async function cancelPaid(world: World, scope: Scope, known: BookingRow): Promise<CancelledBooking> {
  const { first, last } = stepsOf(scope)
  const booking = await mark(world, first, known, keyOf(scope))
  const answer = await askToCancel(world, scope, booking)
  if (answer.outcome === 'unknown') return failAway()
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
    scheduleStep(tx, work.cancelOrder, known.id, takeOverAt, { waiting })
    return demandBooking(tx, known.id)
  })
}
