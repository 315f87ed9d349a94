// Binds the operations to find flights, and to choose places and airlines.
import { FLIGHT_OPERATIONS } from '../../../contract/operations/flights.ts'
import { airlineLogo } from '../../flights/airline-logo.ts'
import { searchPlaces } from '../../flights/places.ts'
import { pricingOf } from '../../flights/pricing/known-pricing.ts'
import { rereadOffer } from '../../flights/reread-offer.ts'
import { listAirlines } from '../../flights/search-airlines.ts'
import { turnsOf } from '../../outside/heavy-work.ts'
import { scopeOf, type World } from '../../world.ts'
import type { Bindings } from '../door/bindings.ts'
import { unknownFieldsOf } from '../../kernel/values/unknown-fields.ts'

export function flightRoutes(world: World): Bindings<typeof FLIGHT_OPERATIONS> {
  const unknownFields = unknownFieldsOf(FLIGHT_OPERATIONS['flights.search'])
  return {
    'flights.search': async ({ owner, body, caller: { team } }) => {
      const pricing = await pricingOf(world, owner)
      const warnings = unknownFields(body).map(({ field, issue }) => ({
        source: 'request',
        issue: `${field} ${issue}`,
      }))
      const terms = { pricing, suppliers: team.suppliers, withoutAirlines: team.without_airlines, warnings }
      const same = `${pricing.version} ${JSON.stringify(body)}`
      return world.heavyWork.run(turnsOf(owner), 'search', { owner, body, terms }, same)
    },
    'offers.read': async ({ owner, params }) => rereadOffer(world, await scopeOf(world, owner), params.id),
    'places.suggest': ({ query, language }) => searchPlaces(query.query, query.limit, language),
    'airlines.list': ({ query, page }) => listAirlines(query.query, page),
    'airlines.logo': ({ params }) => ({ content: airlineLogo(params.file) }),
  }
}
