// Holds an offer at the carrier. Nobody sees the booking until the carrier has answered. When the answer is lost, due
// work finds out what the carrier did, and then adopts the hold if its request can still be answered, or releases it.
import type { Booking, BookingWarning } from '../../../contract/bookings.ts'
import type { SupplierOrder } from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { releaseClaim } from '../../kernel/outbox/idempotency.ts'
import { aside, refusing, stepsOf } from '../../kernel/outbox/steps.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { Fail } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { spendableCents } from '../wallet/spendable.ts'
import type { World } from '../world.ts'
import { answeringMaker } from './answering-maker.ts'
import { askLater } from './ask-later.ts'
import {
  ANSWER_WITHIN_MS,
  bookAtCarrier,
  callFor,
  demandSupplier,
  failAway,
  findSupplier,
  NOT_CONNECTED,
  offerOf,
  orderColumns,
  TAKE_OVER_AFTER_MS,
} from './at-carrier.ts'
import { notify, scheduleLook, scheduleStep } from './booking-steps.ts'
import { type BookingRow, type BookingWithClient, findAnyBooking, forgetRequested } from './booking-store.ts'
import { bookingView } from './booking-view.ts'
import { failureOf } from './carrier-refusal.ts'
import { type Draft, storeDraft } from './draft-booking.ts'
import { moveBooking } from './move-booking.ts'
import { isShown } from './states.ts'
import * as work from './work.ts'

const REMINDER_BEFORE_MS = 12 * 3_600_000

export async function holdBooking(world: World, scope: Scope, draft: Draft): Promise<Booking> {
  const { first, last } = stepsOf(scope)
  const requested = await transaction(world, first, async (tx) => {
    const made = await storeDraft(tx, draft)
    scheduleStep(tx, work.settleHold, made.id, new Date(tx.now.getTime() + TAKE_OVER_AFTER_MS))
    return made
  })
  const supplier = demandSupplier(world, requested)
  const answer = await bookAtCarrier(supplier, scope, requested, ANSWER_WITHIN_MS)
  if (answer.outcome === 'unknown') return failAway()
  if (answer.outcome === 'rejected') return refuse(world, last, requested, failureOf(answer.rejection))
  if (answer.order.paymentRequiredBy === null) {
    // Without a payment deadline the hold is of no use. If releasing it fails, it lapses by itself.
    await supplier.cancel(callFor(scope, ANSWER_WITHIN_MS), answer.order)
    return refuse(world, last, requested, new Fail('offer_requires_instant_payment'))
  }
  return showHold(world, last, requested, answer.order, answer.order.paymentRequiredBy)
}

/** Due work: finds out what became of a hold whose answer the request never got. */
export async function settleHold(world: World, task: TaskOf<typeof work.settleHold>): Promise<void> {
  const { payload, scope, last } = task
  const { bookingId } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, bookingId)
  if (booking === undefined || isShown(booking.status)) return
  const supplier = findSupplier(world, booking)
  if (supplier === undefined) return askLater(world, work.settleHold, task, NOT_CONNECTED)
  const found = await supplier.find(callFor(scope, ANSWER_WITHIN_MS), {
    reference: booking.id,
    offer: offerOf(booking),
  })
  if (found.outcome === 'unknown') return askLater(world, work.settleHold, task, found)
  if (found.outcome !== 'none' && found.order.status === 'held') {
    const { paymentRequiredBy } = found.order
    // The request may be sent again with the same idempotency key, and then gets this booking.
    if (booking.idempotency_key !== null && paymentRequiredBy !== null) {
      await showHold(world, answeringMaker(world, last, booking), booking, found.order, paymentRequiredBy)
      return
    }
    const released = await supplier.cancel(callFor(scope, ANSWER_WITHIN_MS), found.order)
    if (released.outcome === 'unknown') return askLater(world, work.settleHold, task, released)
  }
  await forget(world, last, booking)
}

/** The carrier holds it: makes the booking visible. 503 where it was made visible or given up meanwhile. */
async function showHold(
  world: World,
  scope: Scope,
  booking: BookingWithClient,
  order: SupplierOrder,
  deadline: Date,
): Promise<Booking> {
  return transaction(world, scope, async (tx) => {
    const held = await moveBooking(tx, booking, 'hold', {
      ...orderColumns(world, booking, order),
      payment_required_by: deadline,
      price_guaranteed_until: order.priceGuaranteedUntil,
      synced_at: tx.now,
    })
    if (held === undefined) return failAway()
    notify(tx, booking.id, 'created')
    const remindAt = new Date(deadline.getTime() - REMINDER_BEFORE_MS)
    if (remindAt > tx.now) notify(tx, booking.id, 'reminder', remindAt)
    scheduleStep(tx, work.expireBooking, booking.id, deadline)
    if (order.lookAgainAt !== null) scheduleLook(tx, booking.id, order.lookAgainAt)
    return withWarning(bookingView(held), await warningOfBalance(tx, held))
  })
}

/** A hold needs no money; but whoever makes one should know that it could not be paid now. */
async function warningOfBalance(tx: Tx, booking: BookingRow): Promise<BookingWarning | undefined> {
  const spendable = await spendableCents(tx, tx.owner, booking)
  if (spendable >= booking.wallet_cents) return undefined
  const [has, takes] = [spendable, booking.wallet_cents].map(formatAmount)
  // No recharge changes what the test wallet holds.
  const advice = tx.owner.mode === 'live' ? 'recharge it' : 'set what it holds with POST /api/v1/test/wallet'
  const issue = `the wallet has ${has} BRL and confirming takes ${takes} BRL: ${advice} before payment_required_by`
  return { field: 'wallet.balance', issue }
}

function withWarning(view: Booking, warning: BookingWarning | undefined): Booking {
  return warning === undefined ? view : { ...view, warnings: [...(view.warnings ?? []), warning] }
}

/** Refused: deletes the booking. A failure that the caller can correct is not remembered under the key. */
async function refuse(world: World, last: Scope, booking: BookingWithClient, failure: Fail): Promise<never> {
  const isWrong = failure.status === 400
  await transaction(world, isWrong ? aside(last) : refusing(last, failure), async (tx) => {
    await forgetRequested(tx, booking.id)
    if (isWrong && booking.idempotency_key !== null) await releaseClaim(tx, tx.owner, booking.idempotency_key)
  })
  throw failure
}

async function forget(world: World, last: Scope, booking: BookingWithClient): Promise<void> {
  await transaction(world, last, async (tx) => {
    if (!(await forgetRequested(tx, booking.id))) return
    if (booking.idempotency_key !== null) await releaseClaim(tx, tx.owner, booking.idempotency_key)
  })
}
