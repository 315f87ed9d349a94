// Bookings as callers see them: the whole booking, the list's shorter form, and what changes answer.
import Type from 'typebox'
import { Amount, Brl, Currency } from './amounts.ts'
import { BookingChange } from './booking-changes.ts'
import { Meta, Nullable, PageQuery, Timestamp } from './common.ts'
import { Carrier, Conditions, PASSENGER_TYPES, Slice } from './flights.ts'
import { OfferPricing } from './offer-pricing.ts'
import { TagFilter } from './tag-filter.ts'

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
export const GENDERS = ['m', 'f'] as const
export const TITLES = ['mr', 'mrs', 'ms', 'miss', 'dr'] as const
export const DOCUMENT_TYPES = ['passport', 'tax_id', 'known_traveler_number'] as const
export const IdentityDocument = Type.Object({
  type: Type.Enum([...DOCUMENT_TYPES]),
  unique_identifier: Type.String({ description: 'Number of the document' }),
  issuing_country_code: Type.String({ description: 'ISO 3166-1 alpha-2', examples: ['BR'] }),
  expires_on: Type.Optional(Type.String({ description: 'YYYY-MM-DD' })),
})
export const LoyaltyAccount = Type.Object({
  airline_iata_code: Type.String({ examples: ['LA'] }),
  account_number: Type.String(),
})

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

export const BookingWarning = Type.Object({ field: Type.String(), issue: Type.String() })
export type BookingWarning = Type.Static<typeof BookingWarning>

export const Booking = Type.Object({
  id: Type.String({ description: 'Booking id (ord_)' }),
  booking_reference: Type.String({
    description: 'Locator of the carrier; empty until the carrier has answered',
  }),
  status: Type.Enum([...BOOKING_STATUSES]),
  type: Type.Enum([...BOOKING_TYPES]),
  live_mode: Type.Boolean(),
  synced_at: Timestamp,
  created_at: Timestamp,
  total_amount: Amount,
  total_currency: Currency,
  tax_amount: Amount,
  tax_currency: Currency,
  base_amount: Amount,
  base_currency: Currency,
  client_amount: Type.String({ description: 'What the client pays, in BRL' }),
  client_currency: Brl,
  wallet_amount: Type.String({ description: 'What the wallet pays, in BRL, frozen at creation' }),
  pricing: Nullable(OfferPricing),
  offer_id: Type.String(),
  client: Type.Object({ id: Type.String(), full_name: Type.String(), email: Type.String() }),
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
  warnings: Type.Optional(
    Type.Array(BookingWarning, {
      description:
        'What was accepted but looks wrong; of a new hold also that the wallet could not pay it now',
    }),
  ),
  _meta: Type.Optional(Meta),
})
export type Booking = Type.Static<typeof Booking>

export const BookingListItem = Type.Object({
  id: Type.String(),
  booking_reference: Type.String(),
  status: Type.Enum([...BOOKING_STATUSES]),
  total_amount: Type.String({ description: 'In BRL' }),
  currency: Brl,
  created_at: Timestamp,
  client: Type.Object({
    id: Type.String({ description: 'Client id (cli_)' }),
    full_name: Type.String(),
    email: Type.String(),
  }),
  flight_summary: Type.Object({
    origin: Type.String({ description: 'IATA code' }),
    destination: Type.String({ description: 'IATA code' }),
    departure_date: Type.String({ description: 'YYYY-MM-DD at the origin' }),
    airline: Type.String({ description: 'Name' }),
  }),
})
export type BookingListItem = Type.Static<typeof BookingListItem>

export const BookingsQuery = Type.Object({
  ...PageQuery.properties,
  tag: TagFilter,
  status: Type.Optional(Type.Enum([...BOOKING_STATUSES], { description: 'Only those in this state' })),
  created_after: Type.Optional(Type.String({ description: "From this day on, in the team's time zone" })),
  created_before: Type.Optional(Type.String({ description: 'Up to this day, included' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'In locator, ticket numbers, passenger names and client',
    }),
  ),
  client_id: Type.Optional(Type.String({ description: 'Only those of this client' })),
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
  refund: Type.Object({
    amount: Type.String({ description: 'What returns to the wallet' }),
    currency: Brl,
    penalty_amount: Type.String({ description: 'What the carrier keeps' }),
    penalty_currency: Type.String(),
  }),
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
