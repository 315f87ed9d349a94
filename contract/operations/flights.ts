// Operations to find flights: the contract's search, one offer read again, and lists of places and airlines for forms.
import Type from 'typebox'
import { bare, data, image, list, written } from '../answers.ts'
import { IdOf } from '../common.ts'
import { SearchInput, searchCost } from '../flight-search.ts'
import { CurrentOffer, OfferRequestResult } from '../flights.ts'
import { LOGO_PATH } from '../links.ts'
import type { Operations } from '../operation.ts'
import { Airline, AirlinesQuery, PlaceSuggestion, PlacesQuery } from '../places.ts'

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
    body: SearchInput,
    answer: written(OfferRequestResult),
    errors: ['invalid_date_format', 'invalid_airport_code', 'departure_date_in_the_past', 'client_not_found'],
  },
  'offers.read': {
    method: 'GET',
    path: '/api/v1/offers/:id',
    access: 'search',
    tag,
    summary: 'Read an offer again',
    description:
      'Asks the carrier for the offer as it stands now, priced by the terms of the search. price_changed tells ' +
      'whether it still costs what it did; booking it at another price is refused.',
    params: Type.Object({ id: IdOf('offer', 'off') }),
    answer: bare(CurrentOffer),
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
      'are found; they are told in English, or in Portuguese where Accept-Language likes it best.',
    inLanguages: true,
    query: PlacesQuery,
    answer: data(Type.Array(PlaceSuggestion)),
  },
  'airlines.list': {
    method: 'GET',
    path: '/api/v1/airlines',
    access: 'search',
    tag,
    summary: 'List airlines',
    description: 'By code; with `query`, the one with that code first.',
    query: AirlinesQuery,
    answer: list(Airline),
  },
  'airlines.logo': {
    method: 'GET',
    path: `${LOGO_PATH}/:file`,
    access: 'open',
    params: Type.Object({ file: Type.String({ description: 'Airline code and .svg' }) }),
    answer: image('image/svg+xml', DAY_SECONDS),
    errors: ['route_not_found'],
  },
} as const satisfies Operations
