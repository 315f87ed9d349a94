// A carrier cancelled an order that nobody had asked it to: the booking is cancelled, and the money returns. Where
// somebody agreed to terms at the supplier, by these; what the carrier does by itself it pays back in full.

import type { SupplierOrder } from '../../adapters/flights/port.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { changesOf, seenChange, withTold } from './booking-changes.ts'
import { notify, scheduleStep } from './booking-steps.ts'
import type { BookingRow } from './booking-store.ts'
import { slicesOf } from './booking-view.ts'
import { settlementOf } from './end-cancellation.ts'
import { moveBooking } from './move-booking.ts'
import { awaitsPayment } from './states.ts'
import * as work from './work.ts'

export async function takeCancellation(
  world: World,
  scope: Scope,
  booking: BookingRow,
  order: SupplierOrder,
): Promise<void> {
  await transaction(world, scope, async (tx) => {
    const made = { now: tx.now, makeId: () => tx.newId('bookingChange') }
    const { changes } = withTold(changesOf(booking), order.changes, made)
    const told = { changes: [...changes, seenChange(slicesOf(booking), [], made)], synced_at: tx.now }
    const columns = { ...told, changes: JSON.stringify(told.changes) }
    const terms = order.cancelTerms ?? { penaltyCents: 0n, currency: booking.currency }
    const settled = settlementOf(booking, terms)
    const cancelled = awaitsPayment(booking)
      ? await moveBooking(tx, booking, 'cancel', columns)
      : await moveBooking(tx, booking, 'cancel', { ...columns, ...settled.columns }, { money: settled.money })
    // It was moved meanwhile. If it has flights still, the next look finds the same.
    if (cancelled === undefined) scheduleStep(tx, work.syncBooking, booking.id, tx.now)
    else notify(tx, booking.id, 'cancelled_by_carrier')
  })
}
