// Declares the jobs of bookings: lost responses of carriers, deadlines, syncs and mails.
import type { ReaderLanguage } from '../../../contract/phrases/phrase.ts'
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'

/** A job about one booking. */
export type BookingPayload = { bookingId: string }

/** A job that asks the carrier. */
export type CarrierPayload = BookingPayload & {
  /** How often the carrier gave no response. */
  asked?: number
}

/** A job that takes over from a request that may have ended; without `waiting` it begins by itself. */
export type WaitingPayload = CarrierPayload & {
  /** Its idempotency key, when it arrived, and the language of its errors. The job stores the response that it lacks. */
  waiting?: { key: string | null; since: string; language: ReaderLanguage }
}

type SyncPayload = CarrierPayload & {
  /** The time of the previous sync. If another sync followed that one, this one is not needed. */
  since?: string
}

type AcceptancePayload = WaitingPayload & { changeId: string }

/** The subject of the mails to the client and the agency. */
export type BookingNotice =
  | 'created'
  | 'ticketed'
  | 'reminder'
  | 'cancelled'
  | 'changed'
  | 'cancelled_by_carrier'
  | 'failed'

/** Finds out whether the carrier has a hold whose response was lost. */
export const settleHoldJob = teamJob<WaitingPayload>('settle-hold', { waits: TECHNICAL, cap: 4 })

/** Issues the tickets of a confirmed booking, or only responds for a request whose order other jobs follow. */
export const issueTicketsJob = teamJob<WaitingPayload>('issue-tickets', { waits: TECHNICAL, cap: 8 })

/** Releases a cancelled hold at the carrier, or finishes a cancellation that its request could not. */
export const cancelOrderJob = teamJob<WaitingPayload>('cancel-order', { waits: TECHNICAL, cap: 4 })

/** Reads an order again. */
export const syncBookingJob = teamJob<SyncPayload>('sync-booking', { waits: TECHNICAL, cap: 4 })

/** Finishes an acceptance whose request got no response from the carrier. */
export const acceptChangeJob = teamJob<AcceptancePayload>('accept-change', { waits: TECHNICAL, cap: 4 })

/** Expires a hold at its payment deadline. */
export const expireBookingJob = teamJob<BookingPayload>('expire-booking', { waits: TECHNICAL, cap: 4 })

/** Writes the mails about a booking. */
export const bookingMailJob = teamJob<{
  bookingId: string
  notice: BookingNotice
  /** The changes, if the mail is about changes. */
  changeIds?: readonly string[]
}>('booking-mail', { waits: TECHNICAL, cap: 4 })
