// Binds the operations on quotes.
import type { QUOTE_OPERATIONS } from '../../../contract/operations/quotes.ts'
import type { Bindings } from '../bindings.ts'
import { todayOf } from '../teams/today.ts'
import type { World } from '../world.ts'
import { createQuote } from './create-quote.ts'
import { deleteQuote } from './delete-quote.ts'
import { readQuote, readQuotes } from './read-quotes.ts'
import { turnQuoteIntoInvoice } from './turn-quote-into-invoice.ts'
import { updateQuote } from './update-quote.ts'

export function quoteRoutes(world: World): Bindings<typeof QUOTE_OPERATIONS> {
  return {
    'quotes.list': async ({ owner, query, page, caller }) =>
      readQuotes(world, owner, query, page, await todayOf(world, caller)),
    'quotes.create': ({ scope, body }) => createQuote(world, scope, body),
    'quotes.read': async ({ owner, params, caller }) =>
      readQuote(world, owner, params.id, await todayOf(world, caller)),
    'quotes.update': ({ scope, params, body }) => updateQuote(world, scope, params.id, body),
    'quotes.delete': ({ scope, params }) => deleteQuote(world, scope, params.id),
    'quotes.invoice': ({ scope, params, body = {} }) => turnQuoteIntoInvoice(world, scope, params.id, body),
  }
}
