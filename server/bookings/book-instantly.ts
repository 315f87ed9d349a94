// An instant booking: debited and confirmed first, then booked at the carrier and issued, all within the request where
// the carrier is quick. Due work takes over wherever the request ends.
import type { Booking } from '../../contract/bookings.ts'
import { fail } from '../base/fail.ts'
import type { Scope } from '../base/transaction.ts'
import { emit } from '../events/emit.ts'
import type { StoredOffer } from '../flights/stored-line.ts'
import type { OrderOutcome } from '../outside/supplier/supplier.ts'
import { debit } from '../wallet/move-money.ts'
import { walletTransaction } from '../wallet/wallet-turns.ts'
import type { World } from '../world.ts'
import { callFor, carrierOf, offerOf } from './at-carrier.ts'
import { bookWork, countNew } from './booking-steps.ts'
import type { BookingWithClient } from './booking-store.ts'
import { bookingEventView, bookingView } from './booking-view.ts'
import { failureOf, newPrice } from './carrier-refusal.ts'
import { type Draft, storeDraft } from './draft-booking.ts'
import { bookAtCarrier, failAway } from './issue-tickets.ts'
import { withoutClaim } from './left-answer.ts'
import { failIssuance, takeOrder } from './settle-order.ts'

/** Within this the caller gets an answer, whatever the carrier does. */
const ANSWER_WITHIN_MS = 20_000
const REREAD_WITHIN_MS = 8_000
/** By then the request is surely over, and due work may ask the carrier. */
const TAKE_OVER_AFTER_MS = 60_000

export async function bookInstantly(
  world: World,
  scope: Scope,
  draft: Draft,
  stored: StoredOffer,
): Promise<Booking> {
  await refuseOtherPrice(world, scope, stored)
  const booking = await walletTransaction(world, scope, async (tx) => {
    tx.answerLater()
    const made = await storeDraft(tx, draft, 'confirmed')
    emit(tx, 'booking.created', bookingEventView(made))
    emit(tx, 'booking.confirmed', bookingEventView(made))
    if (made.wallet_cents > 0n)
      await debit(tx, {
        amountCents: made.wallet_cents,
        description: `Booking ${made.origin}-${made.destination}, ${made.airline}`,
        referenceType: 'booking',
        referenceId: made.id,
        kind: 'debit',
      })
    countNew(tx, 'confirmed')
    bookWork(tx, 'issue-tickets', made.id, new Date(tx.now.getTime() + TAKE_OVER_AFTER_MS))
    return made
  })
  const answer = await askTwice(world, scope, booking)
  if (answer.outcome === 'rejected') {
    const failure = failureOf(answer.rejection)
    await failIssuance(world, withoutClaim(scope), booking, failure)
    throw failure
  }
  if (answer.outcome === 'unknown') return answerAsItIs(world, scope, booking)
  return takeOrder(world, scope, booking, answer.order)
}

/** Nothing is debited for a price that is not the carrier's any more. */
async function refuseOtherPrice(world: World, scope: Scope, stored: StoredOffer): Promise<void> {
  const { atSupplier, supplier } = stored
  const carrier = carrierOf(world, { supplier, mode: scope.mode })
  const answer = await carrier.reread(callFor(scope, REREAD_WITHIN_MS), atSupplier)
  if (answer.outcome === 'unknown') failAway()
  if (answer.outcome === 'gone') fail('sold_out', { advice: `${answer.reason}; search again` })
  const { price } = answer.offer
  const isSame =
    price.totalCents === atSupplier.price.totalCents && price.currency === atSupplier.price.currency
  if (!isSame) fail('price_changed', { details: newPrice(price) })
}

/** A lost answer is looked for once, at once: often the booking is there. */
async function askTwice(world: World, scope: Scope, booking: BookingWithClient): Promise<OrderOutcome> {
  const startedAt = performance.now()
  const answer = await bookAtCarrier(world, scope, booking, ANSWER_WITHIN_MS)
  const leftMs = ANSWER_WITHIN_MS - Math.ceil(performance.now() - startedAt)
  if (answer.outcome !== 'unknown' || leftMs < 1_000) return answer
  const lost = { reference: booking.id, offer: offerOf(booking) }
  const found = await carrierOf(world, booking).find(callFor(scope, leftMs), lost)
  // Not made, and surely never will be: due work asks again, when nobody waits.
  return found.outcome === 'none' ? answer : found
}

/** Confirmed and paid; its tickets come in the background. */
async function answerAsItIs(world: World, scope: Scope, booking: BookingWithClient): Promise<Booking> {
  return walletTransaction(world, scope, async () => bookingView(booking))
}
