// Invoices in the API.
import Type from 'typebox'
import { AmountNumber, Brl, LATE_TERMS } from './amounts.ts'
import { CARD_FEE_BEARERS, INSTALMENTS_MAX } from './cards.ts'
import { ClientOfDocument } from './clients.ts'
import {
  CHANGED,
  ChangedQuery,
  INVOICED,
  NotNull,
  Nullable,
  OptionalBody,
  PageQuery,
  Timestamp,
} from './common.ts'
import { MANUAL_METHODS } from './credit-states.ts'
import { CsvQuery } from './csv.ts'
import { EarlyPayment, EarlyPaymentInput } from './early-payment.ts'
import { Expand, Expanded } from './expansions.ts'
import {
  ClientIdInput,
  DateInput,
  DateText,
  Deleted,
  InvoiceItem,
  InvoiceItemsInput,
  InvoiceStatusName,
  NotesInput,
  NotifyClientInput,
  PaidAtInput,
  PaymentMethodName,
  PaymentMethods,
  PaymentMethodsInput,
  PaymentStatusName,
  ProviderIdInput,
  RateInput,
} from './invoicing.ts'
import { ADJUSTMENT_TYPES, REFUND_STATUSES } from './invoicing-states.ts'
import { Message, MessagesQuery, SendInput, Sending } from './mails.ts'
import type { Operations } from './operation.ts'
import { PAYMENT_METHODS, SHOWN_CHARGE_STATUSES } from './payment-methods.ts'
import { References, ReferencesFilter, ReferencesInput } from './references.ts'
import { actOn, changeOne, createOne, deleteOne, listAll, readOf, readOne } from './resource-operations.ts'
import { bookings, invoices } from './resources.ts'
import { attachment, data, list, withWarnings } from './responses.ts'

export const InvoicePayment = Type.Object({
  id: Type.String({ description: 'UUID' }),
  amount: Type.Number({
    description:
      "Negative for a correction, for what went back to the payer, and for what became the client's credit",
  }),
  late_amount: Type.Number({
    description: 'What of it is fine and interest for being late; negative where that went back',
  }),
  surcharge_amount: Type.Number({ description: 'The fee of a card that the payer bore beside it' }),
  method: PaymentMethodName,
  manual_method: Nullable(
    Type.Enum([...MANUAL_METHODS], { description: 'How the money came, where a person recorded it' }),
  ),
  reference: Nullable(
    Type.String({
      description:
        "The bank's own id of the payment (endToEndId), for a return with its id behind it; what the agency noted of a " +
        'payment that it recorded',
    }),
  ),
  charge_id: Nullable(
    Type.String({
      description: 'The charge (chg_) that it came by, or from which it went back; disputes name it too',
    }),
  ),
  paid_at: Timestamp,
  created_at: Timestamp,
})
export type InvoicePayment = Type.Static<typeof InvoicePayment>

export const InvoiceAdjustment = Type.Object({
  id: Type.String({ description: 'UUID' }),
  type: Type.Enum([...ADJUSTMENT_TYPES]),
  amount: Type.Number({ description: 'Negative: it lowers the amount due' }),
  refund_id: Nullable(Type.String({ description: 'The refund (rfd_) that caused it' })),
  credit_note_id: Nullable(Type.String({ description: 'The credit note (crn_) that caused it' })),
  trip_item_id: Nullable(
    Type.String({ description: 'The item of a trip that it credits, if one was named' }),
  ),
  created_at: Timestamp,
})
export type InvoiceAdjustment = Type.Static<typeof InvoiceAdjustment>

export const PAYMENT_REFERENCE_MAX = 140

export const Pix = Type.Object({
  copy_paste: Type.String({ description: 'BR Code, to be pasted into a bank app' }),
  qrcode_url: Type.String({ description: 'The same as an image' }),
  txid: Type.String(),
  amount: Type.Number({
    description:
      'The amount of the code: less the discount for early payment, after the due date with fine and interest. With a ' +
      'due_date the bank computes those',
  }),
  due_date: Nullable({
    ...DateText,
    description: 'Of a Pix with a due date, of which the bank computes discount, fine and interest',
  }),
  expires_at: Timestamp,
})
export type Pix = Type.Static<typeof Pix>

export const Boleto = Type.Object({
  digitable_line: Type.String({ description: '47 digits: what the payer types or pastes' }),
  barcode: Type.String({ description: '44 digits' }),
  ...Type.Pick(Pix, ['txid', 'expires_at']).properties,
  amount: Type.Number({
    description: 'The amount of the charge; the bank computes discount, fine and interest',
  }),
  due_date: DateText,
  url: Type.String({ description: 'A page for the payer' }),
  pdf_url: Type.String(),
})
export type Boleto = Type.Static<typeof Boleto>

