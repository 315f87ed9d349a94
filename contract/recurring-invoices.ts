// Recurring invoices in the API.
import Type from 'typebox'
import { AmountNumber, Brl } from './amounts.ts'
import { ClientOfDocument } from './clients.ts'
import { CHANGED, Nullable, PageOf, Timestamp } from './common.ts'
import { EarlyDefault, EarlyDefaultInput } from './early-payment.ts'
import { Expand, Expanded } from './expansions.ts'
import {
  ClientIdInput,
  DateInput,
  DateText,
  FrequencyName,
  Item,
  ItemsInput,
  NotesInput,
  PaymentMethods,
  PaymentMethodsInput,
  ProviderIdInput,
  RateInput,
  RecurringStatusName,
} from './invoicing.ts'
import { MANDATE_RETRIES } from './mandate-states.ts'
import type { Operations } from './operation.ts'
import { References, ReferencesFilter, ReferencesInput } from './references.ts'
import { changeOne, createOne, deleteOne, listAll, readOf, readOne } from './resource-operations.ts'
import { recurringInvoices } from './resources.ts'
import { data } from './responses.ts'

const MandateRetriesName = Type.Enum([...MANDATE_RETRIES], {
  description: 'Of Pix Automático: whether a refused debit is tried again; three_in_seven_days if left out',
})

const ReminderDays = Type.Array(Type.Integer({ minimum: 0, maximum: 60 }), {
  maxItems: 10,
  description: 'Days before the due date',
})

export const RecurringInvoice = Type.Object({
  id: Type.String({ description: 'UUID' }),
  client_id: Type.String(),
  client: ClientOfDocument,
  name: Type.String(),
  frequency: FrequencyName,
  custom_interval_days: Nullable(Type.Integer()),
  billing_day: Type.Integer(),
  start_date: DateText,
  end_date: Nullable(DateText),
  status: RecurringStatusName,
  items: Type.Array(Item),
  subtotal: AmountNumber,
  discount_rate: Type.Number(),
  discount_amount: AmountNumber,
  tax_rate: Type.Number(),
  tax_amount: AmountNumber,
  total: AmountNumber,
  early_payment: EarlyDefault,
  notes: Nullable(Type.String()),
  currency: Brl,
  payment_provider_id: Nullable(Type.String()),
  payment_methods: PaymentMethods,
  mandate_retries: MandateRetriesName,
  auto_send: Type.Boolean(),
  notify_on_generation: Type.Boolean(),
  notify_client_before_due: Type.Boolean(),
  reminder_days_before_due: ReminderDays,
  next_due_date: Nullable({ ...DateText, description: 'Of the next invoice; null when there will be none' }),
  next_generation_at: Nullable(Timestamp),
  last_invoice_id: Nullable(Type.String()),
  last_invoice: Expanded('Invoice', 'last_invoice'),
  invoices_generated: Type.Integer(),
  ...References.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type RecurringInvoice = Type.Static<typeof RecurringInvoice>

const BillingDay = Type.Integer({ minimum: 1, maximum: 31, description: 'Day of the month' })
const Name = Type.String({ minLength: 1, maxLength: 200, description: 'Name of the recurring invoice' })

export const RecurringInvoiceInput = Type.Object({
  client_id: ClientIdInput,
  name: Name,
  frequency: FrequencyName,
  billing_day: BillingDay,
  start_date: DateInput,
  items: ItemsInput,
  custom_interval_days: Type.Optional(
    Nullable(Type.Integer({ minimum: 1, maximum: 3_650, description: 'Only for custom' })),
  ),
  end_date: Type.Optional(Nullable(DateInput)),
  status: Type.Optional(RecurringStatusName),
  auto_send: Type.Optional(Type.Boolean({ description: 'Invoices are sent when made; drafts otherwise' })),
  notify_on_generation: Type.Optional(
    Type.Boolean({
      description:
        'The client is notified of each invoice when it is generated as sent; of a draft only when it is sent',
    }),
  ),
  notify_client_before_due: Type.Optional(Type.Boolean()),
  reminder_days_before_due: Type.Optional(ReminderDays),
  tax_rate: Type.Optional(RateInput),
  discount_rate: Type.Optional(RateInput),
  early_payment: Type.Optional({
    ...EarlyDefaultInput,
    description: 'A discount for early payment of its invoices. That of the team if left out, none if null',
  }),
  notes: Type.Optional(NotesInput),
  payment_provider_id: Type.Optional(ProviderIdInput),
  payment_methods: Type.Optional(PaymentMethodsInput),
  mandate_retries: Type.Optional(MandateRetriesName),
  ...ReferencesInput.properties,
})
export type RecurringInvoiceInput = Type.Static<typeof RecurringInvoiceInput>

export const RecurringInvoiceChange = Type.Partial(RecurringInvoiceInput)
export type RecurringInvoiceChange = Type.Static<typeof RecurringInvoiceChange>

const EXPAND = Expand('client', 'last_invoice')

export const RecurringInvoicesQuery = PageOf({
  status: Type.Optional({ ...RecurringStatusName, description: 'Only those of this status' }),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
  ...ReferencesFilter.properties,
  ...EXPAND,
  ...CHANGED,
})
export type RecurringInvoicesQuery = Type.Static<typeof RecurringInvoicesQuery>

export const RecurringPreview = Type.Object({
  due_date: DateText,
  issue_date: DateText,
  generation_at: Timestamp,
  total: AmountNumber,
})
export type RecurringPreview = Type.Static<typeof RecurringPreview>

// Operations on recurring invoices: the contract's five, and the next invoices.

export const RECURRING_INVOICE_OPERATIONS = {
  'recurringInvoices.list': listAll(
    recurringInvoices,
    RecurringInvoicesQuery,
    RecurringInvoice,
    'List recurring invoices',
  ),
  'recurringInvoices.create': createOne(recurringInvoices, {
    version: RecurringInvoice,
    summary: 'Create a recurring invoice',
    description:
      'Each invoice is made 5 days before its due date, with `pix_automatic` 7 days, at 06:00 in the time zone of the ' +
      'team. Due dates before ' +
      'today are skipped.',
    body: RecurringInvoiceInput,
    response: data(RecurringInvoice),
    errors: ['client_not_found', 'payment_provider_not_found'],
  }),
  'recurringInvoices.read': readOne(recurringInvoices, {
    version: RecurringInvoice,
    summary: 'Read a recurring invoice',
    query: Type.Object(EXPAND),
    response: data(RecurringInvoice),
  }),
  'recurringInvoices.preview': readOf(recurringInvoices, 'preview', {
    summary: 'What it will make next',
    description: 'The next 12 dates and amounts; of a paused one, as if it went on today.',
    response: data(Type.Array(RecurringPreview)),
  }),
  'recurringInvoices.update': changeOne(recurringInvoices, {
    version: RecurringInvoice,
    summary: 'Update a recurring invoice',
    description:
      'A changed rhythm counts from the next due date that has no invoice yet. `paused` creates none, and what ' +
      'falls due meanwhile is skipped. Cancelled and expired ones cannot be resumed. Another `client_id` counts for ' +
      'the invoices to come.',
    body: RecurringInvoiceChange,
    response: data(RecurringInvoice),
    errors: ['client_not_found', 'payment_provider_not_found', 'invalid_status_transition'],
  }),
  'recurringInvoices.cancel': deleteOne(recurringInvoices, {
    version: RecurringInvoice,
    summary: 'Cancel a recurring invoice',
    description: 'The record is kept, with status cancelled.',
    response: data(RecurringInvoice),
  }),
} as const satisfies Operations
