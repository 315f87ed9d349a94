// Bookings in the API: the whole booking, the list's shorter form, and the responses of changes.
import Type from 'typebox'
import { Amount, Brl, Currency } from './amounts.ts'
import { Client } from './clients.ts'
import {
  AlsoNamed,
  AnyObject,
  CHANGED,
  CheckedByHand,
  Meta,
  Nullable,
  PageQuery,
  Timestamp,
} from './common.ts'
import { CsvQuery } from './csv.ts'
import { Expand } from './expansions.ts'
import { Carrier, Conditions, NamedPlaces, OfferPricing, PASSENGER_TYPES, Segment, Slice } from './flights.ts'
import { Sending } from './mails.ts'
import { TagFilter, Tags } from './notes.ts'
import type { Operations } from './operation.ts'
import { GENDERS, IdentityDocument, LoyaltyAccount, PassengerInput, TITLES } from './passengers.ts'
import { References, ReferencesFilter, ReferencesInput } from './references.ts'
import { actOn, createOne, deleteOne, listAll, readOf, readOne } from './resource-operations.ts'
import { bookings } from './resources.ts'
import { attachment, bare, data } from './responses.ts'

// Changes that a carrier makes to a booking's flights.

/** Actions on a change through this API. */
export const CHANGE_ACTIONS = ['accept', 'cancel'] as const
export type ChangeAction = (typeof CHANGE_ACTIONS)[number]

/** The decision about a change: here, or at the supplier. */
export const CHANGE_RESPONSES = ['accepted', 'cancelled', 'changed'] as const
export type ChangeResponse = (typeof CHANGE_RESPONSES)[number]

const segment = Segment.properties

export const ChangedFlight = Type.Object({
  origin: segment.origin,
  destination: segment.destination,
  departing_at: segment.departing_at,
  arriving_at: segment.arriving_at,
  marketing_carrier: segment.marketing_carrier,
  marketing_carrier_flight_number: segment.marketing_carrier_flight_number,
})
export type ChangedFlight = Type.Static<typeof ChangedFlight>

export const BookingChange = Type.Object({
  id: Type.String({ description: 'Id of the change (bch_)' }),
  created_at: Timestamp,
  before: Type.Array(ChangedFlight, { description: 'The flights that changed, as they were' }),
  after: Type.Array(ChangedFlight, {
    description: 'What they are now; empty where the carrier flies none in their place',
  }),
  available_actions: Type.Array(Type.Enum([...CHANGE_ACTIONS]), {
    description: 'What the carrier waits for; empty if it only informs',
  }),
  action_taken: Nullable(Type.Enum([...CHANGE_RESPONSES])),
  action_taken_at: Nullable(Timestamp),
})
export type BookingChange = Type.Static<typeof BookingChange>

export const BOOKING_TYPES = ['hold', 'instant'] as const
export type BookingType = (typeof BOOKING_TYPES)[number]
export const BOOKING_STATUSES = [
  'pending',
  'confirmed',
  'ticketed',
  'cancelled',
  'expired',
  'failed',
] as const
export type BookingStatus = (typeof BOOKING_STATUSES)[number]
export const BookingDocument = Type.Object({
  type: Type.Literal('electronic_ticket'),
  unique_identifier: Type.String({ description: 'Ticket number' }),
  passenger_id: Type.String(),
})
export type BookingDocument = Type.Static<typeof BookingDocument>

export const BookingPassenger = Type.Object({
  id: Type.String(),
  type: Type.Enum([...PASSENGER_TYPES]),
  given_name: Type.String(),
  family_name: Type.String(),
  gender: Type.Enum([...GENDERS]),
  title: Nullable(Type.Enum([...TITLES])),
  born_on: Type.String(),
  email: Type.String(),
  phone_number: Type.String(),
  identity_documents: Type.Array(IdentityDocument),
  loyalty_programme_accounts: Type.Array(LoyaltyAccount),
  infant_passenger_id: Nullable(Type.String()),
})
export type BookingPassenger = Type.Static<typeof BookingPassenger>

export const BookingWarning = Type.Object({
  field: Type.String(),
  issue: Type.String(),
  user_message: Type.Optional(Type.String()),
})
export type BookingWarning = Type.Static<typeof BookingWarning>

/** Further fields of the client, only with `expand[]=client`. */
const EXPANDED_CLIENT = {
  ...Type.Partial(Type.Omit(Client, ['id', 'full_name', 'email'])).properties,
  ...Type.Partial(Tags).properties,
}

