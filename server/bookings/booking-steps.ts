// Schedules what follows a move of a booking: mails, and the due work that continues it.
import { schedule } from '../outbox/schedule.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { WaitingRequest } from '../outbox/waiting-request.ts'
import type { TeamWork } from '../outbox/work.ts'
import { type BookingNotice, type BookingStep, bookingMail } from './work.ts'

/** Mails are written by due work, after the change has committed. */
export function notify(tx: Tx, bookingId: string, notice: BookingNotice, at = tx.now): void {
  schedule(tx, bookingMail, { at, key: noticeKey(bookingId, notice), payload: { bookingId, notice } })
}

/** The key of the work that writes these mails. */
export function noticeKey(bookingId: string, notice: BookingNotice): string {
  return `${bookingId} ${notice}`
}

interface StepTerms extends Pick<BookingStep, 'takesOver'> {
  /** The request that waits for an answer: its key, and when it came. */
  waiting?: WaitingRequest | null
}

/** Each has a key of its own, so that a step can schedule the next one while it still runs. */
export function scheduleStep(
  tx: Tx,
  step: TeamWork<BookingStep>,
  bookingId: string,
  at: Date,
  { waiting = null, ...rest }: StepTerms = {},
): void {
  const payload = {
    bookingId,
    waiting: waiting && { ...waiting, since: waiting.since.toISOString() },
    ...rest,
  }
  schedule(tx, step, { at, key: `${bookingId} ${tx.newUuid()}`, payload })
}
