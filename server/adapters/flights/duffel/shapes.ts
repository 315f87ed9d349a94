// The fields we rely on in Duffel's responses and our stored data: a response without them is not used, and
// other fields may change.
import Type, { type TSchema } from 'typebox'
import { parseTimestamp } from '../../../kernel/values/dates.ts'
import { NonEmptyOf, shapeReader } from '../../../kernel/values/input.ts'

/** Omitted, or null. */
export const Maybe = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]))
export const Text = Type.String({ minLength: 1 })
const Currency = Type.String({ pattern: '^[A-Z]{3}$' })
const Airport = Type.String({ pattern: '^[A-Z]{3}$' })
const WallTime = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}' })

const Airline = Type.Object({
  iata_code: Maybe(Type.String()),
  name: Text,
  logo_symbol_url: Maybe(Type.String()),
})
export type DuffelAirline = Type.Static<typeof Airline>

const DuffelPlace = Type.Object({
  iata_code: Airport,
  name: Text,
  time_zone: Text,
  city_name: Maybe(Type.String()),
  iata_city_code: Maybe(Type.String()),
  iata_country_code: Maybe(Type.String()),
  latitude: Maybe(Type.Number()),
  longitude: Maybe(Type.Number()),
})
export type DuffelPlace = Type.Static<typeof DuffelPlace>

const SegmentPassenger = Type.Object({
  passenger_id: Text,
  cabin_class: Type.Enum(['economy', 'premium_economy', 'business', 'first']),
  cabin_class_marketing_name: Maybe(Type.String()),
  fare_basis_code: Maybe(Type.String()),
  seat: Maybe(Type.Object({ designator: Maybe(Type.String()) })),
  baggages: Maybe(Type.Array(Type.Object({ type: Type.String(), quantity: Type.Integer({ minimum: 0 }) }))),
})
export type DuffelSegmentPassenger = Type.Static<typeof SegmentPassenger>

export const Segment = Type.Object({
  origin: DuffelPlace,
  destination: DuffelPlace,
  origin_terminal: Maybe(Type.String()),
  destination_terminal: Maybe(Type.String()),
  departing_at: WallTime,
  arriving_at: WallTime,
  duration: Maybe(Type.String()),
  distance: Maybe(Type.String()),
  aircraft: Maybe(Type.Object({ iata_code: Maybe(Type.String()), name: Text })),
  operating_carrier: Airline,
  operating_carrier_flight_number: Maybe(Type.String()),
  marketing_carrier: Airline,
  marketing_carrier_flight_number: Text,
  passengers: NonEmptyOf(SegmentPassenger),
})
export type DuffelSegment = Type.Static<typeof Segment>

const Slice = Type.Object({
  fare_brand_name: Maybe(Type.String()),
  duration: Maybe(Type.String()),
  segments: NonEmptyOf(Segment),
})
export type DuffelSlice = Type.Static<typeof Slice>

const Condition = Maybe(
  Type.Object({
    allowed: Type.Boolean(),
    penalty_amount: Maybe(Type.String()),
    penalty_currency: Maybe(Currency),
  }),
)
const Conditions = Maybe(
  Type.Object({ refund_before_departure: Condition, change_before_departure: Condition }),
)
export type DuffelConditions = Type.Static<typeof Conditions>

/** What offers and orders have in common. */
const Sold = {
  id: Text,
  live_mode: Type.Boolean(),
  owner: Airline,
  total_amount: Text,
  total_currency: Currency,
  base_amount: Maybe(Type.String()),
  base_currency: Maybe(Type.String()),
  tax_amount: Maybe(Type.String()),
  tax_currency: Maybe(Type.String()),
  conditions: Conditions,
  slices: NonEmptyOf(Slice),
}
export type DuffelSold = Pick<
  DuffelOffer,
  'total_amount' | 'total_currency' | 'base_amount' | 'base_currency' | 'tax_amount' | 'tax_currency'
>

const Offer = Type.Object({
  ...Sold,
  expires_at: Text,
  passengers: NonEmptyOf(Type.Object({ id: Text, type: Maybe(Type.String()) })),
  passenger_identity_documents_required: Maybe(Type.Boolean()),
  supported_passenger_identity_document_types: Maybe(Type.Array(Type.String())),
  supported_loyalty_programmes: Maybe(Type.Array(Type.String())),
  payment_requirements: Type.Object({
    requires_instant_payment: Type.Boolean(),
    payment_required_by: Maybe(Type.String()),
    price_guarantee_expires_at: Maybe(Type.String()),
  }),
})
export type DuffelOffer = Type.Static<typeof Offer>

