// /api/v1/quotes: the contract's five routes, and the step from an accepted quote to an invoice.
import Type from 'typebox'
import { Enveloped, Listed, OptionalBody } from '../../../contract/common.ts'
import { Invoice } from '../../../contract/invoices.ts'
import { Deleted } from '../../../contract/invoicing.ts'
import { Quote, QuoteChange, QuoteInput, QuoteInvoiceInput, QuotesQuery } from '../../../contract/quotes.ts'
import { createQuote } from '../../invoicing/quotes/create-quote.ts'
import { deleteQuote } from '../../invoicing/quotes/delete-quote.ts'
import { readQuote, readQuotes } from '../../invoicing/quotes/read-quotes.ts'
import { invoiceQuote } from '../../invoicing/quotes/turn-quote-into-invoice.ts'
import { updateQuote } from '../../invoicing/quotes/update-quote.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { todayOf } from '../door/day-range.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Quotes']
const params = Type.Object({ id: Type.String({ description: 'Id of the quote (UUID)' }) })

export function quoteRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/quotes',
    {
      schema: {
        summary: 'List quotes',
        description: 'Newest first.',
        tags,
        querystring: QuotesQuery,
        response: readAnswers(Listed(Quote)),
      },
    },
    async (request, reply) => {
      const page = pageOf(request.query)
      const today = await todayOf(world, request.caller!)
      const { quotes, total } = await readQuotes(world, ownerOf(request), request.query, page, today)
      return reply.send(listed(quotes, page, total))
    },
  )

  app.post(
    '/api/v1/quotes',
    {
      schema: {
        summary: 'Create a quote',
        tags,
        body: QuoteInput,
        response: writeAnswers(201, Enveloped(Quote), 'client_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => createQuote(world, scope, request.body), { status: 201 }),
  )

  app.get(
    '/api/v1/quotes/:id',
    {
      schema: {
        summary: 'Read a quote',
        tags,
        params,
        response: readAnswers(Enveloped(Quote), 'quote_not_found'),
      },
    },
    async (request, reply) => {
      const today = await todayOf(world, request.caller!)
      return reply.send(enveloped(await readQuote(world, ownerOf(request), request.params.id, today)))
    },
  )

  app.patch(
    '/api/v1/quotes/:id',
    {
      schema: {
        summary: 'Update a quote',
        description: 'Its status until it became an invoice; its content while it is a draft or sent.',
        tags,
        params,
        body: QuoteChange,
        response: writeAnswers(200, Enveloped(Quote), 'quote_not_found', 'invalid_status_transition'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => updateQuote(world, scope, request.params.id, request.body)),
  )

  app.delete(
    '/api/v1/quotes/:id',
    {
      schema: {
        summary: 'Delete a draft quote',
        tags,
        params,
        response: writeAnswers(
          200,
          Enveloped(Deleted),
          'quote_not_found',
          'only_draft_quotes_can_be_deleted',
        ),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => deleteQuote(world, scope, request.params.id)),
  )

  app.post(
    '/api/v1/quotes/:id/invoice',
    {
      schema: {
        summary: 'Turn an accepted quote into an invoice',
        description: 'Once. Issued today and due in seven days unless told otherwise.',
        tags,
        params,
        body: OptionalBody(QuoteInvoiceInput),
        response: writeAnswers(
          201,
          Enveloped(Invoice),
          'quote_not_found',
          'payment_provider_not_found',
          'invalid_status_transition',
        ),
      },
    },
    (request, reply) =>
      change(
        world,
        request,
        reply,
        (scope) => invoiceQuote(world, scope, request.params.id, request.body ?? {}),
        { status: 201 },
      ),
  )
}
