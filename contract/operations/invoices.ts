// Operations on invoices: the contract's five, payments received outside our banks, and reports for accounting.
import { attachment, data, list, withWarnings } from '../answers.ts'
import { PageQuery } from '../common.ts'
import { CsvQuery } from '../csv.ts'
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
import { Refund, RefundInput } from '../refunds.ts'
import { actOn, changeOne, createOne, deleteOne, listAll, readOf, readOne } from '../resource-operations.ts'
import { invoices } from '../resources.ts'

export const INVOICE_OPERATIONS = {
  'invoices.list': listAll(invoices, InvoicesQuery, Invoice, 'List invoices'),
  'invoices.create': createOne(invoices, {
    audit: 'money',
    summary: 'Create an invoice',
    description:
      'Amounts are computed from items and rates, half-up to the cent. A PIX code is made with it, or a boleto, ' +
      'or both, as `payment_methods` says; where no bank is connected or it does not answer, `warnings` says so, and ' +
      'the code follows by itself. It is a draft unless `status` says otherwise.',
    body: InvoiceInput,
    answer: withWarnings(Invoice),
    errors: ['client_not_found', 'payment_provider_not_found'],
  }),
  'invoices.read': readOne(invoices, {
    summary: 'Read an invoice',
    description: 'With its client, items and payments.',
    answer: data(Invoice),
  }),
  'invoices.update': changeOne(invoices, {
    audit: 'money',
    summary: 'Update an invoice',
    description:
      'Status, payment and `payment_methods` at any time; `client_id`, `issue_date`, `due_date`, `notes`, `items` ' +
      'and rates while it is a draft, `payment_provider_id` never: a field that cannot change is refused unless it ' +
      'says what is there. A supplied `payment_status` stands until money moves again; `amount_paid` is the sum, ' +
      'and the difference becomes a payment.',
    body: InvoiceChange,
    answer: withWarnings(Invoice),
    errors: ['client_not_found', 'invoice_is_not_a_draft', 'invalid_status_transition'],
  }),
  'invoices.delete': deleteOne(invoices, {
    audit: 'records',
    summary: 'Delete a draft',
    description: 'Also one that was noted as paid by hand; not one for which a bank received money.',
    answer: data(Deleted),
    errors: ['only_draft_invoices_can_be_deleted', 'bank_received_money_for_this_draft'],
  }),
  'invoices.recordPayment': actOn(invoices, 'payments', {
    audit: 'money',
    summary: 'Record a payment',
    description: 'For money that came another way than by PIX or boleto. Answers the invoice.',
    body: PaymentInput,
    status: 201,
    answer: withWarnings(Invoice),
  }),
  'invoices.refund': {
    ...actOn(invoices, 'refunds', {
      summary: 'Refund a payment',
      description:
        'Gives a PIX payment back to its payer, in full or in part, through the bank that collected it. The bank is ' +
        'asked right after the answer; `invoice.refund.succeeded` or `invoice.refund.failed` tells what came of it.',
      body: RefundInput,
      status: 201,
      answer: data(Refund),
      errors: [
        'nothing_to_refund',
        'refund_exceeds_payment',
        'refund_too_late',
        'boleto_cannot_be_refunded',
        'payment_provider_not_found',
      ],
    }),
    access: 'invoices.refund',
    audit: 'money',
  },
  'invoices.refunds': readOf(invoices, 'refunds', {
    summary: 'List refunds of an invoice',
    description: 'Newest first.',
    query: PageQuery,
    answer: list(Refund),
  }),
  'invoices.download': {
    method: 'GET',
    path: '/api/v1/invoices.csv',
    access: 'invoices.read',
    tag: invoices.tag,
    summary: 'Download invoices',
    description: 'All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names).',
    query: CsvQuery(InvoicesFilter),
    answer: attachment('text/csv'),
  },
  'invoices.receivables': {
    method: 'GET',
    path: '/api/v1/reports/receivables',
    access: 'invoices.read',
    tag: invoices.tag,
    summary: 'What is owed',
    description: 'Sent invoices that are not fully paid, by days since their due date.',
    answer: data(Receivables),
  },
  'messages.list': {
    method: 'GET',
    path: '/api/v1/messages',
    access: 'invoices.read',
    partly: 'quotes.read',
    tag: invoices.tag,
    summary: 'List messages to clients',
    description:
      'Newest first: what was told about invoices, on the phone or by mail, and to who has the permission ' +
      'quotes.read about quotes.',
    query: MessagesQuery,
    answer: list(Message),
  },
} as const satisfies Operations
