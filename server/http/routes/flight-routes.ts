// Binds the operations to find flights, and to choose places and airlines.
import type { FLIGHT_OPERATIONS } from '../../../contract/operations/flights.ts'
import { airlineLogo } from '../../flights/airline-logo.ts'
import { searchPlaces } from '../../flights/places.ts'
import { rereadOffer } from '../../flights/reread-offer.ts'
import { listAirlines } from '../../flights/search-airlines.ts'
import { searchFlights } from '../../flights/search-flights.ts'
import { termsOf } from '../../flights/search-terms.ts'
import { scopeOf, type World } from '../../world.ts'
import type { Bindings } from '../door/bindings.ts'

export function flightRoutes(world: World): Bindings<typeof FLIGHT_OPERATIONS> {
  return {
    'flights.search': ({ scope, body, caller }) =>
      searchFlights(world, scope, body, termsOf(world, caller.team)),
    'offers.read': async ({ owner, params }) => rereadOffer(world, await scopeOf(world, owner), params.id),
    'places.suggest': ({ query }) => searchPlaces(query.query, query.limit),
    'airlines.list': ({ query, page }) => listAirlines(query.query, page),
    'airlines.logo': ({ params }) => ({ content: airlineLogo(params.file) }),
  }
}
