// Answers a request that waited for tickets with the booking as it is then: the request itself does so when its waiting
// ends, and due work where the request did not live.
import { BOOKING_OPERATIONS } from '../../../contract/operations/bookings.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { refusing } from '../../kernel/outbox/steps.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { answeringAsker } from './answering-maker.ts'
import { type BookingWithClient, demandBooking } from './booking-store.ts'
import { bookingView, confirmedView } from './booking-view.ts'
import { isFailed } from './states.ts'
import type * as work from './work.ts'

export async function answerAsItIs<View>(
  world: World,
  last: Scope,
  id: string,
  view: (booking: BookingWithClient) => View,
): Promise<View> {
  return transaction(world, last, async (tx) => {
    const booking = await demandBooking(tx, id)
    if (isFailed(booking)) throw noTickets()
    return view(booking)
  })
}

/** The same for the request that a piece of due work tells of, if that may come again. */
export async function answerWaiting(
  world: World,
  task: TaskOf<typeof work.issueTickets>,
  booking: BookingWithClient,
): Promise<void> {
  if (!task.payload.waiting?.key) return
  const isHold = booking.type === 'hold'
  const asked = BOOKING_OPERATIONS[isHold ? 'bookings.confirm' : 'bookings.create']
  const scope = answeringAsker(world, task, asked)
  await transaction(world, isFailed(booking) ? refusing(scope, noTickets()) : scope, async () =>
    isHold ? confirmedView(booking) : bookingView(booking),
  )
}

function noTickets(): Fail {
  return new Fail('carrier_rejected_the_booking', {
    advice: 'the carrier issued no tickets, and what was debited has been returned',
  })
}
