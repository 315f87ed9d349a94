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

export const Quote = Type.Object({
  id: Type.String({ description: 'UUID' }),
  client_id: Type.String(),
  client: Client,
  issue_date: DateText,
  valid_until: Nullable(DateText),
  is_expired: Type.Boolean({ description: 'Not answered yet, and valid_until is past' }),
  status: QuoteStatusName,
  items: Type.Array(Item),
  subtotal: AmountNumber,
  discount_rate: Type.Number({ description: 'Percent' }),
  discount_amount: AmountNumber,
  total: AmountNumber,
  notes: Nullable(Type.String()),
  currency: Brl,
  responded_at: Nullable(Timestamp),
  invoice_id: Nullable(Type.String({ description: 'The invoice it became' })),
  public_url: Type.String({ description: 'Public page where the client answers; 404 while it is a draft' }),
  pdf_url: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Quote = Type.Static<typeof Quote>

export const QuoteInput = Type.Object({
  client_id: ClientIdInput,
  issue_date: DateInput,
  items: ItemsInput,
  valid_until: Type.Optional(Nullable(DateInput)),
  discount_rate: Type.Optional(RateInput),
  notes: Type.Optional(NotesInput),
  status: Type.Optional(QuoteStatusName),
  responded_at: Type.Optional(Nullable(TimestampInput)),
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
