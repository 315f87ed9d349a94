// /api/v1/places and /api/v1/airlines: what a form needs so that people choose instead of typing codes.
import Type from 'typebox'
import { Enveloped, Listed } from '../../../contract/common.ts'
import {
  Airline,
  AirlinesQuery,
  PLACES_MAX,
  PLACES_USUAL,
  PlaceSuggestion,
  PlacesQuery,
} from '../../../contract/places.ts'
import { searchPlaces } from '../../flights/places.ts'
import { searchAirlines } from '../../flights/search-airlines.ts'
import { readAnswers } from '../door/answers.ts'
import { enveloped } from '../door/envelope.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Flights']

export function placeRoutes(app: App): void {
  app.get(
    '/api/v1/places',
    {
      schema: {
        summary: 'Suggest airports and cities',
        description: 'The best first. A city with several airports comes before them and names them.',
        tags,
        querystring: PlacesQuery,
        response: readAnswers(Enveloped(Type.Array(PlaceSuggestion))),
      },
    },
    async (request, reply) => {
      const { query, limit = PLACES_USUAL } = request.query
      return reply.send(enveloped(searchPlaces(query, Math.min(limit, PLACES_MAX))))
    },
  )

  app.get(
    '/api/v1/airlines',
    {
      schema: {
        summary: 'List airlines',
        description: 'By code; with `query`, the one with that code first.',
        tags,
        querystring: AirlinesQuery,
        response: readAnswers(Listed(Airline)),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query)
      const airlines = searchAirlines(request.query.query)
      const shown = airlines.slice(page.offset, page.offset + page.limit)
      return reply.send(listed(shown, page, airlines.length))
    },
  )
}
