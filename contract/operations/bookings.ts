// Operations on bookings: the contract's five, and what agencies ask for besides.
import Type from 'typebox'
import { attachment, bare, data } from '../answers.ts'
import { BookingChange } from '../booking-changes.ts'
import { BookingInput, ConfirmInput } from '../booking-input.ts'
import {
  Booking,
  BookingListItem,
  BookingsQuery,
  CancelledBooking,
  ConfirmedBooking,
  TimelineEntry,
} from '../bookings.ts'
import { BookingDetail } from '../notes.ts'
import type { Operations } from '../operation.ts'
import { createOne, deleteOne, listAll, readOf, readOne } from '../resource-operations.ts'
import { bookings } from '../resources.ts'

export const BOOKING_OPERATIONS = {
  'bookings.create': createOne(bookings, {
    audit: 'money',
    summary: 'Book an offer',
    description:
      'hold reserves it and debits nothing until it is confirmed; instant debits and issues at once. Checks the ' +
      'shape, the offer, its expiry, the passengers, passports, the payment and the balance, in this order. ' +
      'Where the tickets of an instant come later, `Prefer: wait=20` has the answer wait for them.',
    body: BookingInput,
    waits: true,
    // Nine passengers with their documents, and metadata.
    bodyBytesMax: 64 * 1024,
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
      'services_not_available',
    ],
  }),
  'bookings.list': listAll(bookings, BookingsQuery, BookingListItem, 'List bookings'),
  'bookings.read': readOne(bookings, {
    summary: 'Read a booking',
    description: 'Numbers of identity documents and loyalty programmes are masked without `documents.read`.',
    partly: 'documents.read',
    answer: bare(BookingDetail),
  }),
  'bookings.confirm': {
    evenWhenFull: true,
    audit: 'money',
    method: 'PUT',
    path: '/api/v1/bookings/:id/confirm',
    access: 'bookings.write',
    tag: bookings.tag,
    summary: 'Confirm the payment of a held booking',
    description:
      'Debits the wallet; the tickets are issued at once in the background. With `Prefer: wait=20` the answer waits ' +
      'for them; where the carrier issues none, that is 422 and the debit is returned.',
    params: bookings.params,
    body: ConfirmInput,
    waits: true,
    answer: data(ConfirmedBooking),
    errors: [
      'carrier_rejected_the_booking',
      'booking_not_found',
      'payment_amount_mismatch',
      'insufficient_balance',
      'booking_already_confirmed',
      'booking_already_cancelled',
      'booking_expired',
      'booking_failed',
    ],
  },
  'bookings.cancel': deleteOne(bookings, {
    audit: 'money',
    summary: 'Cancel a booking',
    description:
      'Free while it is pending; otherwise by its conditions. What returns is credited to the wallet.',
    answer: data(CancelledBooking),
    errors: [
      'booking_already_cancelled',
      'booking_expired',
      'booking_failed',
      'carrier_rejected_the_cancellation',
    ],
  }),
  'bookings.acceptChange': {
    method: 'POST',
    path: `${bookings.path}/:id/changes/:change_id/accept`,
    access: bookings.writing,
    tag: bookings.tag,
    summary: "Accept a carrier's change",
    description:
      'Where the carrier waits for it: `accept` is among the `available_actions` of the change. To refuse it, cancel ' +
      'the booking.',
    params: Type.Object({
      ...bookings.params.properties,
      change_id: Type.String({ description: 'Id of the change (bch_)' }),
    }),
    answer: data(BookingChange),
    errors: [
      'booking_not_found',
      'change_not_found',
      'change_not_acceptable',
      'carrier_rejected_the_acceptance',
    ],
  },
  'bookings.receipt': readOf(bookings, 'receipt.pdf', {
    withoutHead: true,
    summary: 'Download the e-ticket receipt',
    description: 'Once the tickets are issued.',
    answer: attachment('application/pdf'),
  }),
  'bookings.timeline': readOf(bookings, 'timeline', {
    summary: 'Read the history of a booking',
    description: 'Every event, movement of money, e-mail and note, the oldest first.',
    answer: data(Type.Array(TimelineEntry)),
  }),
} as const satisfies Operations
