// Due work: finishes a cancellation at the carrier that its request did not wait for, or could not finish.
import { BOOKING_OPERATIONS } from '../../contract/operations/bookings.ts'
import { refusing } from '../outbox/steps.ts'
import type { Scope } from '../outbox/transaction.ts'
import { answeringRequest } from '../outbox/waiting-request.ts'
import type { TaskOf } from '../outbox/work.ts'
import { isGivenUp } from '../rules/booking-states.ts'
import type { World } from '../world.ts'
import { askLater } from './ask-later.ts'
import { findAnyBooking } from './booking-store.ts'
import { askToCancel, completeCancellation, failureOf, keepBooking } from './end-cancellation.ts'
import * as work from './work.ts'

/** Lets a hold go at the carrier, or finishes the cancellation of a paid booking. */
export async function cancelOrder(world: World, task: TaskOf<typeof work.cancelOrder>): Promise<void> {
  const { payload, scope } = task
  const booking = await findAnyBooking(world.pool, scope.owner, payload.bookingId)
  if (booking === undefined) return
  const isLetGo = isGivenUp(booking) && booking.order_data !== null
  if (!booking.cancelling && !isLetGo) return
  const answer = await askToCancel(world, scope, booking)
  if (answer.outcome === 'unknown') return askLater(world, work.cancelOrder, task, answer)
  if (!booking.cancelling) return
  const last = answeringCanceller(world, task)
  if (answer.outcome === 'rejected') return keepBooking(world, refusing(last, failureOf(answer)), booking)
  await completeCancellation(world, last, booking, answer.terms)
}

/** The request that began the cancellation may come again for its answer. */
function answeringCanceller(world: World, { payload, last }: TaskOf<typeof work.cancelOrder>): Scope {
  const { waiting } = payload
  if (!waiting) return last
  const asker = { key: waiting.key, since: new Date(waiting.since) }
  return answeringRequest(world, last, asker, BOOKING_OPERATIONS['bookings.cancel'])
}
