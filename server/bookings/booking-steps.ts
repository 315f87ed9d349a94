// What every move of a booking does besides moving it: events, counts, mails and the work that follows.
import type { BookingStatus } from '../../contract/bookings.ts'
import { emit } from '../events/emit.ts'
import { changeCount, moveCount } from '../outbox/list-counts.ts'
import { schedule } from '../outbox/schedule.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { TeamWork } from '../outbox/work.ts'
import type { BookingRow } from './booking-store.ts'
import { bookingEventView } from './booking-view.ts'
import { type BookingNotice, type BookingStep, bookingMail } from './work.ts'

export const BOOKING_LIST = 'bookings'

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
export function notify(tx: Tx, bookingId: string, notice: BookingNotice, at = tx.now): void {
  schedule(tx, bookingMail, { at, key: `${bookingId} ${notice}`, payload: { bookingId, notice } })
}

/** Each under a name of its own, so that a step can schedule its successor while it still runs. */
export function scheduleStep(
  tx: Tx,
  step: TeamWork<BookingStep>,
  bookingId: string,
  at: Date,
  /** The request that waits for an answer: its key, and when it came. */
  waiting: { key: string | null; since: Date } | null = null,
): void {
  const payload = { bookingId, waiting: waiting && { ...waiting, since: waiting.since.toISOString() } }
  schedule(tx, step, { at, key: `${bookingId} ${tx.newUuid()}`, payload })
}