export const ChargeInstructions = Type.Object({
  code: Nullable(Type.String({ description: 'BR Code, to be pasted into a bank app' })),
  qrcode_url: Nullable(Type.String({ description: 'The code as an image' })),
  line: Nullable(Type.String({ description: '47 digits of a boleto' })),
  page_url: Nullable(Type.String({ description: 'A page for the payer' })),
})

export const ChargeRefusal = Type.Object({ at: Timestamp, reason: Type.String() })

export const CardRefusal = Type.Object({
  ...ChargeRefusal.properties,
  charge_id: Type.String({ description: 'The charge (chg_), which may have ended since' }),
  amount: AmountNumber,
  instalment_count: Nullable(
    Type.Integer({
      minimum: 1,
      description: "The payer's choice; null if it was made on the page of the bank",
    }),
  ),
})
export type CardRefusal = Type.Static<typeof CardRefusal>

export const ChargeInstalment = Type.Object({
  number: Type.Integer({ minimum: 1 }),
  amount: AmountNumber,
  net_amount: AmountNumber,
  settles_on: Nullable(DateText),
  settled_at: Nullable(Timestamp),
})
export type ChargeInstalment = Type.Static<typeof ChargeInstalment>

export const InvoiceCharge = Type.Object({
  id: Type.String({ description: 'Charge id (chg_)' }),
  method: Type.Enum([...PAYMENT_METHODS]),
  status: Type.Enum([...SHOWN_CHARGE_STATUSES]),
  amount: AmountNumber,
  fee_amount: Nullable(Type.Number({ description: 'The fee of the bank, once the bank reports it' })),
  net_amount: Nullable(
    Type.Number({ description: 'The amount that reaches the agency, once the bank reports it' }),
  ),
  instructions: Type.Union([ChargeInstructions, Type.Null()], {
    description: 'How it is paid; null unless it can be paid now',
  }),
  instalments: Type.Array(ChargeInstalment, {
    description: 'When the money of a card reaches the agency; empty if the bank does not say',
  }),
  instalment_count: Nullable(
    Type.Integer({
      minimum: 1,
      description: 'In how many instalments the payer pays; null until that is known',
    }),
  ),
  surcharge_amount: Type.Number({ description: 'The fee of a card that the payer bears, part of `amount`' }),
  card: Nullable(
    Type.Object(
      { brand: Nullable(Type.String()), last_digits: Nullable(Type.String()) },
      { description: 'For receipts' },
    ),
  ),
  refusals: Type.Array(ChargeRefusal, {
    description: "Attempts to pay that the payer's bank refused; the charge stays open",
  }),
  expires_at: Timestamp,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type InvoiceCharge = Type.Static<typeof InvoiceCharge>

export const PAYMENT_PROBLEMS = [
  'client_tax_id_missing',
  'client_tax_id_invalid',
  'client_tax_id_refused',
  'bank_refused',
  'bank_pending',
  'recurring_only',
  'not_available',
] as const

export const PaymentProblem = Type.Object(
  {
    method: Type.Enum([...PAYMENT_METHODS]),
    reason: Type.Enum([...PAYMENT_PROBLEMS], {
      description:
        'client_tax_id_*: the CPF or CNPJ of the client is missing, has wrong check digits, or was refused by the ' +
        'bank; when the client is corrected, it is asked for again. bank_pending: the bank has not responded yet. ' +
        'not_available: no connected bank takes the method, or not this amount or date',
    }),
  },
  { description: 'Why the invoice cannot be paid by one of its payment_methods now' },
)
export type PaymentProblem = Type.Static<typeof PaymentProblem>

export const LatePayment = Type.Object(
  {
    ...LATE_TERMS,
    amount_paid: Type.Number({ description: 'What was paid of both' }),
  },
  { description: 'What being late costs, as the team had set it when the invoice was made' },
)

const OWN_CARD = {
  instalments_max: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: INSTALMENTS_MAX,
      description: "The most instalments; the team's if null",
    }),
  ),
  fee_bearer: Nullable(
    Type.Enum([...CARD_FEE_BEARERS], {
      description: 'The bearer of the fee of the card; the setting of the team if null',
    }),
  ),
}
export const OwnCardPayment = Type.Object(OWN_CARD, {
  description: 'Differences from the terms of the team',
})
const OwnCardPaymentInput = Type.Partial(Type.Object(OWN_CARD))
export type OwnCardPaymentInput = Type.Static<typeof OwnCardPaymentInput>

