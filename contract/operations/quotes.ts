// Operations on quotes: the contract's five, and the step from an accepted quote to an invoice.
import { data, withWarnings } from '../answers.ts'
import { OptionalBody } from '../common.ts'
import { Invoice } from '../invoices.ts'
import { Deleted } from '../invoicing.ts'
import type { Operations } from '../operation.ts'
import { Quote, QuoteChange, QuoteInput, QuoteInvoiceInput, QuotesQuery } from '../quotes.ts'
import { changeOne, createOne, deleteOne, listAll, readOne } from '../resource-operations.ts'
import { quotes } from '../resources.ts'

export const QUOTE_OPERATIONS = {
  'quotes.list': listAll(quotes, QuotesQuery, Quote, 'List quotes'),
  'quotes.create': createOne(quotes, {
    summary: 'Create a quote',
    body: QuoteInput,
    answer: data(Quote),
    errors: ['client_not_found'],
  }),
  'quotes.read': readOne(quotes, { summary: 'Read a quote', answer: data(Quote) }),
  'quotes.update': changeOne(quotes, {
    summary: 'Update a quote',
    description:
      'Its status until it became an invoice; its content, `client_id` too, while it is a draft or sent.',
    body: QuoteChange,
    answer: data(Quote),
    errors: ['client_not_found', 'invalid_status_transition'],
  }),
  'quotes.delete': deleteOne(quotes, {
    summary: 'Delete a draft quote',
    answer: data(Deleted),
    errors: ['only_draft_quotes_can_be_deleted'],
  }),
  'quotes.invoice': {
    method: 'POST',
    path: '/api/v1/quotes/:id/invoice',
    access: 'invoices.write',
    tag: quotes.tag,
    summary: 'Turn an accepted quote into an invoice',
    description: 'Once. Issued today and due in seven days unless told otherwise.',
    params: quotes.params,
    body: OptionalBody(QuoteInvoiceInput),
    status: 201,
    answer: withWarnings(Invoice),
    errors: ['quote_not_found', 'payment_provider_not_found', 'invalid_status_transition'],
  },
} as const satisfies Operations
