// Results of a flight search. Bookings use its shapes Slice, Segment and Conditions too.
import Type from 'typebox'
import { Amount, AmountOf, Brl, Currency } from './amounts.ts'
import { AlsoNamed, CheckedByHand, IdOf, Meta, Nullable, PageQuery, Timestamp } from './common.ts'
import { OFFERS_MAX, SLICES_MAX } from './limits.ts'
import { LOGO_PATH } from './links.ts'
import type { Operations } from './operation.ts'
import { bare, data, image, list, written } from './responses.ts'

// The pricing rule of an offer: for the agency, never for its clients.

const TERMS = {
  rule_id: Nullable(Type.String({ description: 'The rule that was applied (prl_); null for the default' })),
  rule_name: Nullable(Type.String({ description: 'As it was called then' })),
  markup_percent: Type.Number(),
  fee_amount: AmountOf('For the whole offer or for each passenger, as `fee_per` says'),
  fee_per: Type.Enum(['offer', 'passenger']),
}

export const PricingPart = Type.Object({
  passengers: Type.Integer({ description: 'How many of the passengers it is for' }),
  weight: Type.Integer({ description: 'Of the base cost: 10 for each seat, 1 for each infant on a lap' }),
  ...TERMS,
  base_cost_brl: AmountOf('Their share of the base cost'),
  markup_amount: Amount,
  fee_total: Amount,
})
export type PricingPart = Type.Static<typeof PricingPart>

export const OfferPricing = Type.Object(
  {
    ...TERMS,
    client_id: Nullable(Type.String({ description: 'The client whom the search was for' })),
    parts: Type.Optional(
      Type.Array(PricingPart, {
        description:
          'Only where passengers were priced by different rules: each rule with its share, which add up to the ' +
          'offer. `rule_id` is null then, and the terms above are those of the whole',
      }),
    ),
  },
  { description: 'By which rule of the agency it was priced' },
)
export type OfferPricing = Type.Static<typeof OfferPricing>

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

export const NamedPlace = Type.Object({
  iata_code: Code('IATA code of an airport or city of the response'),
  name: Type.String(),
  city_name: Type.String(),
})
export type NamedPlace = Type.Static<typeof NamedPlace>

/** Places of a response in the reader's language. */
export const NamedPlaces = Type.Optional(
  Type.Array(NamedPlace, {
    description:
      'The places of the response by their Portuguese names, where Accept-Language likes Portuguese best; left out else',
  }),
)

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
    description: 'Empty unless part of the response is missing, or a field that was sent is not known',
  }),
  places: NamedPlaces,
  _meta: Type.Optional(Meta),
})
export type OfferRequestResult = Type.Static<typeof OfferRequestResult>

/** The current offer, re-read at the carrier. */
export const CurrentOffer = Type.Intersect([
  Offer,
  Type.Object({
    price_changed: Type.Boolean({ description: 'Whether the carrier asks another price than at the search' }),
    previous_total_amount: AmountOf('total_amount at the search'),
    previous_client_amount: AmountOf('client_amount at the search'),
    places: NamedPlaces,
    _meta: Type.Optional(Meta),
  }),
])
export type CurrentOffer = Type.Static<typeof CurrentOffer>

// The input of a flight search.

export const TRIP_TYPES = ['one_way', 'round_trip', 'multi_city'] as const
export type TripType = (typeof TRIP_TYPES)[number]
export const SORTS = ['price', 'duration', 'departure'] as const
export type Sort = (typeof SORTS)[number]

const Time = Type.String({ pattern: '^\\d{2}:\\d{2}$' })
export const TimeWindow = Type.Object({
  from: Type.Optional(Time),
  to: Type.Optional(Time),
})

const SearchBody = Type.Object({
  type: Type.Enum([...TRIP_TYPES], {
    description: 'one_way has 1 slice, round_trip 2 (there and back), multi_city 2 to 6',
  }),
  slices: Type.Array(
    Type.Object({
      origin: Type.String({ description: 'IATA airport or city code', examples: ['GRU'] }),
      destination: Type.String({ description: 'IATA airport or city code', examples: ['SDU'] }),
      departureDate: AlsoNamed(
        'departure_date',
        Type.String({ description: 'YYYY-MM-DD, today at the origin or later' }),
      ),
    }),
    { minItems: 1, maxItems: 6 },
  ),
  passengers: Type.Array(
    Type.Object({
      type: Type.Enum([...PASSENGER_TYPES]),
      count: Type.Integer({ minimum: 0, maximum: 9 }),
    }),
    { description: '1 to 9 with a seat, and at most one infant_without_seat for each adult' },
  ),
  cabinClass: Type.Optional(
    AlsoNamed('cabin_class', Type.Enum([...CABIN_CLASSES], { description: 'economy if left out' })),
  ),
  maxConnections: Type.Optional(
    AlsoNamed(
      'max_connections',
      Type.Integer({ minimum: 0, maximum: 3, description: 'Changes of plane in each slice at most' }),
    ),
  ),
  airlines: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, maxItems: 50, description: 'Only these marketing carriers' }),
  ),
  departureTime: Type.Optional(
    AlsoNamed(
      'departure_time',
      Type.Union([TimeWindow, Type.Array(Nullable(TimeWindow))], {
        description:
          'Local times of departure, {"from": "06:00", "to": "12:00"}: one for all slices, or a list with one for each',
      }),
    ),
  ),
  sort: Type.Optional(Type.Enum([...SORTS], { description: 'price if left out' })),
  client_id: Type.Optional(
    Type.String({
      description: 'For whom: pricing rules for this client apply, and it is who books unless said',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        `Offers at most, the first by \`sort\`; if left out, or above ${OFFERS_MAX}, all that were found up to ` +
        `${OFFERS_MAX}`,
    }),
  ),
})

