// Due work: reads an order again, because carriers change and cancel flights after they were sold. What changed is
// written down and told; what the carrier cancelled is paid back.

import { isIssued, type SupplierOrder } from '../../adapters/flights/port.ts'
import { isCancelled } from '../../adapters/flights/supplier-change.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { askLater } from './ask-later.ts'
import { callFor, findSupplier, NOT_CONNECTED, orderOf, slicesFrom, ticketsOf } from './at-carrier.ts'
import { changesOf, seenChange, withTold } from './booking-changes.ts'
import { notifyChanged, scheduleLook, scheduleStep } from './booking-steps.ts'
import { type BookingRow, findAnyBooking } from './booking-store.ts'
import { contentOf, documentsOf, slicesOf } from './booking-view.ts'
import { moveBooking } from './move-booking.ts'
import { searchTextOf } from './search-text.ts'
import { isLookedAfter, isTicketed } from './states.ts'
import { takeCancellation } from './take-cancellation.ts'
import * as work from './work.ts'

const WAIT_MS = 30_000
/** Somebody else wrote to the booking while the carrier was asked. */
const LOOK_AFTER_OTHERS_MS = 60_000

export async function syncBooking(world: World, task: TaskOf<typeof work.syncBooking>): Promise<void> {
  const { payload, scope, last } = task
  const { bookingId, since } = payload
  const booking = await findAnyBooking(readerOf(world), scope.owner, bookingId)
  // Being cancelled: if the carrier refuses that, the cancellation schedules this work again.
  if (booking === undefined || !isLookedAfter(booking) || booking.cancelling) return
  if (since !== undefined && since !== booking.synced_at.toISOString()) return
  const supplier = findSupplier(world, booking)
  const found = (await supplier?.read(callFor(scope, WAIT_MS), orderOf(booking))) ?? NOT_CONNECTED
  if (found.outcome === 'unknown') return askLater(world, work.syncBooking, task, found)
  if (found.outcome === 'none') return
  const { order } = found
  if (isCancelled(order)) return takeCancellation(world, last, booking, order)
  // Neither cancelled nor as it was: people must find out with the carrier what became of it.
  if (isTicketed(booking) && !isIssued(order))
    world.log.error({ booking: booking.id, status: order.status }, 'a ticketed order changed at its carrier')
  await transaction(world, last, async (tx) => {
    const isRecorded = await recordChanges(world, tx, booking, order)
    const { lookAgainAt } = order
    if (!isRecorded)
      scheduleStep(tx, work.syncBooking, bookingId, new Date(tx.now.getTime() + LOOK_AFTER_OTHERS_MS))
    else if (lookAgainAt !== null && lookAgainAt > tx.now) scheduleLook(tx, bookingId, lookAgainAt)
  })
}

/** False where the booking is not as it was read any more. */
async function recordChanges(
  world: World,
  tx: Tx,
  booking: BookingRow,
  order: SupplierOrder,
): Promise<boolean> {
  const made = { now: tx.now, makeId: () => tx.newId('bookingChange') }
  const slices = slicesFrom(world, booking, order)
  // Tickets may be issued anew after a change, and are not there for a while.
  const tickets = order.documents.length === 0 ? documentsOf(booking) : ticketsOf(booking, order)
  const columns = {
    slices: JSON.stringify(slices),
    documents: JSON.stringify(tickets),
    departure_date: slices[0]?.segments[0]?.departing_at.slice(0, 10) ?? booking.departure_date,
  }
  const { changes, fresh } = withTold(changesOf(booking), order.changes, made)
  if (fresh.length === 0 && columns.slices !== booking.slices) {
    const seen = seenChange(slicesOf(booking), slices, made)
    // An aircraft or a terminal is no other flight.
    if (seen.before.length + seen.after.length > 0) fresh.push(seen)
    changes.push(...fresh)
  }
  const after = { ...columns, changes: JSON.stringify(changes) }
  const isSame = (['slices', 'documents', 'changes'] as const).every((name) => after[name] === booking[name])
  const search = after.documents !== booking.documents && {
    search_text: searchTextOf(booking.booking_reference, contentOf(booking).passengers, tickets),
  }
  const trigger = isSame ? 'sync' : 'reschedule'
  const synced = await moveBooking(tx, booking, trigger, { ...after, ...search, synced_at: tx.now })
  if (synced !== undefined && fresh.length > 0)
    notifyChanged(
      tx,
      booking.id,
      fresh.map(({ id }) => id),
    )
  return synced !== undefined
}