export const Booking = Type.Object({
  id: Type.String({ description: 'Booking id (ord_)' }),
  booking_reference: Type.String({
    description: 'Locator of the carrier; empty until the carrier has responded',
  }),
  status: Type.Enum([...BOOKING_STATUSES]),
  type: Type.Enum([...BOOKING_TYPES]),
  live_mode: Type.Boolean(),
  synced_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
  total_amount: Amount,
  total_currency: Currency,
  tax_amount: Amount,
  tax_currency: Currency,
  base_amount: Amount,
  base_currency: Currency,
  client_amount: Type.String({ description: 'What the client pays, in BRL' }),
  client_currency: Brl,
  wallet_amount: Type.String({ description: 'What the wallet pays, in BRL, frozen at creation' }),
  exchange_rate_used: Type.Number({
    description: 'BRL for one unit of total_currency, on the day of created_at; 1 for BRL',
  }),
  base_cost_brl: Type.String({ description: 'total_amount converted to BRL' }),
  total_agency_commission: Type.String({
    description: 'What the agency earns: client_amount less base_cost_brl',
  }),
  pricing: Nullable(OfferPricing),
  offer_id: Type.String(),
  client: Type.Object({
    id: Type.String(),
    full_name: Type.String(),
    email: Type.String(),
    ...EXPANDED_CLIENT,
  }),
  owner: Carrier,
  slices: Type.Array(Slice),
  passengers: Type.Array(BookingPassenger),
  documents: Type.Array(BookingDocument, { description: 'Issued tickets; empty until issued' }),
  changes: Type.Array(BookingChange, { description: 'What the carrier changed by itself, the oldest first' }),
  conditions: Conditions,
  payment_status: Type.Object({
    awaiting_payment: Type.Boolean(),
    payment_required_by: Nullable(Timestamp),
    price_guarantee_expires_at: Nullable(Timestamp),
  }),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  external_reference: References.properties.external_reference,
  trip_id: Nullable(Type.String({ description: 'The trip that it belongs to' })),
  warnings: Type.Optional(
    Type.Array(BookingWarning, {
      description:
        'What was accepted but looks wrong; of a new hold also that the wallet could not pay it now',
    }),
  ),
  _meta: Type.Optional(Meta),
})
export type Booking = Type.Static<typeof Booking>

const BookingRefund = Type.Object(
  {
    amount: Type.String({ description: 'What returns to the wallet' }),
    currency: Brl,
    penalty_amount: Type.String({ description: 'What the carrier keeps' }),
    penalty_currency: Type.String(),
  },
  { description: 'Of a cancelled booking' },
)

/** A single booking. */
export const BookingDetail = Type.Intersect([
  Booking,
  Tags,
  Type.Object({ places: NamedPlaces, refund: Nullable(BookingRefund) }),
])
export type BookingDetail = Type.Static<typeof BookingDetail>

export const BookingListItem = Type.Object({
  id: Type.String(),
  booking_reference: Type.String(),
  status: Type.Enum([...BOOKING_STATUSES]),
  total_amount: Type.String({ description: 'In BRL' }),
  currency: Brl,
  created_at: Timestamp,
  updated_at: Timestamp,
  client: Type.Object({
    id: Type.String({ description: 'Client id (cli_)' }),
    full_name: Type.String(),
    email: Type.String(),
    ...EXPANDED_CLIENT,
  }),
  documents: Type.Optional(
    Type.Array(BookingDocument, { description: 'Issued tickets, only with `expand[]=documents`' }),
  ),
  flight_summary: Type.Object({
    origin: Type.String({ description: 'IATA code' }),
    destination: Type.String({ description: 'IATA code' }),
    departure_date: Type.String({ description: 'YYYY-MM-DD at the origin' }),
    airline: Type.String({ description: 'Name' }),
  }),
  metadata: Type.Record(Type.String(), Type.Unknown()),
  external_reference: References.properties.external_reference,
  trip_id: Nullable(Type.String({ description: 'The trip that it belongs to' })),
})
export type BookingListItem = Type.Static<typeof BookingListItem>

const BookingsFilter = Type.Object({
  tag: TagFilter,
  status: Type.Optional(Type.Enum([...BOOKING_STATUSES], { description: 'Only those in this state' })),
  ...CHANGED,
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'In locator, ticket numbers, passenger names and client',
    }),
  ),
  client_id: Type.Optional(Type.String({ description: 'Only those of this client' })),
  ...ReferencesFilter.properties,
})

export const BookingsQuery = Type.Object({
  ...PageQuery.properties,
  ...BookingsFilter.properties,
  ...Expand('client', 'documents'),
})
export type BookingsQuery = Type.Static<typeof BookingsQuery>

export const ConfirmedBooking = Type.Object({
  id: Type.String(),
  booking_reference: Type.String(),
  status: Type.Enum([...BOOKING_STATUSES]),
  documents: Type.Array(
    Type.Object({ type: Type.Literal('electronic_ticket'), unique_identifier: Type.String() }),
  ),
})
export type ConfirmedBooking = Type.Static<typeof ConfirmedBooking>

export const CancelledBooking = Type.Object({
  id: Type.String(),
  status: Type.Literal('cancelled'),
  refund: BookingRefund,
})
export type CancelledBooking = Type.Static<typeof CancelledBooking>

