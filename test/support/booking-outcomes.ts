// How the stories of bookings end: all that an agency then has, so that each story names its end and what came before.
import {
  CANCELLED,
  CANCELLED_MAILS,
  CREATED_MAILS,
  FAILED,
  PAID,
  PAID_BACK,
  REFUNDED,
  TICKETED,
  TICKETED_MAILS,
  type Whole,
} from './booking-story.ts'

/** Reserved at the carrier, and nothing paid. */
export const HELD: Partial<Whole> = {
  bookings: ['pending'],
  types: ['booking.created'],
  orders: ['held'],
  mails: CREATED_MAILS,
}

/** Paid once and issued once. */
export const ticketedAfter = (...types: string[]): Partial<Whole> => ({
  bookings: ['ticketed'],
  types: [...types, ...TICKETED],
  money: PAID,
  orders: ['ticketed'],
  mails: TICKETED_MAILS,
})

/** Refused by the carrier after it was paid: all of it returns. */
export const failedAfter = (...types: string[]): Partial<Whole> => ({
  bookings: ['failed'],
  types: [...types, ...FAILED],
  money: PAID_BACK,
  orders: ['failed'],
  mails: CREATED_MAILS,
})

/** Cancelled after it was issued: what the conditions say returns. */
export const cancelledAfter = (...types: string[]): Partial<Whole> => ({
  bookings: ['cancelled'],
  types: [...types, ...CANCELLED],
  money: REFUNDED,
  orders: ['cancelled'],
  mails: CANCELLED_MAILS,
})
