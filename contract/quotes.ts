// Quotes as callers see them.
import Type from 'typebox'
import { AmountNumber, Brl } from './amounts.ts'
import { Client } from './clients.ts'
import { Nullable, PageOf, Timestamp } from './common.ts'
import {
  ClientIdInput,
  DateInput,
  DateText,
  InvoiceStatusName,
  Item,
  ItemsInput,
  NotesInput,
  PaymentMethodsInput,
  ProviderIdInput,
  QuoteStatusName,
  RateInput,
  TimestampInput,
} from './invoicing.ts'
import { Trip, TripInput } from './trips.ts'

const OPTIONS_MAX = 6

export const QuoteOption = Type.Object({
  id: Type.String({ description: 'UUID' }),
  title: Nullable(Type.String()),
  trip: Nullable(Trip),
  items: Type.Array(Item),
  subtotal: AmountNumber,
  discount_amount: AmountNumber,
  total: AmountNumber,
})

export const Quote = Type.Object({
  id: Type.String({ description: 'UUID' }),
  client_id: Type.String(),
  client: Client,
  number: Nullable(Type.String({ description: 'Given when it leaves draft', examples: ['2026-000012'] })),
  issue_date: DateText,
  valid_until: Nullable(DateText),
  is_expired: Type.Boolean({ description: 'Not answered yet, and valid_until is past' }),
  status: QuoteStatusName,
  items: Type.Array(Item),
  subtotal: AmountNumber,
  discount_rate: Type.Number({ description: 'Percent' }),
  discount_amount: AmountNumber,
  total: AmountNumber,
  options: Type.Array(QuoteOption, {
    description:
      'What the client chooses from; `items` and sums are those of the chosen one, before that the first',
  }),
  chosen_option_id: Nullable(Type.String()),
  notes: Nullable(Type.String()),
  currency: Brl,
  responded_at: Nullable(Timestamp),
  responded_by: Nullable(Type.String({ description: 'The name that whoever answered gave' })),
  decline_reason: Nullable(Type.String({ description: 'Why it was declined, if they said so' })),
  invoice_id: Nullable(Type.String({ description: 'The invoice it became' })),
  public_url: Type.String({ description: 'Public page where the client answers; 404 while it is a draft' }),
  pdf_url: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Quote = Type.Static<typeof Quote>
export type QuoteOption = Type.Static<typeof QuoteOption>

export const OptionInput = Type.Object({
  title: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 120 }))),
  trip: Type.Optional(Nullable(TripInput)),
  items: ItemsInput,
})
export type OptionInput = Type.Static<typeof OptionInput>

export const RESPONDER_MAX = 100
export const REASON_MAX = 1_000

export const QuoteInput = Type.Object({
  client_id: ClientIdInput,
  issue_date: DateInput,
  items: Type.Optional({ ...ItemsInput, description: 'Or `options`' }),
  options: Type.Optional(
    Type.Array(OptionInput, {
      minItems: 1,
      maxItems: OPTIONS_MAX,
      description: 'In place of `items`: the client accepts one of them',
    }),
  ),
  valid_until: Type.Optional(Nullable(DateInput)),
  discount_rate: Type.Optional(RateInput),
  notes: Type.Optional(NotesInput),
  status: Type.Optional(QuoteStatusName),
  responded_at: Type.Optional(Nullable(TimestampInput)),
  responded_by: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: RESPONDER_MAX }))),
  decline_reason: Type.Optional(Nullable(Type.String({ maxLength: REASON_MAX }))),
  chosen_option_id: Type.Optional(
    Type.String({ description: 'Which option was accepted; to be said where there are several' }),
  ),
})
export type QuoteInput = Type.Static<typeof QuoteInput>

export const QuoteChange = Type.Partial(QuoteInput)
export type QuoteChange = Type.Static<typeof QuoteChange>

export const QuotesQuery = PageOf({
  status: Type.Optional({ ...QuoteStatusName, description: 'Only quotes of this status' }),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
})
export type QuotesQuery = Type.Static<typeof QuotesQuery>

export const QuoteInvoiceInput = Type.Object({
  issue_date: Type.Optional(DateInput),
  due_date: Type.Optional(DateInput),
  tax_rate: Type.Optional(RateInput),
  status: Type.Optional(InvoiceStatusName),
  payment_provider_id: Type.Optional(ProviderIdInput),
  payment_methods: Type.Optional(PaymentMethodsInput),
})
export type QuoteInvoiceInput = Type.Static<typeof QuoteInvoiceInput>
