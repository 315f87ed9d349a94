// One search over all that a team has, as far as the caller may read it: what was found whole first, then the newest.
import type { Permission } from '../../../contract/permissions.ts'
import { FOUND_USUAL, MATCHES, type SearchQuery, type SearchResult } from '../../../contract/search.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { Caller } from '../teams/caller.ts'
import { readTerm } from './read-term.ts'
import { searchBookings } from './search-bookings.ts'
import { findMatchingClients, tellClient } from './search-clients.ts'
import { searchInvoices, searchQuotes, searchRecurring } from './search-documents.ts'
import type { Told } from './ways.ts'

/** Of so many clients that fit, the documents and bookings are found too. */
const CLIENTS_MAX = 20

type Found = Told & { created_at: Date }

export async function searchEverything(
  db: Queryable,
  { owner, permissions }: Pick<Caller, 'owner' | 'permissions'>,
  { q, limit = FOUND_USUAL }: SearchQuery,
  thisYear: number,
): Promise<SearchResult[]> {
  const read = readTerm(q)
  // By a part of a tax id they would be told it digit by digit, who may not read clients.
  const term = permissions.has('clients.read') ? read : { ...read, taxId: null }
  const asked = { db, owner, limit }
  // Whoever sees a booking or an invoice sees name and e-mail of its client, and finds it by those.
  const clients = await findMatchingClients({ ...asked, limit: CLIENTS_MAX }, term)
  const ids = clients.map(({ id }) => id)
  const places: readonly [Permission, () => Promise<Found[]>][] = [
    ['bookings.read', () => searchBookings(asked, term, ids)],
    ['clients.read', async () => clients.map((client) => tellClient(client, term))],
    ['invoices.read', () => searchInvoices(asked, term, ids, thisYear)],
    ['quotes.read', () => searchQuotes(asked, term, ids)],
    ['recurringInvoices.read', () => searchRecurring(asked, term, ids)],
  ]
  const found: Found[] = []
  for (const [permission, search] of places)
    if (permissions.has(permission)) found.push(...inOrder(await search()).slice(0, limit))
  return inOrder(found).map(({ created_at, ...result }) => ({
    ...result,
    currency: 'BRL',
    created_at: isoTimestamp(created_at),
  }))
}

function inOrder(found: readonly Found[]): Found[] {
  return found.toSorted(
    (a, b) =>
      Number(b.exact) - Number(a.exact) ||
      MATCHES.indexOf(a.matched) - MATCHES.indexOf(b.matched) ||
      b.created_at.getTime() - a.created_at.getTime(),
  )
}
