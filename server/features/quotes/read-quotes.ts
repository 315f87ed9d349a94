// One quote, or a page of them.
import type { Quote, QuotesQuery } from '../../../contract/quotes.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { clientOf, clientsOf } from '../clients/client-store.ts'
import { demandById } from '../invoices/read-input.ts'
import { readStatusList } from '../invoices/status-list.ts'
import type { World } from '../world.ts'
import { findQuote, listQuotes } from './quote-store.ts'
import { quoteView } from './quote-view.ts'
import { QUOTE_LIST } from './save-quote.ts'

export async function readQuote(
  world: World,
  owner: Owner,
  id: string,
  today: Temporal.PlainDate,
): Promise<Quote> {
  const quote = await demandById(id, (uuid) => findQuote(world.pool, owner, uuid), 'quote_not_found')
  return quoteView(world, quote, await clientOf(world.pool, owner, quote), today)
}

export async function readQuotes(
  world: World,
  owner: Owner,
  query: QuotesQuery,
  page: Page,
  today: Temporal.PlainDate,
): Promise<Listing<Quote>> {
  const quotes = { name: QUOTE_LIST, list: listQuotes }
  const { items, total } = await readStatusList(world.pool, owner, quotes, query, page)
  const client = await clientsOf(world.pool, owner, items)
  return { items: items.map((quote) => quoteView(world, quote, client(quote), today)), total }
}
