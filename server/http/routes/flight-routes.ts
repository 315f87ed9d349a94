// /api/v1/flights/search and /api/v1/offers: the contract's search, and one offer read again.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { IdOf } from '../../../contract/common.ts'
import { CurrentOffer, OfferRequestResult, SearchInput } from '../../../contract/flights.ts'
import { parseDecimal } from '../../base/values/decimal.ts'
import { rereadOffer } from '../../flights/reread-offer.ts'
import { type SearchTerms, searchFlights } from '../../flights/search-flights.ts'
import { scopeOf, type World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { ownerOf } from '../door/front-door.ts'
import type { App } from '../door/types.ts'

const tags = ['Flights']

export function flightRoutes(app: App, world: World): void {
  app.post(
    '/api/v1/flights/search',
    {
      config: { search: true },
      schema: {
        summary: 'Search flights',
        description:
          'Offers with final prices in BRL, the cheapest first. Each can be booked by its id until it expires. ' +
          'Checks the shape, the date format, the airport codes and that no date has passed, in this order.',
        tags,
        body: SearchInput,
        response: writeAnswers(
          200,
          OfferRequestResult,
          'invalid_date_format',
          'invalid_airport_code',
          'departure_date_in_the_past',
        ),
      },
    },
    (request, reply) =>
      change(
        world,
        request,
        reply,
        (scope) => searchFlights(world, scope, request.body, termsOf(world, request)),
        { body: (result) => result },
      ),
  )

  app.get(
    '/api/v1/offers/:id',
    {
      schema: {
        summary: 'Read an offer again',
        description:
          'Asks the carrier for the offer as it stands now, priced by the terms of the search. price_changed tells ' +
          'whether it still costs what it did; booking it at another price is refused.',
        tags,
        params: Type.Object({ id: IdOf('offer', 'off') }),
        response: readAnswers(CurrentOffer, 'offer_not_found', 'offer_expired', 'sold_out'),
      },
    },
    async (request, reply) => {
      const scope = await scopeOf(world, ownerOf(request))
      return reply.send(await rereadOffer(world, scope, request.params.id))
    },
  )
}

function termsOf({ address }: World, request: FastifyRequest): SearchTerms {
  const { markup_percent, fee_cents } = request.caller!
  return {
    markupPercent: parseDecimal(markup_percent)!,
    feeCents: fee_cents,
    logoOf: (airline) => `${address.url}/airlines/${airline}.svg`,
  }
}
