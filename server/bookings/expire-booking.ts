// The payment deadline of a hold passes. The carrier gives the seats back by itself.
import { emit } from '../events/emit.ts'
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { statesBefore } from '../rules/booking-states.ts'
import type { World } from '../world.ts'
import { tellUpdate } from './booking-steps.ts'
import { findAnyBooking, moveBooking } from './booking-store.ts'
import { bookingEventView } from './booking-view.ts'
import type * as work from './work.ts'

export async function expireBooking(
  world: World,
  { payload, last }: TaskOf<typeof work.expireBooking>,
): Promise<void> {
  const { bookingId } = payload
  await transaction(world, last, async (tx) => {
    const booking = await findAnyBooking(tx, tx.owner, bookingId)
    if (booking?.status !== 'pending') return
    const change = { status: 'expired' as const }
    if (!(await moveBooking(tx, bookingId, { from: statesBefore('deadline') }, change))) return
    const expired = { ...booking, ...change }
    emit(tx, 'booking.expired', bookingEventView(expired))
    tellUpdate(tx, booking, expired)
  })
}
