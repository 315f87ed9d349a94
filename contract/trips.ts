// A trip as the client of a quote reads it: flights with their times, bags, and what the fare allows. Facts and not
// sentences, so that it can be told in the client's language.
import Type from 'typebox'
import { Nullable } from './common.ts'

const LEGS_MAX = 12
const FLIGHTS_MAX = 6

const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, description, ...(examples.length > 0 && { examples }) })
const AirportTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$',
  description: 'By the clock of the airport, without a zone',
  examples: ['2026-12-20T06:40'],
})
const Airport = Type.String({ pattern: '^[A-Z]{3}$', description: 'IATA code', examples: ['GRU'] })

const LEG = {
  origin: Airport,
  destination: Airport,
  departing_at: AirportTime,
  arriving_at: AirportTime,
}
const LEG_DETAILS = {
  origin_city: Nullable(text(80, 'City of departure', 'São Paulo')),
  destination_city: Nullable(text(80, 'City of arrival', 'Lisboa')),
  flights: Type.Array(text(12, 'Airline and number', 'LA 8084'), { maxItems: FLIGHTS_MAX }),
  stops: Type.Array(Airport, { maxItems: FLIGHTS_MAX, description: 'Where it is changed or stopped' }),
}

export const TripRule = Type.Object({
  allowed: Type.Boolean(),
  fee: Nullable(
    Type.Number({ minimum: 0, maximum: 1_000_000, description: 'BRL; null where it is not known' }),
  ),
})
export type TripRule = Type.Static<typeof TripRule>

export const TripBags = Type.Object({
  carry_on: Type.Integer({ minimum: 0, maximum: 9 }),
  checked: Type.Integer({ minimum: 0, maximum: 9 }),
})

const DETAILS = {
  airline: Nullable(text(80, 'Who flies', 'LATAM')),
  fare: Nullable(text(80, 'Name of the fare', 'Light')),
  bags: Nullable(TripBags),
  refund: Nullable(TripRule),
  change: Nullable(TripRule),
  travellers: Nullable(Type.Integer({ minimum: 1, maximum: 99 })),
}

export const Trip = Type.Object({
  legs: Type.Array(Type.Object({ ...LEG, ...LEG_DETAILS })),
  ...DETAILS,
})
export type Trip = Type.Static<typeof Trip>

export const TripInput = Type.Object({
  legs: Type.Array(Type.Object({ ...LEG, ...Type.Partial(Type.Object(LEG_DETAILS)).properties }), {
    minItems: 1,
    maxItems: LEGS_MAX,
  }),
  ...Type.Partial(Type.Object(DETAILS)).properties,
})
export type TripInput = Type.Static<typeof TripInput>
