// Invoices as callers see them.
import Type from 'typebox'
import { AmountNumber, Brl } from './amounts.ts'
import { Client } from './clients.ts'
import { Nullable, PageQuery, Timestamp } from './common.ts'
import {
  ClientIdInput,
  DateInput,
  DateText,
  InvoiceStatusName,
  Item,
  ItemsInput,
  LATE_RATES,
  NotesInput,
  PaymentMethodName,
  PaymentMethods,
  PaymentMethodsInput,
  PaymentStatusName,
  ProviderIdInput,
  RateInput,
  TimestampInput,
} from './invoicing.ts'

export const InvoicePayment = Type.Object({
  id: Type.String({ description: 'UUID' }),
  amount: Type.Number({ description: 'Negative for a correction, and for what went back to the payer' }),
  late_amount: Type.Number({
    description: 'What of it is fine and interest for being late; negative where that went back',
  }),
  method: PaymentMethodName,
  reference: Nullable(
    Type.String({
      description: "The bank's own id of the payment (endToEndId); for a return with its id behind it",
    }),
  ),
  paid_at: Timestamp,
  created_at: Timestamp,
})
export type InvoicePayment = Type.Static<typeof InvoicePayment>

export const Pix = Type.Object({
  copy_paste: Type.String({ description: 'BR Code, to be pasted into a bank app' }),
  qrcode_url: Type.String({ description: 'The same as an image' }),
  txid: Type.String(),
  amount: Type.Number({ description: 'What it asks for: after the due date with fine and interest' }),
  expires_at: Timestamp,
})
export type Pix = Type.Static<typeof Pix>

export const Boleto = Type.Object({
  digitable_line: Type.String({ description: '47 digits: what the payer types or pastes' }),
  barcode: Type.String({ description: '44 digits' }),
  ...Type.Pick(Pix, ['txid', 'expires_at']).properties,
  amount: Type.Number({ description: 'What it asks for; the bank adds fine and interest after due_date' }),
  due_date: DateText,
  url: Type.String({ description: 'A page for the payer' }),
  pdf_url: Type.String(),
})
export type Boleto = Type.Static<typeof Boleto>

export const LatePayment = Type.Object(
  {
    ...LATE_RATES,
    amount_paid: Type.Number({ description: 'What was paid of both' }),
  },
  { description: 'What being late costs, as the team had set it when the invoice was made' },
)

export const Invoice = Type.Object({
  id: Type.String({ description: 'UUID' }),
  number: Nullable(Type.String({ description: 'Given when it leaves draft', examples: ['2026-000123'] })),
  client_id: Type.String(),
  client: Client,
  issue_date: DateText,
  due_date: DateText,
  status: InvoiceStatusName,
  payment_status: PaymentStatusName,
  items: Type.Array(Item),
  subtotal: AmountNumber,
  discount_rate: Type.Number({ description: 'Percent' }),
  discount_amount: AmountNumber,
  tax_rate: Type.Number({ description: 'Percent' }),
  tax_amount: AmountNumber,
  total: AmountNumber,
  amount_paid: AmountNumber,
  amount_due: Type.Number({ description: 'Without fine and interest; those are in pix and boleto' }),
  amount_overpaid: Type.Number({ description: 'Paid beyond total, fine and interest' }),
  late_payment: LatePayment,
  paid_at: Nullable(Timestamp),
  notes: Nullable(Type.String()),
  currency: Brl,
  payment_provider_id: Nullable(Type.String()),
  payment_methods: PaymentMethods,
  pix: Nullable(Pix),
  boleto: Nullable(Boleto),
  payments: Type.Array(InvoicePayment),
  payment_url: Type.String({ description: 'Public page where the client pays' }),
  pdf_url: Type.String(),
  recurring_invoice_id: Nullable(Type.String()),
  quote_id: Nullable(Type.String()),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Invoice = Type.Static<typeof Invoice>

const PAYMENT_FIELDS = {
  status: Type.Optional(InvoiceStatusName),
  payment_status: Type.Optional(PaymentStatusName),
  amount_paid: Type.Optional(Type.Number({ minimum: 0, description: 'Sum paid, at most two decimals' })),
  paid_at: Type.Optional(Nullable(TimestampInput)),
}

export const InvoiceInput = Type.Object({
  client_id: ClientIdInput,
  issue_date: DateInput,
  due_date: DateInput,
  items: ItemsInput,
  tax_rate: Type.Optional(RateInput),
  discount_rate: Type.Optional(RateInput),
  notes: Type.Optional(NotesInput),
  payment_provider_id: Type.Optional(ProviderIdInput),
  payment_methods: Type.Optional(PaymentMethodsInput),
  ...PAYMENT_FIELDS,
})
export type InvoiceInput = Type.Static<typeof InvoiceInput>

export const InvoiceChange = Type.Partial(InvoiceInput)
export type InvoiceChange = Type.Static<typeof InvoiceChange>

export const InvoicesFilter = Type.Object({
  status: Type.Optional({ ...InvoiceStatusName, description: 'Only invoices of this status' }),
  payment_status: Type.Optional({ ...PaymentStatusName, description: 'Only those of this payment status' }),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
})
export type InvoicesFilter = Type.Static<typeof InvoicesFilter>
export const InvoicesQuery = Type.Intersect([PageQuery, InvoicesFilter])

export const PaymentInput = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, description: 'BRL, at most two decimals' }),
  paid_at: Type.Optional(TimestampInput),
})
export type PaymentInput = Type.Static<typeof PaymentInput>

export const AgeBucket = Type.Object({
  name: Type.Enum(['not_due', '1_30', '31_60', '61_90', 'over_90']),
  count: Type.Integer(),
  amount: AmountNumber,
})

export const Receivables = Type.Object({
  as_of: DateText,
  currency: Brl,
  count: Type.Integer({ description: 'Sent invoices that are not fully paid' }),
  amount: AmountNumber,
  overdue_amount: AmountNumber,
  buckets: Type.Array(AgeBucket, { description: 'By days since the due date' }),
})
export type Receivables = Type.Static<typeof Receivables>
