// Quotes in the API.
import Type from 'typebox'
import { AmountNumber, Brl, Currency } from './amounts.ts'
import { ClientOfDocument } from './clients.ts'
import { CHANGED, Nullable, OptionalBody, PageOf, Timestamp } from './common.ts'
import { Expand, Expanded } from './expansions.ts'
import { Invoice } from './invoices.ts'
import {
  ClientIdInput,
  DateInput,
  DateText,
  Deleted,
  InvoiceStatusName,
  ITEMS_MAX,
  Item,
  ItemInput,
  NotesInput,
  NotifyClientInput,
  PaymentMethodsInput,
  ProviderIdInput,
  QuoteStatusName,
  RateInput,
  TimestampInput,
} from './invoicing.ts'
import { SendInput, Sending } from './mails.ts'
import type { Operations } from './operation.ts'
import { References, ReferencesFilter, ReferencesInput } from './references.ts'
import { actOn, changeOne, createOne, deleteOne, listAll, readOne } from './resource-operations.ts'
import { quotes } from './resources.ts'
import { data, withWarnings } from './responses.ts'
import { TRIP_ITEM_KINDS, TripDetail } from './trips.ts'

// A trip in a quote: flights with times, bags, and fare conditions. Data and not sentences, so that it can be
// shown in the client's language.

const LEGS_MAX = 12
const FLIGHTS_MAX = 6

const text = (maxLength: number, description: string, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, description, ...(examples.length > 0 && { examples }) })
const AirportTime = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?$',
  description: 'By the clock of the airport, without a zone',
  examples: ['2026-12-20T06:40'],
})
const Airport = Type.String({ pattern: '^[A-Za-z]{3}$', description: 'IATA code', examples: ['GRU'] })

const LEG = {
  origin: Airport,
  destination: Airport,
  departing_at: AirportTime,
  arriving_at: AirportTime,
}
const LEG_DETAILS = {
  origin_city: Nullable(text(80, 'City of departure', 'São Paulo')),
  destination_city: Nullable(text(80, 'City of arrival', 'Lisboa')),
  flights: Type.Array(text(12, 'Airline and number', 'LA 8084'), { maxItems: FLIGHTS_MAX }),
  stops: Type.Array(Airport, { maxItems: FLIGHTS_MAX, description: 'Where it is changed or stopped' }),
}

export const TripRule = Type.Object({
  allowed: Type.Boolean(),
  fee: Nullable(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'In `fee_currency`; null where it is not known',
    }),
  ),
  fee_currency: Type.Optional({ ...Currency, description: 'BRL if left out', examples: ['USD'] }),
})
export type TripRule = Type.Static<typeof TripRule>
export const TripRuleInput = Type.Object({ ...TripRule.properties })

export const TripBags = Type.Object({
  carry_on: Type.Integer({ minimum: 0, maximum: 9 }),
  checked: Type.Integer({ minimum: 0, maximum: 9 }),
})

const DETAILS = {
  airline: Nullable(text(80, 'Who flies', 'LATAM')),
  fare: Nullable(text(80, 'Name of the fare', 'Light')),
  bags: Nullable(TripBags),
  refund: Nullable(TripRule),
  change: Nullable(TripRule),
  travellers: Nullable(Type.Integer({ minimum: 1, maximum: 99 })),
}

export const QuoteTrip = Type.Object({
  legs: Type.Array(Type.Object({ ...LEG, ...LEG_DETAILS })),
  ...DETAILS,
})
export type QuoteTrip = Type.Static<typeof QuoteTrip>

export const QuoteTripInput = Type.Object({
  legs: Type.Array(Type.Object({ ...LEG, ...Type.Partial(Type.Object(LEG_DETAILS)).properties }), {
    minItems: 1,
    maxItems: LEGS_MAX,
  }),
  ...Type.Partial(
    Type.Object({ ...DETAILS, refund: Nullable(TripRuleInput), change: Nullable(TripRuleInput) }),
  ).properties,
})
export type QuoteTripInput = Type.Static<typeof QuoteTripInput>

const KIND = 'Kind of the item of the trip that it becomes'

export const QuoteItem = Type.Object({
  ...Item.properties,
  kind: Nullable(Type.Enum([...TRIP_ITEM_KINDS], { description: KIND })),
})
export type QuoteItem = Type.Static<typeof QuoteItem>

export const QuoteItemInput = Type.Object({
  ...ItemInput.properties,
  kind: Type.Optional(
    Nullable(
      Type.Enum([...TRIP_ITEM_KINDS], {
        description: `${KIND}. If left out, the first item of an option with \`trip\` is its flight, any other a service`,
      }),
    ),
  ),
})
export type QuoteItemInput = Type.Static<typeof QuoteItemInput>
const QuoteItemsInput = Type.Array(QuoteItemInput, { minItems: 1, maxItems: ITEMS_MAX })

const OPTIONS_MAX = 6

export const QuoteOption = Type.Object({
  id: Type.String({ description: 'UUID' }),
  title: Nullable(Type.String()),
  trip: Nullable(QuoteTrip),
  items: Type.Array(QuoteItem),
  subtotal: AmountNumber,
  discount_amount: AmountNumber,
  total: AmountNumber,
})

