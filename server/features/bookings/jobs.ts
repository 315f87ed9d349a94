// Declares the jobs of bookings: lost responses of carriers, deadlines, syncs and mails.
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** The payload of every step in the life of one booking. */
export type BookingStep = {
  bookingId: string
  /** How often the carrier was asked in vain. */
  asked?: number
  /** The request that waits for an answer, if one may: its key, and when it came. */
  waiting?: { key: string | null; since: string } | null
  /** The change that is to be accepted. */
  changeId?: string
  /** Of a look that follows another: when that was. One that was followed by a third is not needed any more. */
  since?: string
  /** `continue`: the request may have ended before its response. `none`: no request waits for one. Absent: the job asks
   * the carrier in any case, and stores the response of an instant booking's request if it has none yet. */
  request?: 'continue' | 'none'
}

/** What the mails to the client and the agency are about. */
export type BookingNotice =
  | 'created'
  | 'ticketed'
  | 'reminder'
  | 'cancelled'
  | 'changed'
  | 'cancelled_by_carrier'

/** Finds out what became of a hold whose answer the request never got. */
export const settleHoldJob = teamJob<BookingStep>('settle-hold', { waits: TECHNICAL, cap: 4 })

/** Has the tickets of a confirmed booking issued. */
export const issueTicketsJob = teamJob<BookingStep>('issue-tickets', { waits: TECHNICAL, cap: 8 })

/** Releases a cancelled hold at the carrier, or finishes a cancellation that its request could not. */
export const cancelOrderJob = teamJob<BookingStep>('cancel-order', { waits: TECHNICAL, cap: 4 })

/** Looks at an order again. */
export const syncBookingJob = teamJob<BookingStep>('sync-booking', { waits: TECHNICAL, cap: 4 })

/** Finds out whether a change was accepted whose request did not hear of it. */
export const acceptChangeJob = teamJob<BookingStep>('accept-change', { waits: TECHNICAL, cap: 4 })

/** The payment deadline of a hold. */
export const expireBookingJob = teamJob<BookingStep>('expire-booking', { waits: TECHNICAL, cap: 4 })

/** Writes the mails about a booking. */
export const bookingMailJob = teamJob<{
  bookingId: string
  notice: BookingNotice
  /** Of a mail about changes: which. */
  changeIds?: readonly string[]
}>('booking-mail', { waits: TECHNICAL, cap: 4 })
