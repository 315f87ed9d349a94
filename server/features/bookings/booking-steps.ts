// Schedules what follows a move of a booking: mails, and the due work that continues it.

import type { TeamWork } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { WaitingRequest } from '../../kernel/outbox/waiting-request.ts'
import { type BookingNotice, type BookingStep, bookingMail, syncBooking } from './work.ts'

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

/** One mail for all changes that were found together. */
export function notifyChanged(tx: Tx, bookingId: string, changeIds: readonly string[]): void {
  const payload = { bookingId, notice: 'changed', changeIds } as const
  schedule(tx, bookingMail, { at: tx.now, key: `${bookingId} changed ${changeIds[0]}`, payload })
}

/**
 * The next look at an order that was looked at in this transaction. Where something else has it looked at before, that
 * look has scheduled the one after it, and this one ends: there is one chain of looks, however many began one.
 */
export function scheduleLook(tx: Tx, bookingId: string, at: Date): void {
  const payload = { bookingId, since: tx.now.toISOString() }
  schedule(tx, syncBooking, { at, key: `${bookingId} ${tx.newUuid()}`, payload })
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