export const TimelineEntry = Type.Object({
  at: Timestamp,
  kind: Type.Enum(['event', 'transaction', 'email', 'note']),
  name: Type.String({
    description: 'Type of the event or transaction, subject of the mail, author of the note',
  }),
  id: Type.String(),
  status: Type.Optional(Type.String({ description: 'Of the booking after an event, or of a mail' })),
})
export type TimelineEntry = Type.Static<typeof TimelineEntry>

// The input for booking an offer and confirming a booking.

export const METADATA_BYTES_MAX = 16 * 1024

export const BalancePayment = Type.Object({
  type: Type.Literal('balance'),
  amount: Type.String({ description: "The offer's total_amount" }),
  currency: Type.String({ description: "The offer's total_currency" }),
})

/** Not validated by schema: the contract has its own error texts and order, see `features/bookings/drafts.ts`. */
export const BookingInput = CheckedByHand(
  AnyObject,
  Type.Object({
    offerId: AlsoNamed('offer_id', Type.String({ description: 'Offer id (off_)' })),
    type: Type.Enum([...BOOKING_TYPES]),
    passengers: Type.Array(PassengerInput),
    payments: Type.Optional(
      Type.Array(BalancePayment, { maxItems: 1, description: 'Required when type is instant' }),
    ),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'Any JSON object up to 16 KiB, echoed back',
      }),
    ),
    external_reference: ReferencesInput.properties.external_reference,
    services: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'Not there yet: anything but an empty list is refused' }),
    ),
    client_id: Type.Optional(
      Type.String({ description: 'The client it is for; found or made from the first adult if left out' }),
    ),
    trip_id: Type.Optional(Type.String({ description: 'The trip that it joins, of the same client' })),
    trip_item_id: Type.Optional(
      Type.String({ description: 'A quoted flight of that trip, whose place the booking takes' }),
    ),
    start_trip: Type.Optional(
      Type.Boolean({
        description: 'Without trip_id: the booking starts a trip of its own; false if left out',
      }),
    ),
  }),
)

export const ConfirmInput = CheckedByHand(AnyObject, Type.Object({ payment: BalancePayment }))

// Operations on bookings: the contract's five, and additions for agencies.

export const BOOKING_OPERATIONS = {
  'bookings.create': createOne(bookings, {
    audit: 'money',
    summary: 'Book an offer',
    description:
      'hold reserves it and debits nothing until it is confirmed; instant debits and issues at once. Checks the ' +
      'shape, the offer, its expiry, the passengers, passports, the payment and the balance, in this order. ' +
      'Where the tickets of an instant come later, `Prefer: wait=20` makes the response wait for them.',
    body: BookingInput,
    waits: true,
    // Nine passengers with their documents, and metadata.
    bodyBytesMax: 64 * 1024,
    response: bare(BookingDetail),
    errors: [
      'offer_not_found',
      'client_not_found',
      'trip_not_found',
      'trip_item_not_found',
      'booking_of_other_client',
      'trip_item_follows_booking',
      'resource_limit_exceeded',
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
  'bookings.download': {
    method: 'GET',
    path: '/api/v1/bookings.csv',
    access: 'bookings.read',
    tag: bookings.tag,
    summary: 'Download bookings',
    description:
      'All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names): client, flights, tickets, what ' +
      'the client pays, what it costs, the commission and what was refunded. Tax ids of clients need `clients.read`.',
    partly: 'clients.read',
    query: CsvQuery(BookingsFilter),
    response: attachment('text/csv'),
  },
  'bookings.send': actOn(bookings, 'send', {
    audit: 'records',
    summary: 'Send the itinerary again',
    description:
      'Mails the client the itinerary once more: of a hold with its deadline, of issued tickets with the receipt as ' +
      'a PDF.',
    response: data(Sending),
    errors: ['booking_already_cancelled', 'booking_expired', 'booking_failed'],
  }),
  'bookings.read': readOne(bookings, {
    summary: 'Read a booking',
    description: 'Numbers of identity documents and loyalty programmes are masked without `documents.read`.',
    partly: 'documents.read',
    query: Type.Object(Expand('client')),
    inLanguages: true,
    response: bare(BookingDetail),
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
      'Debits the wallet; the tickets are issued at once in the background. With `Prefer: wait=20` the response waits ' +
      'for them; where the carrier issues none, that is 422 and the debit is returned.',
    params: bookings.params,
    body: ConfirmInput,
    waits: true,
    response: data(ConfirmedBooking),
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
    response: data(CancelledBooking),
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
    response: data(BookingChange),
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
    response: attachment('application/pdf'),
  }),
  'bookings.timeline': readOf(bookings, 'timeline', {
    summary: 'Read the history of a booking',
    description: 'Every event, movement of money, e-mail and note, the oldest first.',
    response: data(Type.Array(TimelineEntry)),
  }),
} as const satisfies Operations
