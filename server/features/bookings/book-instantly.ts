// An instant booking: debited and confirmed first, then booked at the carrier and issued, all within the request where
// the carrier is quick. Due work takes over wherever the request ends.
import type { Booking } from '../../../contract/bookings.ts'
import { isIssued, type OrderOutcome } from '../../adapters/flights/port.ts'
import { aside, refusing, stepsOf } from '../../kernel/outbox/steps.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { StoredOffer } from '../flights/stored-line.ts'
import type { World } from '../world.ts'
import { answerAsItIs } from './answer-as-it-is.ts'
import {
  ANSWER_WITHIN_MS,
  bookAtCarrier,
  callFor,
  demandSupplier,
  failAway,
  offerOf,
  TAKE_OVER_AFTER_MS,
} from './at-carrier.ts'
import { scheduleStep } from './booking-steps.ts'
import type { BookingWithClient } from './booking-store.ts'
import { bookingView } from './booking-view.ts'
import { failureAfterDebit, newPrice } from './carrier-refusal.ts'
import { type Draft, storeDraft } from './draft-booking.ts'
import { emitBookingBegun } from './move-booking.ts'
import { failIssuance, takeOrder } from './take-order.ts'
import { waitForTickets } from './wait-for-tickets.ts'
import * as work from './work.ts'

const REREAD_WITHIN_MS = 8_000
/** Less time than any call could succeed in. */
const LEFT_MS_MIN = 1_000

export async function bookInstantly(
  world: World,
  scope: Scope,
  draft: Draft,
  stored: StoredOffer,
  waitMs: number,
): Promise<Booking> {
  const startedAt = performance.now()
  await refuseOtherPrice(world, scope, stored)
  const { first, last } = stepsOf(scope)
  const booking = await transaction(world, first, async (tx) => {
    const made = await storeDraft(tx, draft)
    await emitBookingBegun(tx, made, {
      amountCents: made.wallet_cents,
      description: `Booking ${made.origin}-${made.destination}, ${made.airline}`,
      kind: 'debit',
    })
    scheduleStep(tx, work.issueTickets, made.id, new Date(tx.now.getTime() + TAKE_OVER_AFTER_MS), {
      takesOver: true,
      waiting: waitMs === 0 ? null : { key: keyOf(scope), since: world.wall.now() },
    })
    return made
  })
  const answer = await askTwice(world, scope, booking, startedAt + ANSWER_WITHIN_MS)
  if (answer.outcome === 'rejected') {
    const failure = failureAfterDebit(answer.rejection)
    await failIssuance(world, refusing(last, failure), booking)
    throw failure
  }
  const leftMs = startedAt + waitMs - performance.now()
  const isKnown = answer.outcome !== 'unknown'
  // Due work has the tickets issued, or finds out what became of it, while the request waits.
  if (leftMs > 0 && !(isKnown && isIssued(answer.order))) {
    if (isKnown) await takeOrder(world, aside(last), booking, answer.order)
    else await lookAtOnce(world, aside(last), booking)
    await waitForTickets(world, booking.id, leftMs)
    return answerAsItIs(world, last, booking.id, (now) => bookingView(now))
  }
  if (isKnown) return takeOrder(world, last, booking, answer.order)
  return transaction(world, last, async () => bookingView(booking))
}

/** The request asks the carrier no more, so due work need not wait for its end. */
async function lookAtOnce(world: World, scope: Scope, { id }: BookingWithClient): Promise<void> {
  await transaction(world, scope, async (tx) =>
    scheduleStep(tx, work.issueTickets, id, tx.now, { takesOver: false }),
  )
}

/** Nothing is debited for a price that is not the carrier's any more. */
async function refuseOtherPrice(world: World, scope: Scope, stored: StoredOffer): Promise<void> {
  const { atSupplier } = stored
  const supplier = demandSupplier(world, { supplier: stored.supplier, mode: scope.owner.mode })
  const answer = await supplier.reread(callFor(scope, REREAD_WITHIN_MS), atSupplier)
  if (answer.outcome === 'unknown') failAway()
  if (answer.outcome === 'gone') fail('sold_out', { advice: `${answer.reason}; search again` })
  const { price } = answer.offer
  const isSame =
    price.totalCents === atSupplier.price.totalCents && price.currency === atSupplier.price.currency
  if (!isSame) fail('price_changed', { details: newPrice(price) })
}

/** When the answer is lost, the order is looked up once right away: often it was made. */
async function askTwice(
  world: World,
  scope: Scope,
  booking: BookingWithClient,
  endsAt: number,
): Promise<OrderOutcome> {
  const supplier = demandSupplier(world, booking)
  const leftMs = () => Math.max(LEFT_MS_MIN, Math.floor(endsAt - performance.now()))
  const answer = await bookAtCarrier(supplier, scope, booking, leftMs())
  if (answer.outcome !== 'unknown' || endsAt - performance.now() < LEFT_MS_MIN) return answer
  const lost = { reference: booking.id, offer: offerOf(booking) }
  const found = await supplier.find(callFor(scope, leftMs()), lost)
  // Not found yet: due work looks again, when no caller is waiting.
  return found.outcome === 'none' ? answer : found
}