const Refund = {
  refund_to: Maybe(Type.String()),
  refund_amount: Maybe(Type.String()),
  refund_currency: Maybe(Type.String()),
}

const Order = Type.Object({
  ...Sold,
  type: Maybe(Type.String()),
  booking_reference: Type.String(),
  created_at: Text,
  cancelled_at: Maybe(Type.String()),
  cancellation: Maybe(Type.Object(Refund)),
  airline_initiated_changes: Maybe(Type.Array(Type.Unknown())),
  metadata: Maybe(Type.Record(Type.String(), Type.Unknown())),
  passengers: NonEmptyOf(Type.Object({ id: Text })),
  documents: Maybe(
    Type.Array(
      Type.Object({
        type: Type.String(),
        unique_identifier: Text,
        passenger_ids: Maybe(Type.Array(Type.String())),
      }),
    ),
  ),
  payment_status: Type.Object({
    awaiting_payment: Type.Boolean(),
    paid_at: Maybe(Type.String()),
    payment_required_by: Maybe(Type.String()),
    price_guarantee_expires_at: Maybe(Type.String()),
  }),
})
export type DuffelOrder = Type.Static<typeof Order>

const Cancellation = Type.Object({ id: Text, order_id: Text, confirmed_at: Maybe(Type.String()), ...Refund })
export type DuffelCancellation = Type.Static<typeof Cancellation>

/** `type`: the kind of error; `code`: the stable error code. */
const Fault = Type.Object({
  type: Maybe(Type.String()),
  code: Maybe(Type.Union([Type.String(), Type.Number()])),
  title: Maybe(Type.String()),
  message: Maybe(Type.String()),
  source: Maybe(Type.Object({ field: Maybe(Type.String()), pointer: Maybe(Type.String()) })),
})
export type DuffelFault = Type.Static<typeof Fault>

/** Its passengers are Duffel's ids in our travellers' order. Times are Duffel's own. */
const OfferData = Type.Object({
  id: Text,
  expires_at: Text,
  passengers: Type.Array(Text),
  /** The team's time minus real time when it was shown. */
  offset_ms: Type.Integer(),
})
export type OfferData = Type.Static<typeof OfferData>

const OrderData = Type.Object({ id: Text, passengers: Type.Array(Text) })
export type OrderData = Type.Static<typeof OrderData>

const Enveloped = <T extends TSchema>(data: T) => Type.Object({ data })

export const readSearch = shapeReader(Enveloped(Type.Object({ offers: Type.Array(Type.Unknown()) })))
export const readOffer = shapeReader(Offer)
export const readOfferResponse = shapeReader(Enveloped(Offer))
export const readOrderResponse = shapeReader(Enveloped(Order))
export const readOrder = shapeReader(Order)
/** The owner of an order that cannot be read otherwise. */
export const readLabel = shapeReader(Type.Object({ metadata: Type.Record(Type.String(), Type.Unknown()) }))
export const readOrderList = shapeReader(
  Type.Object({
    data: Type.Array(Type.Unknown()),
    meta: Maybe(Type.Object({ after: Maybe(Type.String()) })),
  }),
)
export const readPaymentResponse = shapeReader(
  Enveloped(Type.Object({ id: Text, status: Maybe(Type.String()) })),
)
export const readCancellationResponse = shapeReader(Enveloped(Cancellation))
export const readFaults = shapeReader(
  Type.Object({
    errors: NonEmptyOf(Fault),
    meta: Maybe(Type.Object({ request_id: Maybe(Type.String()) })),
  }),
)
export const readOfferData = shapeReader(OfferData)
export const readOrderData = shapeReader(OrderData)

// Duffel uses real time, a team's sandbox its own. Duffel's times are shown in the team's time; live teams
// have real time.

export interface Times {
  /** Real time. */
  readonly now: Date
  /** The team's time minus real time. */
  readonly offsetMs: number
  /** `offsetMs` when the order's offer was shown: a hold keeps its promised deadline. */
  readonly offeredOffsetMs?: number | undefined
}

export function teamTime(
  text: string | null | undefined,
  { offsetMs }: Pick<Times, 'offsetMs'>,
): Date | null {
  const at = text == null ? null : parseTimestamp(text)
  return at === null ? null : new Date(at.getTime() + offsetMs)
}
