// The final states of booking stories: everything an agency has at the end of each.
import {
  CANCELLED,
  CANCELLED_MAILS,
  CREATED_MAILS,
  FAILED,
  FAILED_MAILS,
  PAID,
  PAID_BACK,
  REFUNDED,
  TICKETED,
  TICKETED_MAILS,
  type Whole,
} from './booking-story.ts'

/** Held at the carrier, not paid. */
export const HELD: Partial<Whole> = {
  bookings: ['pending'],
  types: ['booking.created'],
  orders: ['held'],
  mails: CREATED_MAILS,
}

type Ending = (...types: string[]) => Partial<Whole>

const ended =
  (
    as: 'ticketed' | 'failed' | 'cancelled',
    last: string[],
    { money, mails }: Pick<Whole, 'money' | 'mails'>,
  ): Ending =>
  (...types) => ({
    bookings: [as],
    types: [...types, ...last],
    orders: [as],
    money,
    mails: types[0] === 'wallet.debit' && mails.includes('ticketed client') ? mailsOfInstant(mails) : mails,
  })

const mailsOfInstant = (mails: readonly string[]) => mails.filter((mail) => !CREATED_MAILS.includes(mail))

/** Paid once and issued once. */
export const ticketedAfter = ended('ticketed', TICKETED, { money: PAID, mails: TICKETED_MAILS })

/** Refused by the carrier after it was paid: the whole amount is returned. */
export const failedAfter = ended('failed', FAILED, { money: PAID_BACK, mails: FAILED_MAILS })

/** Cancelled after it was issued: the refund of its conditions is returned. */
export const cancelledAfter = ended('cancelled', CANCELLED, { money: REFUNDED, mails: CANCELLED_MAILS })