export const Invoice = Type.Object({
  id: Type.String({ description: 'UUID' }),
  number: Nullable(Type.String({ description: 'Given when it leaves draft', examples: ['2026-000123'] })),
  client_id: Type.String(),
  client: ClientOfDocument,
  issue_date: DateText,
  due_date: DateText,
  status: InvoiceStatusName,
  payment_status: PaymentStatusName,
  items: Type.Array(InvoiceItem),
  subtotal: AmountNumber,
  discount_rate: Type.Number({ description: 'Percent' }),
  discount_amount: AmountNumber,
  tax_rate: Type.Number({ description: 'Percent' }),
  tax_amount: AmountNumber,
  total: AmountNumber,
  amount_paid: AmountNumber,
  amount_due: Type.Number({
    description: 'Without fine, interest and discount for early payment; those are in pix and boleto',
  }),
  amount_overpaid: Type.Number({ description: 'Paid beyond total, fine and interest' }),
  refunded_amount: Type.Number({
    description:
      'The sum of the refunds that the bank has made, with the fee of a card that the client bore and got back; ' +
      'amount_paid has no such fee',
  }),
  uncovered_amount: Type.Number({
    description:
      'Money that went back to payers or is disputed, and could not be taken back, because it had become credit of the ' +
      'client that is used or has expired',
  }),
  adjustments: Type.Array(InvoiceAdjustment, {
    description: 'Lower the amount due: total, plus adjustments, minus amount_paid',
  }),
  late_payment: LatePayment,
  early_payment: Nullable(EarlyPayment),
  paid_at: Nullable(Timestamp),
  notes: Nullable(Type.String()),
  currency: Brl,
  payment_provider_id: Nullable(Type.String()),
  payment_methods: PaymentMethods,
  card_payment: OwnCardPayment,
  pix: Nullable(Pix),
  boleto: Nullable(Boleto),
  charges: Type.Array(InvoiceCharge, {
    description: 'Charges that banks may still collect, and those that they have collected; oldest first',
  }),
  card_refusals: Type.Array(CardRefusal, {
    description: 'Each card that was refused, also for charges that were replaced or withdrawn; oldest first',
  }),
  payment_problems: Type.Array(PaymentProblem),
  payments: Type.Array(InvoicePayment),
  payment_url: Type.String({ description: 'Public page where the client pays' }),
  pdf_url: Type.String(),
  recurring_invoice_id: Nullable(Type.String()),
  recurring_invoice: Expanded('RecurringInvoice', 'recurring_invoice'),
  mandate_id: Nullable(
    Type.String({
      description: 'The mandate of Pix Automático that pays it; null if it is paid like any other',
    }),
  ),
  quote_id: Nullable(Type.String()),
  quote: Expanded('Quote', 'quote'),
  ...References.properties,
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Invoice = Type.Static<typeof Invoice>

const PAYMENT_FIELDS = {
  status: Type.Optional(InvoiceStatusName),
  payment_status: Type.Optional(PaymentStatusName),
  amount_paid: Type.Optional(Type.Number({ minimum: 0, description: 'Sum paid, at most two decimals' })),
  paid_at: Type.Optional(Nullable(PaidAtInput)),
  notify_client: NotifyClientInput,
}

export const InvoiceInput = Type.Object({
  client_id: ClientIdInput,
  issue_date: DateInput,
  due_date: DateInput,
  items: InvoiceItemsInput,
  tax_rate: Type.Optional(RateInput),
  discount_rate: Type.Optional(RateInput),
  early_payment: Type.Optional(EarlyPaymentInput),
  notes: Type.Optional(NotesInput),
  payment_provider_id: Type.Optional(ProviderIdInput),
  payment_methods: Type.Optional(PaymentMethodsInput),
  card_payment: Type.Optional(OwnCardPaymentInput),
  ...PAYMENT_FIELDS,
  ...ReferencesInput.properties,
})
export type InvoiceInput = Type.Static<typeof InvoiceInput>

export const InvoicePreview = Type.Pick(Invoice, [
  'items',
  'subtotal',
  'discount_rate',
  'discount_amount',
  'tax_rate',
  'tax_amount',
  'total',
])
export type InvoicePreview = Type.Static<typeof InvoicePreview>

export const BookingInvoiceInput = Type.Pick(Type.Partial(InvoiceInput), [
  'due_date',
  'status',
  'payment_provider_id',
  'payment_methods',
  'notify_client',
])
export type BookingInvoiceInput = Type.Static<typeof BookingInvoiceInput>

export const InvoiceChange = Type.Partial(InvoiceInput)
export type InvoiceChange = Type.Static<typeof InvoiceChange>

export const InvoicesFilter = Type.Object({
  status: Type.Optional({ ...InvoiceStatusName, description: 'Only invoices of this status' }),
  payment_status: Type.Optional({ ...PaymentStatusName, description: 'Only those of this payment status' }),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
  ...ReferencesFilter.properties,
  ...CHANGED,
  ...INVOICED,
})
export type InvoicesFilter = Type.Static<typeof InvoicesFilter>
const EXPAND = Expand('client', 'quote', 'recurring_invoice')
export const InvoicesQuery = Type.Intersect([
  PageQuery,
  InvoicesFilter,
  Type.Object({
    sort: Type.Optional(
      Type.Literal('due_date', { description: 'Those due first come first; the newest if left out' }),
    ),
    ...EXPAND,
  }),
])
export type InvoicesQuery = Type.Static<typeof InvoicesQuery>

export const PaymentInput = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, description: 'BRL, at most two decimals' }),
  paid_at: Type.Optional(PaidAtInput),
  manual_method: Type.Optional(
    Nullable(Type.Enum([...MANUAL_METHODS], { description: 'How the money came' })),
  ),
  reference: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: PAYMENT_REFERENCE_MAX,
        description: 'By which it is found again: number of a cheque, a receipt or a transfer',
        examples: ['NSU 004711'],
      }),
    ),
  ),
})
export type PaymentInput = Type.Static<typeof PaymentInput>

