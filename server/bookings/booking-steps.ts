// What every move of a booking does besides moving it: events, counts, mails and the work that follows.
import type { BookingStatus } from '../../contract/bookings.ts'
import { emit } from '../events/emit.ts'
import { enqueue } from '../outbox/due-work.ts'
import { changeCount, moveCount } from '../outbox/list-counts.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { BookingRow } from './booking-store.ts'
import { bookingEventView } from './booking-view.ts'

export const BOOKING_LIST = 'bookings'

export type Notice = 'created' | 'ticketed' | 'reminder' | 'cancelled'

export function countNew(tx: Tx, status: BookingStatus): void {
  changeCount(tx, BOOKING_LIST, status, 1)
}

/** Last of a move's events: what changed, with how it was. */
export function tellUpdate(tx: Tx, before: BookingRow, after: BookingRow): void {
  moveCount(tx, BOOKING_LIST, before.status, after.status)
  const is = bookingEventView(after)
  const values = new Map(Object.entries(is))
  const changed = Object.entries(bookingEventView(before)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(values.get(name)),
  )
  emit(tx, 'booking.updated', is, Object.fromEntries(changed))
}

/** Mails are written by due work: the client and the agency are told after the change is safe. */
export function notify(tx: Tx, bookingId: string, notice: Notice, at = tx.now): void {
  enqueue(tx, 'booking-mail', at, { bookingId, notice }, `${bookingId} ${notice}`, 'mail')
}

/** Each under a name of its own, so that a step can book its successor while it still runs. */
export function bookWork(
  tx: Tx,
  kind: 'issue-tickets' | 'sync-booking' | 'settle-hold' | 'cancel-order' | 'expire-booking',
  bookingId: string,
  at: Date,
  /** The request that waits for an answer: its key, and when it came. */
  waiting: { key: string | null; since: Date } | null = null,
): void {
  enqueue(tx, kind, at, { bookingId, waiting }, `${bookingId} ${tx.newUuid()}`, kind)
}
