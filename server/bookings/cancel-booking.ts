// Cancels a booking. One that is not paid costs nothing and is simply let go; of a paid one the carrier decides what
// returns, so it is asked between two transactions, and meanwhile nobody else may move the booking.
import { Fail, fail } from '../base/values/fail.ts'
import { emit } from '../events/emit.ts'
import { finish, type Piece } from '../outbox/due-work.ts'
import { type Scope, type Tx, transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import type { CancelOutcome, CancelTerms } from '../outside/suppliers/port.ts'
import { refusalOf } from '../rules/booking-states.ts'
import { refundOf } from '../rules/refund.ts'
import { credit } from '../wallet/move-money.ts'
import { walletTransaction } from '../wallet/wallet-turns.ts'
import type { World } from '../world.ts'
import { askLater } from './ask-later.ts'
import {
  ANSWER_WITHIN_MS,
  callFor,
  carrierIfConnected,
  carrierOf,
  failAway,
  NOT_CONNECTED,
  offerOf,
  orderOf,
  rateOf,
  TAKE_OVER_AFTER_MS,
} from './at-carrier.ts'
import { notify, scheduleStep, tellUpdate } from './booking-steps.ts'
import { type BookingRow, findAnyBooking, findBooking, moveBooking } from './booking-store.ts'
import { bookingEventView, cancelledView } from './booking-view.ts'
import { answering, refusing, withoutClaim } from './left-answer.ts'
import * as work from './work.ts'

const PAID = ['confirmed', 'ticketed'] as const
const LOOKS_MAX = 3
/** A request that is here itself is answered under its own claim. */
const NOBODY = { key: null, since: new Date(0) }

export async function cancelBooking(world: World, scope: Scope, id: string): Promise<object> {
  const begun = await begin(world, scope, id)
  if ('view' in begun) return begun.view
  const { booking } = begun
  const answer = await askCarrier(world, scope, booking)
  if (answer.outcome === 'unknown') return failAway()
  if (answer.outcome === 'confirmed') return complete(world, scope, booking, answer.terms)
  const failure = new Fail('carrier_rejected_the_cancellation', { advice: answer.rejection.message })
  await keep(world, refusing(world, scope, NOBODY, failure), booking)
  throw failure
}

type Begun = { view: object } | { booking: BookingRow }

/** Moves a booking that costs nothing, or marks a paid one; whoever finds it moved looks at it again. */
async function begin(world: World, scope: Scope, id: string): Promise<Begun> {
  return walletTransaction(world, scope, async (tx): Promise<Begun> => {
    for (let look = 1; look <= LOOKS_MAX; look++) {
      const booking = (await findBooking(tx, tx.owner, id)) ?? fail('booking_not_found')
      const refusal = refusalOf(booking.status, 'cancel')
      if (refusal !== undefined) fail(refusal)
      if (booking.cancelling) break
      const begun =
        booking.status === 'pending'
          ? await letGo(tx, booking)
          : await mark(world, tx, booking, scope.claim?.key ?? null)
      if (begun !== undefined) return begun
    }
    return fail('request_in_progress', { retryAfterSeconds: 1 })
  })
}

async function letGo(tx: Tx, booking: BookingRow): Promise<Begun | undefined> {
  const change = { status: 'cancelled' as const }
  if (!(await moveBooking(tx, booking.id, { from: ['pending'] }, change))) return undefined
  const cancelled = { ...booking, ...change }
  emit(tx, 'booking.cancelled', bookingEventView(cancelled))
  tellUpdate(tx, booking, cancelled)
  notify(tx, booking.id, 'cancelled')
  scheduleStep(tx, work.cancelOrder, booking.id, tx.now)
  return { view: cancelledView(cancelled) }
}

async function mark(
  world: World,
  tx: Tx,
  booking: BookingRow,
  key: string | null,
): Promise<Begun | undefined> {
  // Nothing is begun that nobody could finish.
  carrierOf(world, booking)
  if (!(await moveBooking(tx, booking.id, { from: PAID }, { cancelling: true }))) return undefined
  tx.answerLater()
  const waiting = { key, since: world.wall.now() }
  scheduleStep(tx, work.cancelOrder, booking.id, new Date(tx.now.getTime() + TAKE_OVER_AFTER_MS), waiting)
  // Its tickets may have come since it was looked at; from now on it stays as it is.
  return { booking: (await findAnyBooking(tx, tx.owner, booking.id))! }
}

/** Goes on where a request could not: lets a hold go at the carrier, or finishes the cancellation of a paid booking. */
export async function cancelOrder(world: World, task: TaskOf<typeof work.cancelOrder>): Promise<void> {
  const { piece, payload, scope } = task
  const { bookingId, waiting: told = null } = payload
  const booking = await findAnyBooking(world.pool, scope.owner, bookingId)
  const isOver = booking?.status === 'cancelled' || booking?.status === 'failed'
  const isLetGo = isOver && booking.order_data !== null
  if (booking === undefined || !(booking.cancelling || isLetGo)) return
  const answer = await askCarrier(world, scope, booking)
  if (answer.outcome === 'unknown') return askLater(world, work.cancelOrder, task, answer)
  if (!booking.cancelling) return
  const waiting = told === null ? NOBODY : { ...told, since: new Date(told.since) }
  if (answer.outcome === 'confirmed') {
    const enveloped = answering(world, scope, waiting, 200, (data) => ({ success: true, data }))
    await complete(world, enveloped, booking, answer.terms, piece)
    return
  }
  const failure = new Fail('carrier_rejected_the_cancellation', { advice: answer.rejection.message })
  await keep(world, refusing(world, scope, waiting, failure), booking, piece)
}

async function askCarrier(world: World, scope: Scope, booking: BookingRow): Promise<CancelOutcome> {
  const carrier = carrierIfConnected(world, booking)
  if (carrier === undefined) return NOT_CONNECTED
  const call = () => callFor(withoutClaim(scope), ANSWER_WITHIN_MS)
  if (booking.order_data !== null) return carrier.cancel(call(), orderOf(booking))
  // The carrier's answer to the booking itself was never heard.
  const found = await carrier.find(call(), { reference: booking.id, offer: offerOf(booking) })
  if (found.outcome === 'unknown') return found
  if (found.outcome !== 'none') return carrier.cancel(call(), found.order)
  return { outcome: 'confirmed', terms: { refundCents: 0n, penaltyCents: 0n, currency: booking.currency } }
}

async function complete(
  world: World,
  scope: Scope,
  booking: BookingRow,
  { penaltyCents, currency }: CancelTerms,
  piece?: Piece,
): Promise<object> {
  return walletTransaction(world, scope, async (tx) => {
    if (piece !== undefined) finish(tx, piece)
    const refundCents = refundOf({
      debitedCents: booking.wallet_cents,
      penaltyCents,
      refundable: penaltyCents < booking.total_cents || penaltyCents === 0n,
      rate: rateOf(booking),
    })
    const change = {
      status: 'cancelled' as const,
      cancelling: false,
      refund_cents: refundCents,
      penalty_cents: penaltyCents,
      penalty_currency: currency,
    }
    if (!(await moveBooking(tx, booking.id, { from: PAID, cancelling: true }, change)))
      return cancelledView((await findAnyBooking(tx, tx.owner, booking.id))!)
    const cancelled = { ...booking, ...change }
    emit(tx, 'booking.cancelled', bookingEventView(cancelled))
    if (refundCents > 0n)
      await credit(tx, {
        amountCents: refundCents,
        description: `Refund of booking ${booking.booking_reference || booking.id}`,
        referenceType: 'refund',
        referenceId: booking.id,
        kind: 'cancellation',
      })
    tellUpdate(tx, booking, cancelled)
    notify(tx, booking.id, 'cancelled')
    return cancelledView(cancelled)
  })
}

/** The carrier does not cancel it: it stays, and what waited for it goes on. */
async function keep(world: World, scope: Scope, booking: BookingRow, piece?: Piece): Promise<void> {
  await transaction(world, scope, async (tx) => {
    if (piece !== undefined) finish(tx, piece)
    if (!(await moveBooking(tx, booking.id, { from: PAID, cancelling: true }, { cancelling: false }))) return
    scheduleStep(
      tx,
      booking.status === 'confirmed' ? work.issueTickets : work.syncBooking,
      booking.id,
      tx.now,
    )
  })
}
