// The port to flight suppliers: requests, and the meaning of each response. An order is never simply
// repeated: it carries our reference, and after a lost response it is looked up by it.

import type { ChangeAction, ChangedFlight, ChangeResponse } from '../../../contract/bookings.ts'
import type { NonEmpty } from '../../../contract/common.ts'
import type {
  CabinClass,
  Carrier,
  Conditions,
  PassengerType,
  Segment,
  SegmentPassenger,
  Slice,
} from '../../../contract/flights.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { Cents } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'

export interface Supplier {
  /** Stored with each offer and order, and shown in warnings: never changed, never reused. */
  readonly name: string
  /** Which keys it serves; a test key must never reach real inventory. */
  serves(mode: Mode): boolean
  /** Throws `SupplierUnavailable` without a response; no flights is an empty list. */
  search(call: Call, request: SearchRequest): Promise<SupplierOffer[]>
  /** The offer as the carrier sells it now. */
  reread(call: Call, offer: OfferAtSupplier): Promise<Reread>
  /** Creates the order once: a known reference returns its existing order. */
  book(call: Call, booking: BookingRequest): Promise<OrderOutcome>
  /** The outcome of a booking whose response was lost. `none`: surely not created, now and later. */
  find(call: Call, lost: LostBooking): Promise<Found>
  /**
   * Pays a held order, so that its tickets are issued. Idempotent if the supplier is; otherwise call `read`
   * first.
   */
  pay(call: Call, order: OrderAtSupplier): Promise<OrderOutcome>
  /** The current order, with changes of the schedule. */
  read(call: Call, order: OrderAtSupplier): Promise<Found>
  /** Cancels a held or ticketed order; an earlier cancellation is confirmed again with the same terms. */
  cancel(call: Call, order: OrderAtSupplier): Promise<CancelOutcome>
  /** Accepts a carrier's change; an earlier acceptance is confirmed again. */
  acceptChange(call: Call, order: OrderAtSupplier, changeKey: string): Promise<AcceptOutcome>
  /**
   * Reads a message of the supplier, if it calls us. The message is only a hint: the order is read anyway.
   */
  readonly hear?: Hear
  close(): Promise<void>
}

/** The owner and time of a call: test teams have their own time, which the simulated carrier shares. */
export interface Call extends Owner {
  readonly now: Date
  /** Ends the waiting. Except for a search, the outcome is then `unknown`: it may have happened. */
  readonly signal: AbortSignal
}

/** The supplier was unreachable or did not respond in time; only searches throw it. */
export class SupplierUnavailable extends Error {
  override readonly name = 'SupplierUnavailable'
}

export interface BookingRequest {
  /** Ours, unique: the booking's id. The idempotency handle. */
  readonly reference: string
  readonly type: 'hold' | 'instant'
  /** Its price is the one we accept; a supplier with another price must reject. */
  readonly offer: OfferAtSupplier
  /** In the travellers' order. */
  readonly passengers: readonly BookingPassenger[]
  readonly metadata: Readonly<Record<string, string>>
}

export interface BookingPassenger {
  readonly type: PassengerType
  readonly given_name: string
  readonly family_name: string
  readonly gender: 'm' | 'f'
  readonly title: string | null
  readonly born_on: string
  readonly email: string
  readonly phone_number: string
  readonly identity_documents: readonly IdentityDocument[]
  readonly loyalty_programme_accounts: readonly { airline_iata_code: string; account_number: string }[]
  /** The index of the adult's lap infant in this list. */
  readonly infantIndex: number | null
}

export interface IdentityDocument {
  readonly type: string
  readonly unique_identifier: string
  readonly issuing_country_code: string
  readonly expires_on: string | null
}

export interface LostBooking {
  readonly reference: string
  readonly offer: OfferAtSupplier
}

/** The stored part of an order, for later requests. */
export interface OrderAtSupplier {
  readonly reference: string
  readonly data: Opaque
  readonly price: Price
}

