// Lets due work that completes a booking also answer the request that began it, in case that request is sent again.
import { BOOKING_OPERATIONS } from '../../../contract/operations/bookings.ts'
import type { TeamTask } from '../../kernel/jobs/declare-job.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { answeringRequest } from '../../kernel/outbox/waiting-request.ts'
import { idTime } from '../../kernel/values/ids.ts'
import type { World } from '../world.ts'
import type { BookingRow } from './booking-store.ts'
import type { BookingStep } from './work.ts'

/** A scope whose transaction answers, with the booking it returns, the request that made the booking. */
export function answeringMaker(
  world: World,
  scope: Scope,
  { id, idempotency_key: key }: Pick<BookingRow, 'id' | 'idempotency_key'>,
): Scope {
  // An id tells when it was made, by real time.
  return answeringRequest(world, scope, { key, since: idTime(id) }, BOOKING_OPERATIONS['bookings.create'])
}

/** A scope whose last transaction answers the request that a piece of due work tells of, which asked for this. */
export function answeringAsker(
  world: World,
  { payload: { waiting }, last }: TeamTask<BookingStep>,
  asked: (typeof BOOKING_OPERATIONS)['bookings.cancel' | 'bookings.confirm' | 'bookings.create'],
): Scope {
  if (!waiting) return last
  return answeringRequest(world, last, { key: waiting.key, since: new Date(waiting.since) }, asked)
}