const Anything = Type.Optional(Type.Unknown())

/** Not validated by schema: the contract has its own error texts and order, see `features/flights/search-input.ts`. */
export const SearchInput = CheckedByHand(
  Type.Object({
    type: Anything,
    slices: Anything,
    passengers: Anything,
    cabinClass: Anything,
    maxConnections: Anything,
    airlines: Anything,
    departureTime: Anything,
    sort: Anything,
    limit: Anything,
    client_id: Anything,
  }),
  SearchBody,
)
export type SearchInput = Type.Static<typeof SearchInput>

/** A round trip with all offers costs one; larger searches cost a multiple. */
const ORDINARY = 2 * OFFERS_MAX

/** For any body: it is validated later. */
export function searchCost(body: unknown): number {
  const { slices, limit }: SearchInput = typeof body === 'object' && body !== null ? body : {}
  const count = Array.isArray(slices) ? Math.min(slices.length, SLICES_MAX) : 1
  const offers = typeof limit === 'number' && limit > 0 ? Math.min(limit, OFFERS_MAX) : OFFERS_MAX
  return Math.max(1, Math.ceil((count * offers) / ORDINARY))
}

// Reference data for integrators: airports, cities and airlines.

export const PLACES_USUAL = 10
export const PLACES_MAX = 50

const Query = (description: string, examples: string[]) =>
  Type.String({ minLength: 1, maxLength: 100, description, examples })

const place = {
  iata_code: Type.String({
    description: 'Code to search flights with; the code of a city means all its airports',
  }),
  name: Type.String(),
  city_name: Type.String(),
  iata_city_code: Type.String({ description: "The airport's own code, unless IATA gives the city another" }),
  country_code: Type.String({ description: 'ISO 3166-1 alpha-2' }),
  country_name: Type.String(),
  time_zone: Type.String({ description: "IANA zone; a city's is that of its main airport" }),
  latitude: Type.Number(),
  longitude: Type.Number(),
}

export const AirportPlace = Type.Object({ type: Type.Literal('airport'), ...place })

export const PlaceSuggestion = Type.Object({
  type: Type.Enum(['airport', 'city']),
  ...place,
  airports: Type.Optional(Type.Array(AirportPlace, { description: 'Of a city; the main one first' })),
})
export type PlaceSuggestion = Type.Static<typeof PlaceSuggestion>

export const PlacesQuery = Type.Object({
  query: Query('Start or part of a code, a city or an airport; accents and capitals do not matter', ['sao']),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, description: `${PLACES_USUAL} if left out, at most ${PLACES_MAX}` }),
  ),
})

export const Airline = Type.Object({
  iata_code: Type.String(),
  icao_code: Nullable(Type.String({ description: 'null where it is not known' })),
  name: Type.String(),
  country_code: Type.String({ description: 'ISO 3166-1 alpha-2' }),
})
export type Airline = Type.Static<typeof Airline>

export const AirlinesQuery = Type.Intersect([
  Type.Object({ query: Type.Optional(Query('A code, or part of a name', ['azul'])) }),
  PageQuery,
])

// Operations to find flights: the contract's search, re-reading one offer, and lists of places and airlines
// for forms.

const tag = 'Flights'
const DAY_SECONDS = 86_400

export const FLIGHT_OPERATIONS = {
  'flights.search': {
    method: 'POST',
    path: '/api/v1/flights/search',
    access: 'search',
    isSearch: true,
    searchCost,
    tag,
    summary: 'Search flights',
    description:
      'Offers with final prices in BRL, the cheapest first. Each can be booked by its id until it expires. ' +
      'Checks the shape, the date format, the airport codes and that no date has passed, in this order.',
    inLanguages: true,
    body: SearchInput,
    response: written(OfferRequestResult),
    errors: ['invalid_date_format', 'invalid_airport_code', 'departure_date_in_the_past', 'client_not_found'],
  },
  'offers.read': {
    method: 'GET',
    path: '/api/v1/offers/:id',
    access: 'search',
    tag,
    summary: 'Read an offer again',
    description:
      'Asks the carrier for the offer as it stands now, priced by the terms of the search. price_changed says ' +
      'whether it still costs what it did; booking it at another price is refused.',
    inLanguages: true,
    params: Type.Object({ id: IdOf('offer', 'off') }),
    response: bare(CurrentOffer),
    errors: ['offer_not_found', 'offer_expired', 'sold_out'],
  },
  'places.suggest': {
    method: 'GET',
    path: '/api/v1/places',
    access: 'search',
    tag,
    summary: 'Suggest airports and cities',
    description:
      'The best first. A city with several airports comes before them and names them. Portuguese and English names ' +
      'are found. Responses use English, or Portuguese if Accept-Language prefers it.',
    inLanguages: true,
    query: PlacesQuery,
    response: data(Type.Array(PlaceSuggestion)),
  },
  'airlines.list': {
    method: 'GET',
    path: '/api/v1/airlines',
    access: 'search',
    tag,
    summary: 'List airlines',
    description: 'By code; with `query`, the one with that code first.',
    query: AirlinesQuery,
    response: list(Airline),
  },
  'airlines.logo': {
    method: 'GET',
    path: `${LOGO_PATH}/:file`,
    access: 'open',
    params: Type.Object({ file: Type.String({ description: 'Airline code and .svg' }) }),
    response: image('image/svg+xml', DAY_SECONDS),
    errors: ['route_not_found'],
  },
} as const satisfies Operations
