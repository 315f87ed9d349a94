// Due work: reads a ticketed order again, because carriers change the times of flights after they were sold.
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { isIssued } from '../outside/suppliers/port.ts'
import { isTicketed } from '../rules/booking-states.ts'
import type { World } from '../world.ts'
import { askLater } from './ask-later.ts'
import { callFor, findSupplier, NOT_CONNECTED, orderOf, slicesFrom } from './at-carrier.ts'
import { scheduleStep } from './booking-steps.ts'
import { findAnyBooking } from './booking-store.ts'
import { moveBooking } from './move-booking.ts'
import * as work from './work.ts'

const WAIT_MS = 30_000

export async function syncBooking(world: World, task: TaskOf<typeof work.syncBooking>): Promise<void> {
  const { payload, scope, last } = task
  const { bookingId } = payload
  const booking = await findAnyBooking(world.pool, scope.owner, bookingId)
  // Being cancelled: if the carrier refuses that, the cancellation schedules this work again.
  if (booking === undefined || !isTicketed(booking) || booking.cancelling) return
  const supplier = findSupplier(world, booking)
  const found = (await supplier?.read(callFor(scope, WAIT_MS), orderOf(booking))) ?? NOT_CONNECTED
  if (found.outcome === 'unknown') return askLater(world, work.syncBooking, task, found)
  if (found.outcome === 'none') return
  const { order } = found
  // The carrier changed the order by itself. People must sort that out with it: the money is not ours to decide about.
  if (!isIssued(order))
    world.log.error({ booking: booking.id, status: order.status }, 'a ticketed order changed at its carrier')
  await transaction(world, last, async (tx) => {
    const slices = JSON.stringify(slicesFrom(world, booking, order))
    const trigger = slices === booking.slices ? 'sync' : 'reschedule'
    const synced = await moveBooking(tx, booking, trigger, { slices, synced_at: tx.now })
    if (synced === undefined) return
    if (order.lookAgainAt !== null && order.lookAgainAt > tx.now)
      scheduleStep(tx, work.syncBooking, bookingId, order.lookAgainAt)
  })
}