export type OrderStatus =
  /** Seats are held until `paymentRequiredBy`. */
  | 'held'
  /** Paid; tickets come later. */
  | 'ticketing'
  | 'ticketed'
  | 'cancelled'
  /** A hold that was not paid in time. */
  | 'expired'
  /** The carrier could not issue the tickets; seats and money are released. */
  | 'failed'

/** Its tickets exist. */
export function isIssued({ status }: SupplierOrder): boolean {
  return status === 'ticketed'
}

/** Its tickets exist, or will. */
export function isPaidFor(order: SupplierOrder): boolean {
  return isIssued(order) || order.status === 'ticketing'
}

export interface SupplierOrder extends OrderAtSupplier {
  /** The carrier's own reference, shown as booking_reference. */
  readonly locator: string
  readonly status: OrderStatus
  readonly owner: Carrier
  readonly slices: Readonly<NonEmpty<SupplierSlice>>
  readonly conditions: Conditions
  readonly documents: readonly Ticket[]
  /** Present while it is held. */
  readonly paymentRequiredBy: Date | null
  readonly priceGuaranteedUntil: Date | null
  /** Changes by the carrier, the oldest first. */
  readonly changes: readonly SupplierChange[]
  /** The terms of a cancelled order. null: the carrier cancelled by itself. */
  readonly cancelTerms: CancelTerms | null
  /** When a `read` may show something new (tickets, a changed schedule); null: nothing is expected. */
  readonly lookAgainAt: Date | null
}

export interface Ticket {
  readonly type: 'electronic_ticket'
  readonly unique_identifier: string
  /** Index in the list of passengers. */
  readonly passengerIndex: number
}

/**
 * confirmed: done, as the order shows. pending: accepted, tickets come later (status `ticketing`), read again
 * at `lookAgainAt`. rejected: not done, and nothing is owed. unknown: the response was lost; it may have been
 * done.
 */
export type OrderOutcome =
  | { readonly outcome: 'confirmed' | 'pending'; readonly order: SupplierOrder }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection }
  | { readonly outcome: 'unknown'; readonly reason: string }

export type Found =
  | { readonly outcome: 'confirmed' | 'pending'; readonly order: SupplierOrder }
  | { readonly outcome: 'none' }
  | { readonly outcome: 'unknown'; readonly reason: string }

export type CancelOutcome =
  | { readonly outcome: 'confirmed'; readonly terms: CancelTerms }
  | { readonly outcome: 'rejected'; readonly rejection: Rejection }
  | { readonly outcome: 'unknown'; readonly reason: string }

export type AcceptOutcome =
  | { readonly outcome: 'confirmed' }
  | Exclude<CancelOutcome, { readonly outcome: 'confirmed' }>

/** The part of the payment that the carrier keeps; 0 for a held order. */
export interface CancelTerms {
  readonly penaltyCents: Cents
  readonly currency: string
}

export interface Rejection {
  readonly reason: RejectionReason
  /** For people, in English; may come from the carrier. */
  readonly message: string
  /** With price_changed: the current price. */
  readonly price?: Price
  /** With passenger_data, if the supplier names the passenger. */
  readonly passengerIndex?: number
  readonly field?: string
}

export type RejectionReason =
  | 'sold_out'
  | 'price_changed'
  | 'offer_gone'
  | 'passenger_data'
  | 'hold_unavailable'
  /** The payment deadline has passed. */
  | 'expired'
  | 'already_cancelled'
  | 'other'

// Changes that carriers make to an order, and the messages about them.

export interface SupplierChange {
  /** The supplier's id of the change. */
  readonly key: string
  readonly at: Date
  /** The flights that changed. */
  readonly before: readonly ChangedFlight[]
  readonly after: readonly ChangedFlight[]
  /** Actions that the carrier expects. */
  readonly actions: readonly ChangeAction[]
  readonly response: ChangeResponse | null
  readonly respondedAt: Date | null
}

