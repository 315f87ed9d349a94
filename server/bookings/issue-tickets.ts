// Has the tickets of a confirmed booking issued: in the request of an instant booking, and as due work after a
// confirmation, a crash or a lost answer. A carrier that may have been asked before is never asked blindly again.
import { fail } from '../base/fail.ts'
import type { Scope } from '../base/transaction.ts'
import type { Found, OrderOutcome } from '../outside/supplier/supplier.ts'
import type { Task, World } from '../world.ts'
import { callFor, carrierOf, offerOf, orderOf, passengersFor } from './at-carrier.ts'
import { type BookingWithClient, findAnyBooking } from './booking-store.ts'
import { contentOf } from './booking-view.ts'
import { failureOf } from './carrier-refusal.ts'
import { refusing, withoutClaim } from './left-answer.ts'
import { failIssuance, takeOrder } from './settle-order.ts'

const WAIT_MS = 60_000

export async function issueTickets(world: World, { piece, payload, scope }: Task): Promise<void> {
  const { bookingId } = payload as { bookingId: string }
  const booking = await findAnyBooking(world.pool, scope!, bookingId)
  // Who cancels it meanwhile books this anew, should it stay.
  if (booking?.status !== 'confirmed' || booking.cancelling) return
  const answer = await askCarrier(world, scope!, booking)
  if (answer.outcome === 'unknown') throw new Error(`the carrier did not say: ${answer.reason}`)
  if (answer.outcome === 'rejected') {
    const refused = refusing(world, scope!, booking, failureOf(answer.rejection))
    return failIssuance(world, booking.type === 'instant' ? refused : scope!, booking, piece)
  }
  if (answer.order.status === 'ticketed' || answer.order.status === 'ticketing') {
    await takeOrder(world, scope!, booking, answer.order, piece)
    return
  }
  // The order lapsed, was cancelled or failed at the carrier.
  const rejection = {
    reason: 'other',
    message: `The order is ${answer.order.status} at the carrier`,
  } as const
  await failIssuance(world, refusing(world, scope!, booking, failureOf(rejection)), booking, piece)
}

async function askCarrier(world: World, scope: Scope, booking: BookingWithClient): Promise<OrderOutcome> {
  const carrier = carrierOf(world, booking)
  const call = () => callFor(scope, WAIT_MS)
  if (booking.order_data === null) {
    const found = await carrier.find(call(), { reference: booking.id, offer: offerOf(booking) })
    return found.outcome === 'none' ? bookAtCarrier(world, scope, booking, WAIT_MS) : found
  }
  const paid = booking.type === 'hold' ? await carrier.pay(call(), orderOf(booking)) : undefined
  return paid ?? believed(await carrier.read(call(), orderOf(booking)))
}

/** The first call to the carrier for an instant booking, with the booking's id as the reference that makes it one. */
export function bookAtCarrier(
  world: World,
  scope: Scope,
  booking: BookingWithClient,
  waitMs: number,
): Promise<OrderOutcome> {
  const content = contentOf(booking)
  return carrierOf(world, booking).book(callFor(withoutClaim(scope), waitMs), {
    reference: booking.id,
    type: booking.type,
    offer: offerOf(booking),
    passengers: passengersFor(content),
    metadata: {},
  })
}

function believed(found: Found): OrderOutcome {
  if (found.outcome !== 'none') return found
  return {
    outcome: 'rejected',
    rejection: { reason: 'other', message: 'The carrier does not know the order any more' },
  }
}

/** For callers that must not go on without an answer. */
export function failAway(): never {
  fail('service_unavailable', { advice: 'the carrier did not answer; send the request again shortly' })
}
