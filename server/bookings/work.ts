// Declares the due work of bookings: continuing after a lost answer of a carrier, deadlines, and mails.
import { TECHNICAL } from '../outbox/waits.ts'
import { teamWork } from '../outbox/work.ts'

/** The payload of every step in the life of one booking. */
export type BookingStep = {
  bookingId: string
  /** How often the carrier was asked in vain. */
  asked?: number
  /** The request that waits for an answer, if one may: its key, and when it came. */
  waiting?: { key: string | null; since: string } | null
  /** Whether it goes on for a request that may have ended before its answer. Those of earlier versions do not say. */
  takesOver?: boolean
}

/** What the mails to the client and the agency are about. */
export type BookingNotice = 'created' | 'ticketed' | 'reminder' | 'cancelled'

/** Finds out what became of a hold whose answer the request never got. */
export const settleHold = teamWork<BookingStep>('settle-hold', { waits: TECHNICAL, cap: 4 })

/** Has the tickets of a confirmed booking issued. */
export const issueTickets = teamWork<BookingStep>('issue-tickets', { waits: TECHNICAL, cap: 8 })

/** Releases a cancelled hold at the carrier, or finishes a cancellation that its request could not. */
export const cancelOrder = teamWork<BookingStep>('cancel-order', { waits: TECHNICAL, cap: 4 })

/** Looks at a ticketed order again. */
export const syncBooking = teamWork<BookingStep>('sync-booking', { waits: TECHNICAL, cap: 4 })

/** The payment deadline of a hold. */
export const expireBooking = teamWork<BookingStep>('expire-booking', { waits: TECHNICAL, cap: 4 })

/** Writes the mails about a booking. Served by notices, which bookings know nothing of. */
export const bookingMail = teamWork<{ bookingId: string; notice: BookingNotice }>('booking-mail', {
  waits: TECHNICAL,
  cap: 4,
})
