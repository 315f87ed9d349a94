// The port to suppliers of flights: what we ask, and what each answer means. An order is never simply sent again: it
// carries our own reference, and after a lost answer it is looked up by that reference.

import type { ChangeAction, ChangeAnswer, ChangedFlight } from '../../../contract/bookings.ts'
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
import type { Owner } from '../../kernel/outbox/transaction.ts'
import type { Cents } from '../../kernel/values/money.ts'

export interface Supplier {
  /** Stored with each offer and order, and shown in warnings: never changed, never reused. */
  readonly name: string
  /** Which keys it serves; a test key must never reach real inventory. */
  serves(mode: Mode): boolean
  /** Throws `SupplierAway` if there is no answer; no flights is an empty list. */
  search(call: Call, request: SearchRequest): Promise<SupplierOffer[]>
  /** The offer as the carrier sells it now. */
  reread(call: Call, offer: OfferAtSupplier): Promise<Reread>
  /** Makes the order once: a reference the supplier knows already gives the order made with it. */
  book(call: Call, booking: BookingRequest): Promise<OrderOutcome>
  /** What became of a booking whose answer was lost. `none`: surely not made, and it never will be. */
  find(call: Call, lost: LostBooking): Promise<Found>
  /** Pays a held order, which has its tickets issued. Idempotent where the supplier is; otherwise `read` first. */
  pay(call: Call, order: OrderAtSupplier): Promise<OrderOutcome>
  /** The order as it is now, with changes of the schedule. */
  read(call: Call, order: OrderAtSupplier): Promise<Found>
  /** Cancels a held or ticketed order; what was cancelled before is confirmed again with the same terms. */
  cancel(call: Call, order: OrderAtSupplier): Promise<CancelOutcome>
  /** Accepts a change of the carrier's; what was accepted before is confirmed again. */
  acceptChange(call: Call, order: OrderAtSupplier, changeKey: string): Promise<AcceptOutcome>
  /** Where the supplier calls us: what its message tells. Only a hint, the order is read all the same. */
  readonly hear?: Hear
  close(): Promise<void>
}

/** For whom and when: test teams live at their own time, and the simulated carrier lives with them. */
export interface Call extends Owner {
  readonly now: Date
  /** Ends the waiting. For everything but a search the outcome is then `unknown`: it may have happened. */
  readonly signal: AbortSignal
}

/** The supplier could not be asked or did not answer in time; only searches throw it. */
export class SupplierUnavailable extends Error {
  override readonly name = 'SupplierAway'
}

export interface BookingRequest {
  /** Ours, unique: the booking's id. The idempotency handle. */
  readonly reference: string
  readonly type: 'hold' | 'instant'
  /** The price in it is the one we accept; a supplier that asks another one must reject. */
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
  /** Place of the lap infant in this list, for the adult who carries it. */
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

/** What we store of an order, to ask about it again. */
export interface OrderAtSupplier {
  readonly reference: string
  readonly data: Opaque
  readonly price: Price
}

export type OrderStatus =
  /** Seats are kept until `paymentRequiredBy`. */
  | 'held'
  /** Paid; tickets come later. */
  | 'ticketing'
  | 'ticketed'
  | 'cancelled'
  /** A hold that was not paid in time. */
  | 'expired'
  /** The carrier could not issue the tickets; seats and money are free again. */
  | 'failed'

/** Its tickets are there. */
export function isIssued({ status }: SupplierOrder): boolean {
  return status === 'ticketed'
}

/** Its tickets are there, or will be. */
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
  /** What the carrier changed by itself, the oldest first. */
  readonly changes: readonly SupplierChange[]
  /** Of a cancelled one. null: nobody agreed to any, the carrier cancelled by itself. */
  readonly cancelTerms: CancelTerms | null
  /** When a `read` may show something new (tickets, a changed schedule); null: nothing is expected. */
  readonly lookAgainAt: Date | null
}

