// Operations on bookings: the contract's five, and what agencies ask for besides.
import Type from 'typebox'
import { attachment, bare, data, list } from '../answers.ts'
import {
  Booking,
  BookingInput,
  BookingListItem,
  BookingsQuery,
  CancelledBooking,
  ConfirmedBooking,
  ConfirmInput,
  TimelineEntry,
} from '../bookings.ts'
import { IdOf } from '../common.ts'
import type { Operations } from '../operation.ts'

const tag = 'Bookings'
const params = Type.Object({ id: IdOf('booking', 'ord') })

export const BOOKING_OPERATIONS = {
  'bookings.create': {
    method: 'POST',
    path: '/api/v1/bookings',
    access: 'bookings.write',
    tag,
    summary: 'Book an offer',
    description:
      'hold reserves it and debits nothing until it is confirmed; instant debits and issues at once. Checks the ' +
      'shape, the offer, its expiry, the passengers, passports, the payment and the balance, in this order.',
    body: BookingInput,
    status: 201,
    answer: bare(Booking),
    errors: [
      'offer_not_found',
      'client_not_found',
      'offer_expired',
      'offer_requires_instant_payment',
      'invalid_passenger_data',
      'passport_required',
      'payment_amount_mismatch',
      'insufficient_balance',
      'price_changed',
      'sold_out',
      'carrier_rejected_the_booking',
    ],
  },
  'bookings.list': {
    method: 'GET',
    path: '/api/v1/bookings',
    access: 'bookings.read',
    tag,
    summary: 'List bookings',
    description: 'Newest first.',
    query: BookingsQuery,
    answer: list(BookingListItem),
  },
  'bookings.read': {
    method: 'GET',
    path: '/api/v1/bookings/:id',
    access: 'bookings.read',
    tag,
    summary: 'Read a booking',
    params,
    answer: bare(Booking),
    errors: ['booking_not_found'],
  },
  'bookings.confirm': {
    method: 'PUT',
    path: '/api/v1/bookings/:id/confirm',
    access: 'bookings.write',
    tag,
    summary: 'Confirm the payment of a held booking',
    description: 'Debits the wallet; the tickets are issued at once in the background.',
    params,
    body: ConfirmInput,
    answer: data(ConfirmedBooking),
    errors: [
      'booking_not_found',
      'payment_amount_mismatch',
      'insufficient_balance',
      'booking_already_confirmed',
      'booking_already_cancelled',
      'booking_expired',
      'booking_failed',
    ],
  },
  'bookings.cancel': {
    method: 'DELETE',
    path: '/api/v1/bookings/:id',
    access: 'bookings.write',
    tag,
    summary: 'Cancel a booking',
    description:
      'Free while it is pending; otherwise by its conditions. What returns is credited to the wallet.',
    params,
    answer: data(CancelledBooking),
    errors: [
      'booking_not_found',
      'booking_already_cancelled',
      'booking_expired',
      'booking_failed',
      'carrier_rejected_the_cancellation',
    ],
  },
  'bookings.receipt': {
    method: 'GET',
    path: '/api/v1/bookings/:id/receipt.pdf',
    access: 'bookings.read',
    withoutHead: true,
    tag,
    summary: 'Download the e-ticket receipt',
    description: 'Once the tickets are issued.',
    params,
    answer: attachment('application/pdf'),
    errors: ['booking_not_found'],
  },
  'bookings.timeline': {
    method: 'GET',
    path: '/api/v1/bookings/:id/timeline',
    access: 'bookings.read',
    tag,
    summary: 'Read the history of a booking',
    description: 'Every event, movement of money and e-mail, the oldest first.',
    params,
    answer: data(Type.Array(TimelineEntry)),
    errors: ['booking_not_found'],
  },
} as const satisfies Operations