export const Quote = Type.Object({
  id: Type.String({ description: 'UUID' }),
  client_id: Type.String(),
  client: ClientOfDocument,
  number: Nullable(Type.String({ description: 'Given when it leaves draft', examples: ['2026-000012'] })),
  issue_date: DateText,
  valid_until: Nullable(DateText),
  is_expired: Type.Boolean({ description: 'Not answered yet, and valid_until is past' }),
  status: QuoteStatusName,
  items: Type.Array(QuoteItem),
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
  responded_by: Nullable(Type.String({ description: 'The name that was given with the response' })),
  decline_reason: Nullable(Type.String({ description: 'Why it was declined, if they said so' })),
  invoice_id: Nullable(Type.String({ description: 'The invoice it became' })),
  invoice: Expanded('Invoice', 'invoice'),
  trip_id: Nullable(Type.String({ description: 'The trip (trip_) it became' })),
  ...References.properties,
  public_url: Type.String({ description: 'Public page where the client answers; 404 while it is a draft' }),
  pdf_url: Type.String(),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Quote = Type.Static<typeof Quote>
export type QuoteOption = Type.Static<typeof QuoteOption>

export const OptionInput = Type.Object({
  id: Type.Optional(
    Type.String({ description: 'As you read it; `chosen_option_id` of the same request may name it' }),
  ),
  title: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 120 }))),
  trip: Type.Optional(Nullable(QuoteTripInput)),
  items: QuoteItemsInput,
})
export type OptionInput = Type.Static<typeof OptionInput>

export const RESPONDER_MAX = 100
export const REASON_MAX = 1_000

export const QuoteInput = Type.Object({
  client_id: ClientIdInput,
  issue_date: DateInput,
  items: Type.Optional({ ...QuoteItemsInput, description: 'Or `options`' }),
  options: Type.Optional(
    Type.Array(OptionInput, {
      maxItems: OPTIONS_MAX,
      description:
        'In place of `items`: the client accepts one of them. An empty list means none; `items` may repeat those of one',
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
    Nullable(Type.String({ description: 'Which option was accepted; to be said where there are several' })),
  ),
  ...ReferencesInput.properties,
})
export type QuoteInput = Type.Static<typeof QuoteInput>

export const QuoteChange = Type.Partial(QuoteInput)
export type QuoteChange = Type.Static<typeof QuoteChange>

const EXPAND = Expand('client', 'invoice')

export const QuotesQuery = PageOf({
  status: Type.Optional({ ...QuoteStatusName, description: 'Only quotes of this status' }),
  client_id: Type.Optional({ ...ClientIdInput, description: 'Only those of this client' }),
  ...ReferencesFilter.properties,
  ...EXPAND,
  ...CHANGED,
})
export type QuotesQuery = Type.Static<typeof QuotesQuery>

export const QuoteInvoiceInput = Type.Object({
  issue_date: Type.Optional(DateInput),
  due_date: Type.Optional(DateInput),
  tax_rate: Type.Optional(RateInput),
  status: Type.Optional(InvoiceStatusName),
  payment_provider_id: Type.Optional(ProviderIdInput),
  payment_methods: Type.Optional(PaymentMethodsInput),
  notify_client: NotifyClientInput,
})
export type QuoteInvoiceInput = Type.Static<typeof QuoteInvoiceInput>

// Operations on quotes: the contract's five, and turning an accepted quote into an invoice and a trip.

export const QUOTE_OPERATIONS = {
  'quotes.list': listAll(quotes, QuotesQuery, Quote, 'List quotes'),
  'quotes.create': createOne(quotes, {
    version: Quote,
    summary: 'Create a quote',
    body: QuoteInput,
    response: data(Quote),
    errors: ['client_not_found'],
  }),
  'quotes.read': readOne(quotes, {
    version: Quote,
    summary: 'Read a quote',
    query: Type.Object(EXPAND),
    response: data(Quote),
  }),
  'quotes.update': changeOne(quotes, {
    version: Quote,
    summary: 'Update a quote',
    description:
      'Its status until it became an invoice or a trip; its content, `client_id` too, while it is a draft or sent.',
    body: QuoteChange,
    response: data(Quote),
    errors: ['client_not_found', 'invalid_status_transition'],
  }),
  'quotes.send': actOn(quotes, 'send', {
    audit: 'records',
    summary: 'Send a quote again',
    description:
      'Writes to the client about a quote that was sent and waits for an answer, once more, with its document.',
    body: OptionalBody(SendInput),
    response: data(Sending),
    errors: ['invalid_status_transition'],
  }),
  'quotes.delete': deleteOne(quotes, {
    version: Quote,
    summary: 'Delete a draft quote',
    response: data(Deleted),
    errors: ['only_draft_quotes_can_be_deleted'],
  }),
  'quotes.invoice': {
    method: 'POST',
    path: '/api/v1/quotes/:id/invoice',
    access: 'invoices.write',
    tag: quotes.tag,
    summary: 'Turn an accepted quote into an invoice',
    description:
      'Once. Issued today and due in seven days by default. If it became a trip before, the invoice bills the items of ' +
      'the trip: each at its price less the discount, and without tax.',
    params: quotes.params,
    body: OptionalBody(QuoteInvoiceInput),
    status: 201,
    response: withWarnings(Invoice),
    errors: [
      'quote_not_found',
      'payment_provider_not_found',
      'invalid_status_transition',
      'trip_item_not_found',
      'trip_of_other_client',
      'trip_item_over_invoiced',
    ],
  },
  'quotes.trip': {
    method: 'POST',
    path: '/api/v1/quotes/:id/trip',
    access: 'trips.write',
    partly: ['quotes.read', 'costs.read'],
    audit: 'records',
    tag: quotes.tag,
    summary: 'Turn an accepted quote into a trip',
    description:
      'Once. The items of the chosen option become quoted items of the trip, at their prices less the discount. If it ' +
      'became an invoice before, the invoice bills the items of the trip from then on. Needs `quotes.read` too.',
    params: quotes.params,
    status: 201,
    response: data(TripDetail),
    errors: [
      'quote_not_found',
      'invalid_status_transition',
      'quote_invoiced_otherwise',
      'resource_limit_exceeded',
    ],
  },
} as const satisfies Operations
