// What a supplier is asked for in a search, and the offers it answers with: the contract's shapes, without our ids.
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
import type { Cents } from '../../kernel/values/money.ts'

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
