// Operations on recurring invoices: the contract's five, and what a subscription will make next.
import Type from 'typebox'
import { data, list } from '../answers.ts'
import type { Operations } from '../operation.ts'
import {
  RecurringInvoice,
  RecurringInvoiceChange,
  RecurringInvoiceInput,
  RecurringInvoicesQuery,
  RecurringPreview,
} from '../recurring-invoices.ts'

const tag = 'Recurring invoices'
const params = Type.Object({ id: Type.String({ description: 'Id of the recurring invoice (UUID)' }) })

export const RECURRING_INVOICE_OPERATIONS = {
  'recurringInvoices.list': {
    method: 'GET',
    path: '/api/v1/recurring-invoices',
    access: 'recurringInvoices.read',
    tag,
    summary: 'List recurring invoices',
    description: 'Newest first.',
    query: RecurringInvoicesQuery,
    answer: list(RecurringInvoice),
  },
  'recurringInvoices.create': {
    method: 'POST',
    path: '/api/v1/recurring-invoices',
    access: 'recurringInvoices.write',
    tag,
    summary: 'Create a recurring invoice',
    description:
      'Each invoice is made 5 days before its due date, at 06:00 in the time zone of the team. Due dates before ' +
      'today are skipped.',
    body: RecurringInvoiceInput,
    status: 201,
    answer: data(RecurringInvoice),
    errors: ['client_not_found', 'payment_provider_not_found'],
  },
  'recurringInvoices.read': {
    method: 'GET',
    path: '/api/v1/recurring-invoices/:id',
    access: 'recurringInvoices.read',
    tag,
    summary: 'Read a recurring invoice',
    params,
    answer: data(RecurringInvoice),
    errors: ['recurring_invoice_not_found'],
  },
  'recurringInvoices.preview': {
    method: 'GET',
    path: '/api/v1/recurring-invoices/:id/preview',
    access: 'recurringInvoices.read',
    tag,
    summary: 'What it will make next',
    description: 'The next 12 dates and amounts; of a paused one, as if it went on today.',
    params,
    answer: data(Type.Array(RecurringPreview)),
    errors: ['recurring_invoice_not_found'],
  },
  'recurringInvoices.update': {
    method: 'PATCH',
    path: '/api/v1/recurring-invoices/:id',
    access: 'recurringInvoices.write',
    tag,
    summary: 'Update a recurring invoice',
    description:
      'A changed rhythm counts from the next due date that has no invoice yet. `paused` makes none, and what ' +
      'falls due meanwhile is skipped. Cancelled and expired ones cannot be resumed.',
    params,
    body: RecurringInvoiceChange,
    answer: data(RecurringInvoice),
    errors: ['recurring_invoice_not_found', 'payment_provider_not_found', 'invalid_status_transition'],
  },
  'recurringInvoices.cancel': {
    method: 'DELETE',
    path: '/api/v1/recurring-invoices/:id',
    access: 'recurringInvoices.write',
    tag,
    summary: 'Cancel a recurring invoice',
    description: 'The record is kept, with status cancelled.',
    params,
    answer: data(RecurringInvoice),
    errors: ['recurring_invoice_not_found'],
  },
} as const satisfies Operations
