// Asks a carrier to take our word for a change of its own, and records how that ended. The request and the due work
// both do it here.
import type { BookingChange } from '../../../contract/booking-changes.ts'
import { BOOKING_OPERATIONS } from '../../../contract/operations/bookings.ts'
import type { AcceptOutcome } from '../../adapters/flights/port.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { refusing } from '../../kernel/outbox/steps.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { answeringRequest } from '../../kernel/outbox/waiting-request.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { askLater } from './ask-later.ts'
import { ANSWER_WITHIN_MS, callFor, findSupplier, NOT_CONNECTED, orderOf } from './at-carrier.ts'
import { type ChangeAddress, changesOf, changeView, type StoredChange } from './booking-changes.ts'
import { scheduleStep } from './booking-steps.ts'
import { type BookingRow, demandBooking, findAnyBooking } from './booking-store.ts'
import { moveBooking } from './move-booking.ts'
import { lockBooking } from './order-store.ts'
import * as work from './work.ts'

export async function askToAccept(
  world: World,
  scope: Scope,
  booking: BookingRow,
  changeId: string,
): Promise<AcceptOutcome> {
  const { key } = changeIn(booking, changeId)
  const supplier = findSupplier(world, booking)
  if (supplier === undefined || key === null) return NOT_CONNECTED
  return supplier.acceptChange(callFor(scope, ANSWER_WITHIN_MS), orderOf(booking), key)
}

/** Due work: goes on where the request of an acceptance did not hear what the carrier said. */
export async function settleAcceptance(world: World, task: TaskOf<typeof work.acceptChange>): Promise<void> {
  const { payload, scope, last } = task
  const { bookingId: id, changeId: change_id = '', waiting } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, id)
  if (booking === undefined || !changesOf(booking).some((one) => one.id === change_id && one.accepting))
    return
  const answer = await askToAccept(world, scope, booking, change_id)
  if (answer.outcome === 'unknown') return askLater(world, work.acceptChange, task, answer)
  const asker = { key: waiting?.key ?? null, since: new Date(waiting?.since ?? 0) }
  const answering = answeringRequest(world, last, asker, BOOKING_OPERATIONS['bookings.acceptChange'])
  if (answer.outcome === 'confirmed') await endAcceptance(world, answering, { id, change_id }, 'accepted')
  else await endAcceptance(world, refusing(answering, failureOf(answer)), { id, change_id }, 'refused')
}

/** The change as it is then. A booking that ended meanwhile stays as it is. */
export async function endAcceptance(
  world: World,
  scope: Scope,
  { id, change_id }: ChangeAddress,
  end: 'accepted' | 'refused',
): Promise<BookingChange> {
  return transaction(world, scope, async (tx) => {
    await lockBooking(tx, id)
    const booking = await demandBooking(tx, id)
    const { accepting, ...change } = changeIn(booking, change_id)
    const isNews = end === 'accepted' && change.action_taken === null
    const ended: StoredChange = isNews
      ? { ...change, available_actions: [], action_taken: end, action_taken_at: isoTimestamp(tx.now) }
      : change
    const trigger = isNews ? 'accept_change' : 'mark_change'
    await moveBooking(tx, booking, trigger, { changes: withChange(booking, ended) })
    // Its tickets may be issued anew.
    if (isNews) scheduleStep(tx, work.syncBooking, id, tx.now)
    return changeView(ended)
  })
}

export function failureOf({ rejection }: Extract<AcceptOutcome, { outcome: 'rejected' }>): Fail {
  return new Fail('carrier_rejected_the_acceptance', { advice: rejection.message })
}

function changeIn(booking: BookingRow, changeId: string): StoredChange {
  const found = changesOf(booking).find(({ id }) => id === changeId)
  if (found === undefined) throw new Error(`booking ${booking.id} has no change ${changeId} any more`)
  return found
}

/** All changes of the booking as they are stored, with this one as it is now. */
export function withChange(booking: BookingRow, changed: StoredChange): string {
  return JSON.stringify(changesOf(booking).map((change) => (change.id === changed.id ? changed : change)))
}
