// Due work: finishes a cancellation at the carrier that its request did not wait for, or could not finish.
import { BOOKING_OPERATIONS } from '../../../contract/operations/bookings.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { refusing } from '../../kernel/outbox/steps.ts'
import type { World } from '../world.ts'
import { answeringAsker } from './answering-maker.ts'
import { askLater } from './ask-later.ts'
import { findAnyBooking } from './booking-store.ts'
import { askToCancel, completeCancellation, failureOf, keepBooking } from './end-cancellation.ts'
import { isGivenUp } from './states.ts'
import * as work from './work.ts'

/** Lets a hold go at the carrier, or finishes the cancellation of a paid booking. */
export async function cancelOrder(world: World, task: TaskOf<typeof work.cancelOrder>): Promise<void> {
  const { payload, scope } = task
  const booking = await findAnyBooking(readerOf(world), scope.owner, payload.bookingId)
  if (booking === undefined) return
  const isLetGo = isGivenUp(booking) && booking.order_data !== null
  if (!booking.cancelling && !isLetGo) return
  const answer = await askToCancel(world, scope, booking)
  if (answer.outcome === 'unknown') return askLater(world, work.cancelOrder, task, answer)
  if (!booking.cancelling) return
  // The request that began the cancellation may come again for its answer.
  const last = answeringAsker(world, task, BOOKING_OPERATIONS['bookings.cancel'])
  if (answer.outcome === 'rejected') return keepBooking(world, refusing(last, failureOf(answer)), booking)
  await completeCancellation(world, last, booking, answer.terms)
}