export const UseCreditInput = OptionalBody(
  Type.Object({
    amount: Type.Optional(
      NotNull(
        Type.Number({
          exclusiveMinimum: 0,
          description:
            'BRL, at most two decimals; as much as is due today, less a discount for early payment, and the credit ' +
            'covers if left out',
        }),
      ),
    ),
  }),
)
export type UseCreditInput = Type.Static<typeof UseCreditInput>

export const OverpaymentCreditInput = OptionalBody(
  Type.Object({
    amount: Type.Optional(
      NotNull(
        Type.Number({
          exclusiveMinimum: 0,
          description: 'BRL, at most two decimals; all that is overpaid if left out',
        }),
      ),
    ),
    expires_on: Type.Optional(
      Nullable({
        ...DateInput,
        description: 'The last day on which the credit can be used; it never ends if left out',
      }),
    ),
  }),
)
export type OverpaymentCreditInput = Type.Static<typeof OverpaymentCreditInput>

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

// Refunds of an invoice's payments.

export const Refund = Type.Object({
  id: Type.String({ description: 'Refund id (rfd_)' }),
  invoice_id: Type.String(),
  payment_id: Type.String({ description: 'The payment of the invoice that goes back, in full or in part' }),
  amount: AmountNumber,
  currency: Brl,
  reduces_amount_due: Type.Boolean({
    description: 'true: the client no longer owes the amount; false: the client owes it again',
  }),
  trip_item_id: Nullable(
    Type.String({ description: 'The item of a trip that it credits, if one was named' }),
  ),
  credit_note_id: Nullable(Type.String({ description: 'The credit note (crn_) that asked for it' })),
  status: Type.Enum([...REFUND_STATUSES], {
    description: 'pending: the bank has not said yet what became of it',
  }),
  reason: Nullable(Type.String()),
  failure: Nullable(Type.String({ description: 'Why the bank did not give it back' })),
  created_at: Timestamp,
  updated_at: Timestamp,
  ended_at: Nullable(Timestamp),
})
export type Refund = Type.Static<typeof Refund>

export const RefundInput = OptionalBody(
  Type.Object({
    amount: Type.Optional(
      NotNull(
        Type.Number({
          exclusiveMinimum: 0,
          description: 'BRL, at most two decimals; all that is left of the payment if left out',
        }),
      ),
    ),
    payment_id: Type.Optional(
      Type.String({ description: 'Which payment of the invoice; needed where several could be meant' }),
    ),
    reduces_amount_due: Type.Optional(
      Type.Boolean({
        description:
          'true, the default: the client no longer owes the amount; false: the client owes it again',
      }),
    ),
    trip_item_id: Type.Optional(
      Type.String({
        description:
          'The item of a trip that the refund credits; cancelled ones first, then all in proportion, if left out',
      }),
    ),
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 140 })),
  }),
)
export type RefundInput = Type.Static<typeof RefundInput>

