// What a flight search finds, as callers see it. Bookings show its shapes Slice, Segment and Conditions too.
import Type from 'typebox'
import { AmountOf, Brl, Currency } from './amounts.ts'
import { Meta, Nullable, Timestamp } from './common.ts'
import { OfferPricing } from './offer-pricing.ts'

export const PASSENGER_TYPES = ['adult', 'child', 'infant_without_seat'] as const
export type PassengerType = (typeof PASSENGER_TYPES)[number]
export const CABIN_CLASSES = ['economy', 'premium_economy', 'business', 'first'] as const
export type CabinClass = (typeof CABIN_CLASSES)[number]
export const LocalDateTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$',
  description: 'Local time at the airport, without a zone designator',
})
export const Duration = Type.String({ pattern: '^P(?!$)(?:\\d+D)?(?:T(?:\\d+H)?(?:\\d+M)?(?:\\d+S)?)?$' })
const Code = (description: string) => Type.String({ pattern: '^[A-Z0-9]{2,3}$', description })

export const Carrier = Type.Object({ iata_code: Code('IATA airline code'), name: Type.String() })
export type Carrier = Type.Static<typeof Carrier>

export const Place = Type.Object({
  iata_code: Code('IATA code of the airport, or of the city where only that is known'),
  name: Type.String(),
  city_name: Type.String(),
  iata_city_code: Code('IATA code of the city'),
  time_zone: Type.String({ description: 'IANA zone' }),
})
export type Place = Type.Static<typeof Place>

export const Stop = Type.Object({
  iata_code: Code('IATA airport code'),
  name: Type.String(),
  terminal: Nullable(Type.String({ description: 'null where it is not known' })),
})

export const Baggage = Type.Object({
  type: Type.Enum(['checked', 'carry_on']),
  quantity: Type.Integer({ minimum: 0 }),
})

export const SegmentPassenger = Type.Object({
  passenger_id: Type.String(),
  cabin_class: Type.Enum([...CABIN_CLASSES]),
  cabin_class_marketing_name: Type.String(),
  fare_basis_code: Type.String(),
  seat: Nullable(Type.String()),
  baggages: Type.Array(Baggage),
})
export type SegmentPassenger = Type.Static<typeof SegmentPassenger>

export const Segment = Type.Object({
  id: Type.String({ description: 'Segment id (seg_)' }),
  origin: Stop,
  destination: Stop,
  departing_at: LocalDateTime,
  arriving_at: LocalDateTime,
  operating_carrier: Type.Intersect([Carrier, Type.Object({ logo_symbol_url: Type.String() })]),
  marketing_carrier: Carrier,
  operating_carrier_flight_number: Type.String(),
  marketing_carrier_flight_number: Type.String(),
  aircraft: Type.Object({ iata_code: Code('IATA aircraft type'), name: Type.String() }),
  duration: Duration,
  distance: Type.String({ pattern: '^\\d+(?:\\.\\d+)?$', description: 'Kilometres' }),
  passengers: Type.Array(SegmentPassenger),
})
export type Segment = Type.Static<typeof Segment>

export const Slice = Type.Object({
  id: Type.String({ description: 'Slice id (sli_)' }),
  origin: Place,
  destination: Place,
  duration: Duration,
  segments: Type.Array(Segment),
})
export type Slice = Type.Static<typeof Slice>

export const Condition = Type.Object({
  allowed: Type.Boolean(),
  penalty_amount: Nullable(AmountOf('What it costs; null where it is not allowed or not known')),
  penalty_currency: Nullable(Currency),
})

export const Conditions = Type.Object({
  refund_before_departure: Condition,
  change_before_departure: Condition,
})
export type Conditions = Type.Static<typeof Conditions>

export const OfferPassenger = Type.Object({
  id: Type.String({ description: 'Passenger id (pas_), the same in every offer of the search' }),
  type: Type.Enum([...PASSENGER_TYPES]),
  fare_brand_name: Nullable(Type.String()),
  loyalty_programme_accounts: Type.Array(Type.Unknown()),
})
export type OfferPassenger = Type.Static<typeof OfferPassenger>

export const Offer = Type.Object({
  id: Type.String({ description: 'Offer id (off_): offerId when booking' }),
  total_amount: AmountOf('Original value in the currency of the carrier'),
  total_currency: Currency,
  base_amount: AmountOf('Of that, the fare'),
  base_currency: Currency,
  tax_amount: AmountOf('Of that, taxes and charges'),
  tax_currency: Currency,
  client_amount: AmountOf('Final value in BRL to charge the client'),
  client_currency: Brl,
  original_amount: Type.Number({ description: 'total_amount as a number' }),
  original_currency: Currency,
  exchange_rate_used: Type.Number({ description: 'BRL for one unit of the original currency' }),
  base_cost_brl: AmountOf('total_amount converted to BRL'),
  agency_markup_percent: Type.Number(),
  agency_markup_amount: AmountOf('The markup in BRL'),
  agency_fee_amount: AmountOf('The fixed fee in BRL'),
  total_agency_commission: AmountOf('Markup and fee together'),
  markup_applied: AmountOf('The markup again'),
  fee_applied: AmountOf('The fee again'),
  pricing: OfferPricing,
  expires_at: Timestamp,
  owner: Carrier,
  slices: Type.Array(Slice),
  passengers: Type.Array(OfferPassenger),
  conditions: Conditions,
  payment_requirements: Type.Object({
    requires_instant_payment: Type.Boolean({ description: 'true: it cannot be held' }),
    price_guarantee_expires_at: Timestamp,
    payment_required_by: Timestamp,
  }),
})
export type Offer = Type.Static<typeof Offer>

export const Warning = Type.Object({
  source: Type.String({
    description: 'Whose offers may be missing; `request` where it is about what was sent',
  }),
  issue: Type.String(),
})
export type Warning = Type.Static<typeof Warning>

export const OfferRequestResult = Type.Object({
  id: Type.String({ description: 'Id of the search (orq_)' }),
  offers: Type.Array(Offer),
  offers_total: Type.Integer({ description: 'How many were found, of which `offers` has the first' }),
  slices: Type.Array(Slice, {
    description: "The cheapest offer's; without offers the places that were asked for",
  }),
  passengers: Type.Array(OfferPassenger),
  warnings: Type.Array(Warning, {
    description: 'Empty unless part of the answer is missing, or a field that was sent is not known',
  }),
  _meta: Type.Optional(Meta),
})
export type OfferRequestResult = Type.Static<typeof OfferRequestResult>

/** An offer as it stands now, re-read at the carrier. */
export const CurrentOffer = Type.Intersect([
  Offer,
  Type.Object({
    price_changed: Type.Boolean({ description: 'Whether the carrier asks another price than at the search' }),
    previous_total_amount: AmountOf('total_amount at the search'),
    previous_client_amount: AmountOf('client_amount at the search'),
    _meta: Type.Optional(Meta),
  }),
])
export type CurrentOffer = Type.Static<typeof CurrentOffer>
