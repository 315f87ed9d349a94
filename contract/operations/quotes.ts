// Operations on quotes: the contract's five, and the step from an accepted quote to an invoice.
import Type from 'typebox'
import { data, list } from '../answers.ts'
import { OptionalBody } from '../common.ts'
import { Invoice } from '../invoices.ts'
import { Deleted } from '../invoicing.ts'
import type { Operations } from '../operation.ts'
import { Quote, QuoteChange, QuoteInput, QuoteInvoiceInput, QuotesQuery } from '../quotes.ts'

const tag = 'Quotes'
const params = Type.Object({ id: Type.String({ description: 'Id of the quote (UUID)' }) })

export const QUOTE_OPERATIONS = {
  'quotes.list': {
    method: 'GET',
    path: '/api/v1/quotes',
    access: 'quotes.read',
    tag,
    summary: 'List quotes',
    description: 'Newest first.',
    query: QuotesQuery,
    answer: list(Quote),
  },
  'quotes.create': {
    method: 'POST',
    path: '/api/v1/quotes',
    access: 'quotes.write',
    tag,
    summary: 'Create a quote',
    body: QuoteInput,
    status: 201,
    answer: data(Quote),
    errors: ['client_not_found'],
  },
  'quotes.read': {
    method: 'GET',
    path: '/api/v1/quotes/:id',
    access: 'quotes.read',
    tag,
    summary: 'Read a quote',
    params,
    answer: data(Quote),
    errors: ['quote_not_found'],
  },
  'quotes.update': {
    method: 'PATCH',
    path: '/api/v1/quotes/:id',
    access: 'quotes.write',
    tag,
    summary: 'Update a quote',
    description: 'Its status until it became an invoice; its content while it is a draft or sent.',
    params,
    body: QuoteChange,
    answer: data(Quote),
    errors: ['quote_not_found', 'invalid_status_transition'],
  },
  'quotes.delete': {
    method: 'DELETE',
    path: '/api/v1/quotes/:id',
    access: 'quotes.write',
    tag,
    summary: 'Delete a draft quote',
    params,
    answer: data(Deleted),
    errors: ['quote_not_found', 'only_draft_quotes_can_be_deleted'],
  },
  'quotes.invoice': {
    method: 'POST',
    path: '/api/v1/quotes/:id/invoice',
    access: 'invoices.write',
    tag,
    summary: 'Turn an accepted quote into an invoice',
    description: 'Once. Issued today and due in seven days unless told otherwise.',
    params,
    body: OptionalBody(QuoteInvoiceInput),
    status: 201,
    answer: data(Invoice),
    errors: ['quote_not_found', 'payment_provider_not_found', 'invalid_status_transition'],
  },
} as const satisfies Operations
