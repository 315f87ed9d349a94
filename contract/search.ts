// The search over everything a team has.
import Type from 'typebox'
import { Brl } from './amounts.ts'
import { Nullable, Timestamp } from './common.ts'
import type { Operations } from './operation.ts'
import { data } from './responses.ts'

const FOUND_TYPES = ['booking', 'client', 'invoice', 'quote', 'recurring_invoice', 'trip'] as const

/** Where a match was found, the surest first: results have this order. */
export const MATCHES = [
  'id',
  'locator',
  'ticket',
  'number',
  'tax_id',
  'email',
  'name',
  'traveller',
  'client',
  'amount',
] as const
export type Match = (typeof MATCHES)[number]

/** Per type, by default. */
export const FOUND_USUAL = 5
const FOUND_MAX = 20

export const SearchResult = Type.Object({
  type: Type.Enum([...FOUND_TYPES]),
  id: Type.String({ description: 'As the type itself writes it' }),
  title: Type.String({ description: 'Locator, name or number; of what has none, the id' }),
  subtitle: Type.String({ description: 'Whom and when it is about' }),
  status: Type.String({
    description: 'Of a client `active` or `inactive`, of an invoice its payment once it is sent',
  }),
  amount: Nullable(Type.String({ description: 'What the client pays; null for clients and trips' })),
  currency: Brl,
  matched: Type.Enum([...MATCHES], { description: 'What of it was found' }),
  exact: Type.Boolean({ description: 'It was found whole, and not in part' }),
  created_at: Timestamp,
})
export type SearchResult = Type.Static<typeof SearchResult>

export const SearchQuery = Type.Object({
  q: Type.String({
    minLength: 1,
    maxLength: 100,
    pattern: '\\S',
    description:
      'Locator, ticket number, name of a traveller or client, e-mail, CPF or CNPJ, number of an invoice or trip, name of ' +
      'a recurring invoice or trip, amount (`1.234,56` or `1234.56`) or id. Parts of words are found from three characters on',
  }),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: FOUND_MAX,
      description: `Of each type at most; ${FOUND_USUAL} if left out`,
    }),
  ),
})
export type SearchQuery = Type.Static<typeof SearchQuery>

/** The search runs five queries. */
const SEARCH_COST = 5

export const SEARCH_OPERATIONS = {
  'search.everything': {
    method: 'GET',
    path: '/api/v1/search',
    access: 'team.read',
    tag: 'Search',
    summary: 'Search everything',
    description:
      'What was found whole first, then the newest; of each type only to callers who may read it ' +
      '(`bookings.read`, `clients.read`, `invoices.read`, `quotes.read`, `recurringInvoices.read`, `trips.read`), ' +
      'and by CPF or CNPJ to who has `clients.read`. ' +
      `Counts as ${SEARCH_COST} requests.`,
    query: SearchQuery,
    queryCost: () => SEARCH_COST - 1,
    response: data(Type.Array(SearchResult)),
  },
} as const satisfies Operations
