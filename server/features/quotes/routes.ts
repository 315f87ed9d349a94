// Binds the operations on quotes.
import type { QUOTE_OPERATIONS } from '../../../contract/quotes.ts'
import type { Bindings } from '../bindings.ts'
import { todayOf } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { sendQuote } from './notify.ts'
import { turnQuoteIntoInvoice } from './quote-invoice.ts'
import { turnQuoteIntoTrip } from './quote-trip.ts'
import { createQuote, deleteQuote, readQuote, readQuotes, updateQuote } from './quotes.ts'

export function quoteRoutes(world: World): Bindings<typeof QUOTE_OPERATIONS> {
  return {
    'quotes.list': async ({ owner, query, page, caller }) =>
      readQuotes(world, owner, {
        query,
        page,
        today: await todayOf(world, caller),
        zone: caller.team.time_zone,
      }),
    'quotes.create': ({ scope, body }) => createQuote(world, scope, body),
    'quotes.read': async ({ db, owner, params, caller }) =>
      readQuote(world, db, { owner, id: params.id, today: await todayOf({ ...world, pool: db }, caller) }),
    'quotes.update': ({ scope, params, body }) => updateQuote(world, scope, params.id, body),
    'quotes.send': ({ scope, params, body = {} }) => sendQuote(world, scope, params.id, body),
    'quotes.delete': ({ scope, params }) => deleteQuote(world, scope, params.id),
    'quotes.invoice': ({ scope, params, body = {} }) => turnQuoteIntoInvoice(world, scope, params.id, body),
    'quotes.trip': ({ scope, params, caller }) => turnQuoteIntoTrip(world, scope, params.id, caller),
  }
}
