// One quote, or a page of them.
import type { Quote, QuotesQuery } from '../../../contract/quotes.ts'
import { fail } from '../../base/values/fail.ts'
import { isUuid } from '../../base/values/ids.ts'
import type { Listing, Page } from '../../base/values/pages.ts'
import { uuidFromClientId } from '../../clients/client-id.ts'
import { findClients } from '../../clients/client-store.ts'
import { totalOf } from '../../outbox/list-counts.ts'
import type { Owner } from '../../outbox/owner.ts'
import type { World } from '../../world.ts'
import { countQuotes, findQuote, listQuotes, type QuoteRow } from './quote-store.ts'
import { quoteView } from './quote-view.ts'
import { QUOTE_LIST } from './save-quote.ts'

export async function readQuote(
  world: World,
  owner: Owner,
  id: string,
  today: Temporal.PlainDate,
): Promise<Quote> {
  const quote = isUuid(id) ? await findQuote(world.pool, owner, id) : undefined
  const [view] = await viewsOf(world, owner, [quote ?? fail('quote_not_found')], today)
  return view!
}

export async function readQuotes(
  world: World,
  owner: Owner,
  { status, client_id }: QuotesQuery,
  page: Page,
  today: Temporal.PlainDate,
): Promise<Listing<Quote>> {
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  if (clientId === null) return { items: [], total: 0 }
  const filter = { status, clientId }
  const total =
    clientId === undefined
      ? await totalOf(world.pool, owner, QUOTE_LIST, (bucket) => (status ?? bucket) === bucket)
      : await countQuotes(world.pool, owner, filter)
  const rows = await listQuotes(world.pool, owner, filter, page)
  return { items: await viewsOf(world, owner, rows, today), total }
}

async function viewsOf(
  world: World,
  owner: Owner,
  quotes: QuoteRow[],
  today: Temporal.PlainDate,
): Promise<Quote[]> {
  const ids = [...new Set(quotes.map(({ client_id }) => client_id))]
  const clients = await findClients(world.pool, owner, ids)
  return quotes.map((quote) => quoteView(world, quote, clients.get(quote.client_id)!, today))
}
