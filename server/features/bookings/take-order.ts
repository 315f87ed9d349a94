// Applies the carrier's answer to a confirmed booking: ticketed, waiting for tickets, or failed and refunded.
import type { Booking } from '../../../contract/bookings.ts'
import { isIssued, type SupplierOrder } from '../../adapters/flights/port.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { orderColumns } from './at-carrier.ts'
import { notify, scheduleLook, scheduleStep } from './booking-steps.ts'
import { type BookingRow, type BookingWithClient, demandBooking } from './booking-store.ts'
import { bookingView } from './booking-view.ts'
import { moveBooking } from './move-booking.ts'
import * as work from './work.ts'

/** The shortest wait before the carrier is asked again. */
const LOOK_AGAIN_MS_MIN = 5_000

/** Whoever records the order answers for it too, or waits for more: later looks answer nobody. */
const LOOKING_AGAIN = { takesOver: false } as const

/** The carrier has the order: its tickets are there, or will be. Answers the booking as it is now. */
export async function takeOrder(
  world: World,
  scope: Scope,
  booking: BookingWithClient,
  order: SupplierOrder,
): Promise<Booking> {
  return transaction(world, scope, async (tx) => {
    const after = await recordOrder(world, tx, booking, order)
    return bookingView(after ?? (await undoLateOrder(world, tx, booking, order)))
  })
}

/** The booking was moved meanwhile, and that move stands. If it was given up, the carrier's order is cancelled too. */
async function undoLateOrder(
  world: World,
  tx: Tx,
  booking: BookingWithClient,
  order: SupplierOrder,
): Promise<BookingWithClient> {
  const now = await demandBooking(tx, booking.id)
  if (now.order_data !== null) return now
  const { order_data, booking_reference } = orderColumns(world, booking, order)
  const given = await moveBooking(tx, now, 'late_order', { order_data, booking_reference })
  if (given !== undefined) scheduleStep(tx, work.cancelOrder, booking.id, tx.now)
  return now
}

async function recordOrder(
  world: World,
  tx: Tx,
  booking: BookingWithClient,
  order: SupplierOrder,
): Promise<BookingWithClient | undefined> {
  const isTicketed = isIssued(order)
  // Who hears of it only now, hears of its reference too.
  const isKnown = booking.unannounced || booking.booking_reference === order.locator
  const after = await moveBooking(tx, booking, isTicketed ? 'issue' : isKnown ? 'await_tickets' : 'order', {
    ...orderColumns(world, booking, order),
    unannounced: false,
    ...(isTicketed && { ticketed_at: tx.now }),
    synced_at: tx.now,
  })
  if (after === undefined) return undefined
  // Mails about an instant booking are sent once the carrier has the order: until then it may still fail.
  // One that is ticketed within a minute is told of in one mail, which says both.
  if (isTicketed) notify(tx, booking.id, 'ticketed')
  else if (booking.order_data === null)
    notify(tx, booking.id, 'created', new Date(tx.now.getTime() + SOON_MS))
  const lookAt = later(tx.now, order.lookAgainAt ?? tx.now)
  if (!isTicketed) scheduleStep(tx, work.issueTickets, booking.id, lookAt, LOOKING_AGAIN)
  else if (order.lookAgainAt !== null) scheduleLook(tx, booking.id, lookAt)
  return after
}

const SOON_MS = 60_000

function later(now: Date, at: Date): Date {
  return new Date(Math.max(at.getTime(), now.getTime() + LOOK_AGAIN_MS_MIN))
}

/** The carrier will not issue tickets: the debit is refunded. Nothing where it was moved meanwhile. */
export async function failIssuance(world: World, scope: Scope, booking: BookingRow): Promise<void> {
  await transaction(world, scope, async (tx) => {
    const money = {
      amountCents: booking.wallet_cents,
      description: `Refund of booking ${booking.booking_reference || booking.id}: tickets not issued`,
      kind: 'issuance failure',
    }
    const trigger = booking.unannounced ? 'refuse' : 'issuance_failure'
    const failed = await moveBooking(tx, booking, trigger, { synced_at: tx.now }, { money })
    // The carrier still holds the seats: release them.
    if (failed !== undefined && failed.order_data !== null)
      scheduleStep(tx, work.cancelOrder, booking.id, tx.now)
  })
}
