// Operations on invoices: the contract's five, payments that came another way, and what the books need.
import Type from 'typebox'
import { attachment, data, list } from '../answers.ts'
import {
  Invoice,
  InvoiceChange,
  InvoiceInput,
  InvoicesFilter,
  InvoicesQuery,
  PaymentInput,
  Receivables,
} from '../invoices.ts'
import { Deleted } from '../invoicing.ts'
import { Message, MessagesQuery } from '../messages.ts'
import type { Operations } from '../operation.ts'

const tag = 'Invoices'
const params = Type.Object({ id: Type.String({ description: 'Id of the invoice (UUID)' }) })

export const INVOICE_OPERATIONS = {
  'invoices.list': {
    method: 'GET',
    path: '/api/v1/invoices',
    access: 'invoices.read',
    tag,
    summary: 'List invoices',
    description: 'Newest first.',
    query: InvoicesQuery,
    answer: list(Invoice),
  },
  'invoices.create': {
    method: 'POST',
    path: '/api/v1/invoices',
    access: 'invoices.write',
    tag,
    summary: 'Create an invoice',
    description:
      'Amounts are computed from items and rates, half-up to the cent. A PIX code is made with it. It is a draft ' +
      'unless `status` says otherwise.',
    body: InvoiceInput,
    status: 201,
    answer: data(Invoice),
    errors: ['client_not_found', 'payment_provider_not_found'],
  },
  'invoices.read': {
    method: 'GET',
    path: '/api/v1/invoices/:id',
    access: 'invoices.read',
    tag,
    summary: 'Read an invoice',
    description: 'With its client, items and payments.',
    params,
    answer: data(Invoice),
    errors: ['invoice_not_found'],
  },
  'invoices.update': {
    method: 'PATCH',
    path: '/api/v1/invoices/:id',
    access: 'invoices.write',
    tag,
    summary: 'Update an invoice',
    description:
      'Status and payment at any time; `notes`, `due_date`, `items` and rates while it is a draft. A supplied ' +
      '`payment_status` stands until money moves again; `amount_paid` is the sum, and the difference becomes a ' +
      'payment.',
    params,
    body: InvoiceChange,
    answer: data(Invoice),
    errors: ['invoice_not_found', 'invoice_is_not_a_draft', 'invalid_status_transition'],
  },
  'invoices.delete': {
    method: 'DELETE',
    path: '/api/v1/invoices/:id',
    access: 'invoices.write',
    tag,
    summary: 'Delete a draft',
    params,
    answer: data(Deleted),
    errors: ['invoice_not_found', 'only_draft_invoices_can_be_deleted'],
  },
  'invoices.recordPayment': {
    method: 'POST',
    path: '/api/v1/invoices/:id/payments',
    access: 'invoices.write',
    tag,
    summary: 'Record a payment',
    description: 'For money that came another way than by PIX. Answers the invoice.',
    params,
    body: PaymentInput,
    status: 201,
    answer: data(Invoice),
    errors: ['invoice_not_found'],
  },
  'invoices.download': {
    method: 'GET',
    path: '/api/v1/invoices.csv',
    access: 'invoices.read',
    tag,
    summary: 'Download invoices',
    description: 'All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names).',
    query: InvoicesFilter,
    answer: attachment('text/csv'),
  },
  'invoices.receivables': {
    method: 'GET',
    path: '/api/v1/reports/receivables',
    access: 'invoices.read',
    tag,
    summary: 'What is owed',
    description: 'Sent invoices that are not fully paid, by days since their due date.',
    answer: data(Receivables),
  },
  'messages.list': {
    method: 'GET',
    path: '/api/v1/messages',
    access: 'invoices.read',
    tag,
    summary: 'List messages to clients',
    description: 'Newest first: what was told about invoices, on the phone or by mail.',
    query: MessagesQuery,
    answer: list(Message),
  },
} as const satisfies Operations
