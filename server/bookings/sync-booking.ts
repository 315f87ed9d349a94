// Looks at the carrier's order again: flights may leave at other times than they were sold for.
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import type { World } from '../world.ts'
import { askLater } from './ask-later.ts'
import { callFor, carrierIfConnected, NOT_CONNECTED, orderOf, slicesFrom } from './at-carrier.ts'
import { scheduleStep, tellUpdate } from './booking-steps.ts'
import { findAnyBooking, moveBooking } from './booking-store.ts'
import * as work from './work.ts'

const WAIT_MS = 30_000

export async function syncBooking(world: World, task: TaskOf<typeof work.syncBooking>): Promise<void> {
  const { payload, scope, last } = task
  const { bookingId } = payload
  const booking = await findAnyBooking(world.pool, scope.owner, bookingId)
  // Who cancels it meanwhile schedules this anew, should it stay.
  if (booking?.status !== 'ticketed' || booking.cancelling) return
  const carrier = carrierIfConnected(world, booking)
  const found = (await carrier?.read(callFor(scope, WAIT_MS), orderOf(booking))) ?? NOT_CONNECTED
  if (found.outcome === 'unknown') return askLater(world, work.syncBooking, task, found)
  if (found.outcome === 'none') return
  const { order } = found
  // The carrier's own doing, which people must settle with it: the money is not ours to judge.
  if (order.status !== 'ticketed')
    world.log.error({ booking: booking.id, status: order.status }, 'a ticketed order changed at its carrier')
  await transaction(world, last, async (tx) => {
    const slices = JSON.stringify(slicesFrom(world, booking, order))
    const change = { slices, synced_at: tx.now }
    if (!(await moveBooking(tx, bookingId, { from: ['ticketed'] }, change))) return
    if (slices !== booking.slices) tellUpdate(tx, booking, { ...booking, ...change })
    if (order.lookAgainAt !== null && order.lookAgainAt > tx.now)
      scheduleStep(tx, work.syncBooking, bookingId, order.lookAgainAt)
  })
}
