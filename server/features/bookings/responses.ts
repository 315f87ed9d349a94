// Responses to requests that a job may complete: stored under the request's key, in case it is sent again.
import { BOOKING_OPERATIONS } from '../../../contract/bookings.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type { TaskOf, TeamTask } from '../../kernel/jobs/declare-job.ts'
import { refusing, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { keyOf, respondingToRequest } from '../../kernel/outbox/waiting-request.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import type * as jobs from './jobs.ts'
import type { WaitingPayload } from './jobs.ts'
import { isFailed } from './states.ts'
import { type BookingWithClient, demandBooking } from './store.ts'
import { confirmedView, newBookingView } from './view.ts'

/** The request of this scope, as a job stores it. */
export function waitingRequest({ wall }: World, scope: Scope): NonNullable<WaitingPayload['waiting']> {
  const language = scope.reply?.language ?? 'pt-BR'
  return { key: keyOf(scope), since: wall.now().toISOString(), language }
}

/** A scope whose transaction stores its result as the response of the request that waits for this job, if any. */
export function respondingToWaiting(
  world: World,
  { payload: { waiting }, last }: TeamTask<WaitingPayload>,
  operation: (typeof BOOKING_OPERATIONS)[
    | 'bookings.acceptChange'
    | 'bookings.cancel'
    | 'bookings.confirm'
    | 'bookings.create'],
): Scope {
  if (!waiting) return last
  return respondingToRequest(world, last, { ...waiting, since: new Date(waiting.since) }, operation)
}

/** Responds to a request that waited for tickets with the current booking. */
export async function respondWithBooking<View>(
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

/** Stores the current booking as the response of a request that waited for tickets, if it may be sent again. */
export async function respondToWaiting(
  world: World,
  task: TaskOf<typeof jobs.issueTicketsJob>,
  booking: BookingWithClient,
): Promise<void> {
  if (!task.payload.waiting?.key) return
  const isHold = booking.type === 'hold'
  const operation = BOOKING_OPERATIONS[isHold ? 'bookings.confirm' : 'bookings.create']
  const scope = respondingToWaiting(world, task, operation)
  await transaction(world, isFailed(booking) ? refusing(scope, noTickets()) : scope, async () =>
    isHold ? confirmedView(booking) : newBookingView(booking),
  )
}

function noTickets(): Fail {
  return new Fail(
    'carrier_rejected_the_booking',
    adviceWith('the carrier issued no tickets, and what was debited has been returned'),
  )
}
