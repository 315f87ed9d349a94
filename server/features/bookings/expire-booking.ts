// Due work at the payment deadline of a hold: expires the booking. The carrier releases the seats by itself.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { findAnyBooking } from './booking-store.ts'
import { moveBooking } from './move-booking.ts'
import type * as work from './work.ts'

export async function expireBooking(
  world: World,
  { payload, last }: TaskOf<typeof work.expireBooking>,
): Promise<void> {
  await transaction(world, last, async (tx) => {
    const booking = await findAnyBooking(tx, tx.owner, payload.bookingId)
    if (booking !== undefined) await moveBooking(tx, booking, 'deadline')
  })
}