export interface Ticket {
  readonly type: 'electronic_ticket'
  readonly unique_identifier: string
  /** Place in the list of passengers. */
  readonly passengerIndex: number
}

/**
 * confirmed: done, as the order shows. pending: accepted, tickets come later (status `ticketing`), look again at
 * `lookAgainAt`. rejected: not done, and nothing is owed. unknown: the answer was lost; it may have been done.
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

/** What the carrier keeps of what was paid; 0 for a held order. */
export interface CancelTerms {
  readonly penaltyCents: Cents
  readonly currency: string
}

export interface Rejection {
  readonly reason: RejectionReason
  /** For people, in English; may come from the carrier. */
  readonly message: string
  /** With price_changed: what it costs now. */
  readonly price?: Price
  /** With passenger_data, where the supplier says so. */
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

// What carriers do to an order by themselves, and how a supplier tells us of it.

export interface SupplierChange {
  /** The supplier's own name of it. */
  readonly key: string
  readonly at: Date
  /** The flights that changed. */
  readonly before: readonly ChangedFlight[]
  readonly after: readonly ChangedFlight[]
  /** What the carrier waits for. */
  readonly actions: readonly ChangeAction[]
  readonly answer: ChangeAnswer | null
  readonly answeredAt: Date | null
}

/** A message as it came, with the header that is to prove who sent it. */
export interface SignedMessage {
  readonly signature: string | undefined
  readonly raw: Buffer
}

/** The message's own id, and the orders it is about as their `data` names them; null: the supplier did not sign it. */
export type Hear = (message: SignedMessage) => { id: string; orderIds: string[] } | null

/** Of an order: it is given back, whoever did that. */
export function isCancelled({ status }: { readonly status: string }): boolean {
  return status === 'cancelled'
}

/** The part of a flight that a change tells. */
export function changedFlight({ origin, destination, departing_at, arriving_at, ...flight }: ChangedFlight) {
  const { marketing_carrier, marketing_carrier_flight_number } = flight
  const told = { origin, destination, departing_at, arriving_at, marketing_carrier }
  return { ...told, marketing_carrier_flight_number } satisfies ChangedFlight
}

// What a supplier is asked for in a search, and the offers it answers with: the contract's shapes, without our ids.

export interface SearchRequest {
  readonly slices: Readonly<NonEmpty<RequestedSlice>>
  /** One entry for each traveller; everything a supplier says of travellers is in this order. */
  readonly travellers: readonly PassengerType[]
  readonly cabin: CabinClass
  /** Hints that spare work: the search filters, sorts and cuts the merged offers itself. */
  readonly maxConnections: number | null
  readonly airlines: readonly string[] | null
  readonly limit: number
}

export interface RequestedSlice {
  /** As the caller wrote it: an airport or a city. */
  readonly origin: string
  readonly destination: string
  /** The airports meant: one, or those of the city. */
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
  /** Without an address of its logo, ours is shown. */
  readonly operating_carrier: Carrier & { readonly logo_symbol_url: string | null }
  readonly passengers: readonly Omit<SegmentPassenger, 'passenger_id'>[]
}

/** Anything that JSON can hold. Only the supplier that made it can read it. */
export type Opaque = unknown

export interface SupplierOffer {
  /** What the supplier needs to re-read and to book it. */
  readonly data: Opaque
  readonly owner: Carrier
  readonly slices: Readonly<NonEmpty<SupplierSlice>>
  /** For each traveller. */
  readonly fareBrandNames: readonly (string | null)[]
  readonly price: Price
  readonly conditions: Conditions
  /** null: it must be paid at once. The price guarantee may end before the seat is given back, or be missing. */
  readonly hold: { readonly paymentRequiredBy: Date; readonly priceGuaranteedUntil: Date | null } | null
  /** When the supplier forgets it; null leaves it to us. */
  readonly expiresAt: Date | null
}

/** A stored offer as it is handed back to its supplier. */
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