/** A raw message, with the header that authenticates it. */
export interface SignedMessage {
  readonly signature: string | undefined
  readonly raw: Buffer
}

/**
 * The message's id, and the orders it is about as their `data` names them; null: the supplier did not sign
 * it.
 */
export type Hear = (message: SignedMessage) => { id: string; orderIds: string[] } | null

/** The order is cancelled, by either side. */
export function isCancelled({ status }: { readonly status: string }): boolean {
  return status === 'cancelled'
}

/** The part of a flight that a change shows. */
export function changedFlight({ origin, destination, departing_at, arriving_at, ...flight }: ChangedFlight) {
  const { marketing_carrier, marketing_carrier_flight_number } = flight
  const flightParts = { origin, destination, departing_at, arriving_at, marketing_carrier }
  return { ...flightParts, marketing_carrier_flight_number } satisfies ChangedFlight
}

// A search request to a supplier, and its offers: the contract's shapes, without our ids.

export interface SearchRequest {
  readonly slices: Readonly<NonEmpty<RequestedSlice>>
  /** One entry for each traveller; every list of travellers has this order. */
  readonly travellers: readonly PassengerType[]
  readonly cabin: CabinClass
  /** Optional hints: the search filters, sorts and cuts the merged offers itself. */
  readonly maxConnections: number | null
  readonly airlines: readonly string[] | null
  readonly limit: number
}

export interface RequestedSlice {
  /** As the caller wrote it: an airport or a city. */
  readonly origin: string
  readonly destination: string
  /** The airports: one, or those of the city. */
  readonly originAirports: Readonly<NonEmpty<string>>
  readonly destinationAirports: Readonly<NonEmpty<string>>
  /** YYYY-MM-DD at the origin. */
  readonly date: string
  /** Local departure, minutes since midnight, both ends included. */
  readonly departure: { readonly fromMinute: number; readonly toMinute: number } | null
}

/** Everything in one currency; base and tax add up to the total. */
export interface Price {
  readonly totalCents: Cents
  readonly baseCents: Cents
  readonly taxCents: Cents
  readonly currency: string
}

/** The contract's shapes without our ids; passengers are in the travellers' order. */
export interface SupplierSlice extends Omit<Slice, 'id' | 'segments'> {
  readonly segments: Readonly<NonEmpty<SupplierSegment>>
}
export interface SupplierSegment extends Omit<Segment, 'id' | 'passengers' | 'operating_carrier'> {
  /** Without a logo address, ours is shown. */
  readonly operating_carrier: Carrier & { readonly logo_symbol_url: string | null }
  readonly passengers: readonly Omit<SegmentPassenger, 'passenger_id'>[]
}

/** Any JSON. Only the supplier that created it can read it. */
export type Opaque = unknown

export interface SupplierOffer {
  /** The data for re-reading and booking it. */
  readonly data: Opaque
  readonly owner: Carrier
  readonly slices: Readonly<NonEmpty<SupplierSlice>>
  /** For each traveller. */
  readonly fareBrandNames: readonly (string | null)[]
  readonly price: Price
  readonly conditions: Conditions
  /**
   * null: it must be paid at once. The price guarantee may end before the seats are released, or be missing.
   */
  readonly hold: { readonly paymentRequiredBy: Date; readonly priceGuaranteedUntil: Date | null } | null
  /** When the offer expires at the supplier; null leaves that to us. */
  readonly expiresAt: Date | null
}

/** A stored offer as its supplier gets it back. */
export interface OfferAtSupplier {
  readonly data: Opaque
  readonly price: Price
  readonly travellers: readonly PassengerType[]
}

export type Reread =
  /** Its price may differ from the stored one. */
  | { readonly outcome: 'confirmed'; readonly offer: SupplierOffer }
  /** Sold out, withdrawn or expired at the supplier. */
  | { readonly outcome: 'gone'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string }
