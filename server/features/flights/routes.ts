// Binds the operations on flights, places and airlines.

import { FLIGHT_OPERATIONS } from '../../../contract/flights.ts'
import { englishOf } from '../../../contract/phrases/issues.ts'
import { unknownFieldsOf } from '../../kernel/values/input.ts'
import { ownerName } from '../../kernel/values/owner.ts'
import type { Bindings } from '../bindings.ts'
import { scopeOf, type World } from '../world.ts'
import { airlineLogo, listAirlines } from './airlines.ts'
import { rereadOffer } from './offers.ts'
import { searchPlaces } from './places.ts'
import { pricingOf } from './pricing/pricing.ts'
import { placesIn } from './reference/place-names.ts'

export function flightRoutes(world: World): Bindings<typeof FLIGHT_OPERATIONS> {
  const unknownFields = unknownFieldsOf(FLIGHT_OPERATIONS['flights.search'])
  return {
    'flights.search': async ({ owner, body, caller: { team }, namesLanguage: language }) => {
      const pricing = await pricingOf(world, owner)
      const warnings = unknownFields(body).map(({ field, issue }) => ({
        source: 'request',
        issue: `${field} ${englishOf(issue)}`,
      }))
      const { suppliers, without_airlines: withoutAirlines } = team
      const terms = { pricing, suppliers, withoutAirlines, warnings, language }
      const same = `${pricing.version} ${language} ${JSON.stringify(body)}`
      return world.heavyWork.run(ownerName(owner), 'search', { owner, body, terms }, same)
    },
    'offers.read': async ({ owner, params, namesLanguage }) => {
      const offer = await rereadOffer(world, await scopeOf(world, owner), params.id)
      return { ...offer, ...placesIn(offer.slices, namesLanguage) }
    },
    'places.suggest': ({ query, namesLanguage }) => searchPlaces(query.query, query.limit, namesLanguage),
    'airlines.list': ({ query, page }) => listAirlines(query.query, page),
    'airlines.logo': ({ params }) => ({ content: airlineLogo(params.file) }),
  }
}
