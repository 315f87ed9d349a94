// What a flight search is asked for.
import Type from 'typebox'
import { CheckedByHand, Nullable } from './common.ts'
import { CABIN_CLASSES, PASSENGER_TYPES } from './flights.ts'
import { OFFERS_MAX, SLICES_MAX } from './limits.ts'

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
      departureDate: Type.String({ description: 'YYYY-MM-DD, today at the origin or later' }),
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
  cabinClass: Type.Optional(Type.Enum([...CABIN_CLASSES], { description: 'economy if left out' })),
  maxConnections: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 3, description: 'Changes of plane in each slice at most' }),
  ),
  airlines: Type.Optional(
    Type.Array(Type.String(), { minItems: 1, maxItems: 50, description: 'Only these marketing carriers' }),
  ),
  departureTime: Type.Optional(
    Type.Union([TimeWindow, Type.Array(Nullable(TimeWindow))], {
      description:
        'Local times of departure, {"from": "06:00", "to": "12:00"}: one for all slices, or a list with one for each',
    }),
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

/** Not validated by schema: the contract has its own error texts and order, see flights/read-search. */
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

/** There and back with all offers is one; what has more slices counts as many times as it is larger. */
const ORDINARY = 2 * OFFERS_MAX

/** Of any body: its faults are found later. */
export function searchCost(body: unknown): number {
  const { slices, limit }: SearchInput = typeof body === 'object' && body !== null ? body : {}
  const count = Array.isArray(slices) ? Math.min(slices.length, SLICES_MAX) : 1
  const offers = typeof limit === 'number' && limit > 0 ? Math.min(limit, OFFERS_MAX) : OFFERS_MAX
  return Math.max(1, Math.ceil((count * offers) / ORDINARY))
}
