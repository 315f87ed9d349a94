// The one search over everything.
import Type from 'typebox'
import { data } from '../answers.ts'
import type { Operations } from '../operation.ts'
import { SearchQuery, SearchResult } from '../search.ts'

/** It looks in five places. */
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
      '(`bookings.read`, `clients.read`, `invoices.read`, `quotes.read`, `recurringInvoices.read`), ' +
      'and by CPF or CNPJ to who has `clients.read`. ' +
      `Counts as ${SEARCH_COST} requests.`,
    query: SearchQuery,
    queryCost: () => SEARCH_COST - 1,
    answer: data(Type.Array(SearchResult)),
  },
} as const satisfies Operations
