// Operations on recurring invoices: the contract's five, and what a recurring invoice will make next.
import Type from 'typebox'
import { data } from '../answers.ts'
import type { Operations } from '../operation.ts'
import {
  RecurringInvoice,
  RecurringInvoiceChange,
  RecurringInvoiceInput,
  RecurringInvoicesQuery,
  RecurringPreview,
} from '../recurring-invoices.ts'
import { changeOne, createOne, deleteOne, listAll, readOf, readOne } from '../resource-operations.ts'
import { recurringInvoices } from '../resources.ts'

export const RECURRING_INVOICE_OPERATIONS = {
  'recurringInvoices.list': listAll(
    recurringInvoices,
    RecurringInvoicesQuery,
    RecurringInvoice,
    'List recurring invoices',
  ),
  'recurringInvoices.create': createOne(recurringInvoices, {
    summary: 'Create a recurring invoice',
    description:
      'Each invoice is made 5 days before its due date, at 06:00 in the time zone of the team. Due dates before ' +
      'today are skipped.',
    body: RecurringInvoiceInput,
    answer: data(RecurringInvoice),
    errors: ['client_not_found', 'payment_provider_not_found'],
  }),
  'recurringInvoices.read': readOne(recurringInvoices, {
    summary: 'Read a recurring invoice',
    answer: data(RecurringInvoice),
  }),
  'recurringInvoices.preview': readOf(recurringInvoices, 'preview', {
    summary: 'What it will make next',
    description: 'The next 12 dates and amounts; of a paused one, as if it went on today.',
    answer: data(Type.Array(RecurringPreview)),
  }),
  'recurringInvoices.update': changeOne(recurringInvoices, {
    summary: 'Update a recurring invoice',
    description:
      'A changed rhythm counts from the next due date that has no invoice yet. `paused` makes none, and what ' +
      'falls due meanwhile is skipped. Cancelled and expired ones cannot be resumed. Another `client_id` counts for ' +
      'the invoices to come.',
    body: RecurringInvoiceChange,
    answer: data(RecurringInvoice),
    errors: ['client_not_found', 'payment_provider_not_found', 'invalid_status_transition'],
  }),
  'recurringInvoices.cancel': deleteOne(recurringInvoices, {
    summary: 'Cancel a recurring invoice',
    description: 'The record is kept, with status cancelled.',
    answer: data(RecurringInvoice),
  }),
} as const satisfies Operations
