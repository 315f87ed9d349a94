// Failures of flights and bookings, in the order in which a request is checked.

export const TRAVEL_ERRORS = {
  invalid_date_format: {
    status: 400,
    text: 'Invalid date format',
    advice: 'write dates as YYYY-MM-DD, for example 2026-12-01, and only days that exist',
  },
  invalid_airport_code: {
    status: 400,
    text: 'Invalid airport code',
    advice: 'use IATA codes of airports or cities in capital letters; GET /api/v1/places finds them',
  },
  departure_date_in_the_past: {
    status: 400,
    text: 'Departure date in the past',
    advice: 'search for today or a later day, by the clocks at the origin',
  },
  offer_not_found: {
    status: 404,
    text: 'Offer not found',
    advice:
      'check the id; offers are found by POST /api/v1/flights/search with a key of the same team and mode',
  },
  booking_not_found: {
    status: 404,
    text: 'Booking not found',
    advice: 'check the id; GET /api/v1/bookings lists the bookings of your team and mode',
  },
  change_not_found: {
    status: 404,
    text: 'Change not found',
    advice: 'check the id; GET /api/v1/bookings/:id lists the changes of a booking',
  },
  services_not_available: {
    status: 422,
    text: 'Services not available',
    advice: 'extra bags and seats cannot be ordered yet; leave services out, and ask the carrier for them',
  },
  offer_expired: {
    status: 400,
    text: 'Offer expired',
    advice: 'offers live until their expires_at; search again',
  },
  offer_requires_instant_payment: {
    status: 400,
    text: 'Offer requires instant payment',
    advice: 'this offer cannot be held; book it with type instant, or choose another one',
  },
  invalid_passenger_data: {
    status: 400,
    text: 'Invalid passenger data',
    advice: 'correct the passengers as details tells, and send the request again',
  },
  passport_required: {
    status: 400,
    text: 'Passport required',
    advice: 'international flights need a passport among the identity_documents of each passenger',
  },
  booking_already_confirmed: {
    status: 409,
    text: 'Booking already confirmed',
    advice: 'nothing more is to be paid; GET /api/v1/bookings/:id tells its state',
  },
  booking_already_cancelled: {
    status: 409,
    text: 'Booking already cancelled',
    advice: 'this cannot be reverted; search and book again',
  },
  booking_expired: {
    status: 409,
    text: 'Booking expired',
    advice: 'its payment deadline has passed; search and book again',
  },
  booking_failed: {
    status: 409,
    text: 'Booking failed',
    advice: 'its tickets could not be issued and what was debited was returned; search and book again',
  },
  change_not_acceptable: {
    status: 409,
    text: 'Change not acceptable',
    advice: 'the carrier does not wait for an answer to this change; available_actions says what can be done',
  },
  payment_amount_mismatch: {
    status: 400,
    text: 'Payment amount mismatch',
    advice: "send the offer's total_amount and total_currency exactly, not the value in BRL",
  },
  sold_out: {
    status: 409,
    text: 'Sold out',
    advice: 'the carrier has no more seats at this offer; search again',
  },
  price_changed: {
    status: 409,
    text: 'Price changed',
    advice: 'nothing is debited; the new price is in details; search again, or read the offer again',
  },
  insufficient_balance: {
    status: 422,
    text: 'Insufficient balance',
    advice:
      'recharge the wallet with POST /api/v1/wallet/recharge, then send the request again, with another ' +
      'Idempotency-Key if it has one',
  },
  carrier_rejected_the_booking: {
    status: 422,
    text: 'Carrier rejected the booking',
    advice: 'nothing is owed, and what was debited was returned; choose another offer',
  },
  carrier_rejected_the_cancellation: {
    status: 422,
    text: 'Carrier rejected the cancellation',
    advice: 'the booking stays as it is; check its conditions, or ask the carrier',
  },
  carrier_rejected_the_acceptance: {
    status: 422,
    text: 'Carrier rejected the acceptance',
    advice: 'the change stays open; read the booking again, or ask the carrier',
  },
} as const
