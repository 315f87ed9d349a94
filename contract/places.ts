// Reference data for integrators: airports and cities to choose from, and airlines.
import Type from 'typebox'
import { Nullable, PageQuery } from './common.ts'

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