// Operations on invoices: the contract's five, external payments, and accounting reports.

/** Of invoices whose items bill items of trips. */
const TRIP_ERRORS = ['trip_item_not_found', 'trip_of_other_client', 'trip_item_over_invoiced'] as const

export const INVOICE_OPERATIONS = {
  'invoices.list': listAll(
    invoices,
    InvoicesQuery,
    Invoice,
    'List invoices',
    'Newest first, or by due date as `sort` says.',
  ),
  'invoices.create': createOne(invoices, {
    version: Invoice,
    audit: 'money',
    summary: 'Create an invoice',
    description:
      'Amounts are computed from items and rates, half-up to the cent. A Pix code is made with it, or a boleto, ' +
      'or both, as `payment_methods` says; where no bank is connected or it does not respond, `warnings` says so, and ' +
      'the code follows by itself. It is a draft unless `status` says otherwise, and the client hears nothing of a ' +
      'draft unless `notify_client` is true. Items may bill items of trips: all of one client, and no more than what is ' +
      'open of each.',
    body: InvoiceInput,
    response: withWarnings(Invoice),
    errors: ['client_not_found', 'payment_provider_not_found', ...TRIP_ERRORS],
  }),
  'invoices.read': readOne(invoices, {
    version: Invoice,
    summary: 'Read an invoice',
    description: 'With its client, items and payments.',
    query: Type.Object(EXPAND),
    response: data(Invoice),
  }),
  'invoices.update': changeOne(invoices, {
    version: Invoice,
    audit: 'money',
    summary: 'Update an invoice',
    description:
      'Status, payment and `payment_methods` at any time; `client_id`, `issue_date`, `due_date`, `early_payment`, ' +
      '`notes`, `items` and rates while it is a draft, `payment_provider_id` never: a field that cannot change is refused unless it ' +
      'says what is there. A supplied `payment_status` stands until money moves again; `amount_paid` is the sum, ' +
      'and the difference becomes a payment.',
    body: InvoiceChange,
    response: withWarnings(Invoice),
    errors: ['client_not_found', 'invoice_is_not_a_draft', 'invalid_status_transition', ...TRIP_ERRORS],
  }),
  'invoices.send': actOn(invoices, 'send', {
    audit: 'records',
    summary: 'Send an invoice again',
    description:
      'Writes to the client about an invoice that was sent, once more: with its document, and with the codes to pay it; ' +
      'where it is paid, as a receipt. What was sent is among its mails and messages.',
    body: OptionalBody(SendInput),
    response: data(Sending),
    errors: ['invalid_status_transition'],
  }),
  'invoices.delete': deleteOne(invoices, {
    version: Invoice,
    audit: 'records',
    summary: 'Delete a draft',
    description: 'Also one that was noted as paid by hand; not one for which a bank received money.',
    response: data(Deleted),
    errors: ['only_draft_invoices_can_be_deleted', 'bank_received_money_for_this_draft'],
  }),
  'invoices.recordPayment': actOn(invoices, 'payments', {
    audit: 'money',
    summary: 'Record a payment',
    description:
      'For money that came another way than by Pix or boleto; `paid_at` may not be a later day than today, or before ' +
      '2000. If it is more than is due, fine and interest included, `warnings` says so. Returns the invoice.',
    body: PaymentInput,
    status: 201,
    response: withWarnings(Invoice),
  }),
  'invoices.removePayment': {
    method: 'DELETE',
    path: '/api/v1/invoices/:id/payments/:payment_id',
    access: invoices.writing,
    tag: invoices.tag,
    audit: 'money',
    summary: 'Remove a recorded payment',
    description:
      'For a payment that was recorded by mistake, or credit that was used by mistake, which the client then has again. ' +
      'The amount due, the payment status and the codes to pay are as if it had never been recorded. A payment that a ' +
      'bank reported is refunded instead. Returns the invoice.',
    params: Type.Object({
      ...invoices.params.properties,
      payment_id: Type.String({ description: 'Id of the payment (UUID)' }),
    }),
    response: withWarnings(Invoice),
    errors: ['invoice_not_found', 'payment_not_found', 'only_recorded_payments_can_be_removed'],
  },
  'invoices.useCredit': actOn(invoices, 'credit', {
    audit: 'money',
    summary: "Pay with the client's credit",
    description:
      'For an invoice that was sent and is not fully paid. The credit that ends first is used first. If the invoice is ' +
      'cancelled later, the client has the credit again. Returns the invoice.',
    body: UseCreditInput,
    status: 201,
    response: withWarnings(Invoice),
    errors: ['invalid_status_transition', 'nothing_is_due', 'insufficient_client_credit'],
  }),
  'invoices.creditOverpayment': {
    ...actOn(invoices, 'overpayment-credit', {
      summary: "Turn an overpayment into the client's credit",
      description:
        'For what was paid beyond total, fine and interest; of a cancelled invoice for all that was paid. Returns the ' +
        'invoice.',
      body: OverpaymentCreditInput,
      status: 201,
      response: withWarnings(Invoice),
      errors: ['invalid_status_transition', 'nothing_is_overpaid', 'refund_under_way'],
    }),
    access: 'invoices.refund',
    audit: 'money',
  },
  'invoices.refund': {
    ...actOn(invoices, 'refunds', {
      summary: 'Refund a payment',
      description:
        'Gives a Pix payment back to its payer, in full or in part, through the bank that collected it. The bank is ' +
        'asked right after the response; `invoice.refund.succeeded` or `invoice.refund.failed` reports the outcome. ' +
        'What went back is no longer owed, unless `reduces_amount_due` is false.',
      body: RefundInput,
      status: 201,
      response: data(Refund),
      errors: [
        'nothing_to_refund',
        'refund_exceeds_payment',
        'refund_too_late',
        'boleto_cannot_be_refunded',
        'payment_cannot_be_refunded',
        'refund_must_be_whole',
        'payment_provider_not_found',
      ],
    }),
    access: 'invoices.refund',
    audit: 'money',
  },
  'invoices.refunds': readOf(invoices, 'refunds', {
    summary: 'List refunds of an invoice',
    description: 'Newest first.',
    query: ChangedQuery,
    response: list(Refund),
  }),
  'invoices.download': {
    method: 'GET',
    path: '/api/v1/invoices.csv',
    access: 'invoices.read',
    tag: invoices.tag,
    summary: 'Download invoices',
    description:
      'All that fit the filter, newest first, as CSV (UTF-8, comma, one line of names), with the tax id of the client, ' +
      'the fine and the interest that are owed today, and what was paid of both. In each line total plus ' +
      'late_amount_paid minus waived_amount (what refunds, credit notes and early payment took off) minus amount_paid (less what went back) plus ' +
      'overpaid_amount is amount_due.',
    query: CsvQuery(InvoicesFilter),
    response: attachment('text/csv'),
  },
  'invoices.receivables': {
    method: 'GET',
    path: '/api/v1/reports/receivables',
    access: 'invoices.read',
    tag: 'Reports',
    summary: 'What is owed',
    description: 'Sent invoices that are not fully paid, by days since their due date.',
    response: data(Receivables),
  },
  'messages.list': {
    method: 'GET',
    path: '/api/v1/messages',
    access: 'invoices.read',
    partly: 'quotes.read',
    tag: invoices.tag,
    summary: 'List messages to clients',
    description:
      'Messages about invoices, by WhatsApp or mail, and with the permission quotes.read those about quotes. Newest ' +
      'first.',
    query: MessagesQuery,
    response: list(Message),
  },
  'invoices.preview': {
    method: 'POST',
    path: `${invoices.path}/preview`,
    access: 'invoices.read',
    partly: 'trips.read',
    isSearch: true,
    tag: invoices.tag,
    bodyBytesMax: invoices.inputBytesMax,
    summary: 'Preview an invoice',
    description:
      'The same input and checks as of a new invoice, with its sums. Stores nothing, and counts as a search.',
    body: InvoiceInput,
    response: data(InvoicePreview),
    errors: ['client_not_found', 'payment_provider_not_found', ...TRIP_ERRORS],
  },
  'bookings.invoice': {
    method: 'POST',
    path: '/api/v1/bookings/:id/invoice',
    access: 'invoices.write',
    tag: bookings.tag,
    params: bookings.params,
    audit: 'money',
    summary: 'Invoice a booking',
    description:
      'Creates a sent invoice by Pix for what is open of the booking, due in three days unless the input says ' +
      'otherwise. A booking without a trip starts one.',
    body: OptionalBody(BookingInvoiceInput),
    status: 201,
    response: withWarnings(Invoice),
    errors: ['booking_not_found', 'payment_provider_not_found', ...TRIP_ERRORS],
  },
} as const satisfies Operations
