// Shared by invoices, recurring invoices and quotes: items, amounts, dates and links.
import Type from 'typebox'
import { AmountNumber, LATE_RATES } from './amounts.ts'
import { Nullable } from './common.ts'
import {
  FREQUENCIES,
  INVOICE_PAYMENT_METHODS,
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
  QUOTE_STATUSES,
  RECURRING_STATUSES,
} from './invoicing-states.ts'
import { PAYMENT_METHODS } from './payment-methods.ts'

export const ITEMS_MAX = 500
/** Below this, with up to four decimals, a JSON number is exactly the written decimal. */
const FACTOR_MAX = 99_999_999_999

export const InvoiceStatusName = Type.Enum([...INVOICE_STATUSES])
export const PaymentStatusName = Type.Enum([...PAYMENT_STATUSES])
export const PaymentMethodName = Type.Enum([...INVOICE_PAYMENT_METHODS])
export const QuoteStatusName = Type.Enum([...QUOTE_STATUSES])
export const RecurringStatusName = Type.Enum([...RECURRING_STATUSES])
export const FrequencyName = Type.Enum([...FREQUENCIES])

export const DateText = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  description: 'YYYY-MM-DD',
  examples: ['2026-11-30'],
})
export const DateInput = Type.String({ description: 'YYYY-MM-DD', examples: ['2026-11-30'] })
export const TimestampInput = Type.String({ description: 'ISO 8601 timestamp with its zone' })
export const PaidAtInput = Type.String({
  description: "A timestamp with its zone, or a day in the team's time zone",
  examples: ['2026-11-15T12:00:00.000Z'],
})
export const RateInput = Type.Number({ minimum: 0, maximum: 100, description: 'Percent, up to 4 decimals' })
export const NotifyClientInput = Type.Optional(
  Type.Boolean({
    description:
      'Whether the client is notified of this change by WhatsApp or mail. If left out: of an invoice that is sent or ' +
      'paid, never of a draft',
  }),
)
export const NotesInput = Nullable(
  Type.String({ maxLength: 5_000, description: 'Free text; the client sees it' }),
)
export const ClientIdInput = Type.String({ description: 'Id of the client (UUID, or cli_ and its digits)' })
export const ProviderIdInput = Nullable(
  Type.String({ description: 'Payment provider (UUID); the default one of each method if left out' }),
)

export const LatePaymentRates = Type.Object(LATE_RATES)

export const PaymentMethods = Type.Array(Type.Enum([...PAYMENT_METHODS]), {
  description: 'By which it can be paid, each with a charge of its own',
})
export const PaymentMethodsInput = Type.Array(Type.Enum([...PAYMENT_METHODS]), {
  minItems: 1,
  maxItems: PAYMENT_METHODS.length,
  description: 'By which it can be paid; by Pix if left out. A boleto needs a client with cpf or cnpj',
})

export const ItemInput = Type.Object({
  description: Type.String({ minLength: 1, maxLength: 1_000 }),
  quantity: Type.Number({ exclusiveMinimum: 0, maximum: FACTOR_MAX, description: 'Up to 4 decimals' }),
  unit_price: Type.Number({ minimum: 0, maximum: FACTOR_MAX, description: 'BRL, up to 4 decimals' }),
})
export type ItemInput = Type.Static<typeof ItemInput>

/** An item of an invoice, which may bill an item of a trip. */
export const InvoiceItemInput = Type.Object({
  ...ItemInput.properties,
  trip_item_id: Type.Optional(
    Nullable(
      Type.String({
        description:
          'The item of a trip (tri_) of the same client that it bills, in full or in part. Such an invoice has ' +
          'neither tax_rate nor discount_rate',
      }),
    ),
  ),
})
export type InvoiceItemInput = Type.Static<typeof InvoiceItemInput>
export const InvoiceItemsInput = Type.Array(InvoiceItemInput, { minItems: 1, maxItems: ITEMS_MAX })
export const ItemsInput = Type.Array(ItemInput, { minItems: 1, maxItems: ITEMS_MAX })

export const Item = Type.Object({
  id: Type.String({ description: 'UUID' }),
  description: Type.String(),
  quantity: Type.Number(),
  unit_price: Type.Number(),
  total: AmountNumber,
})
export type Item = Type.Static<typeof Item>

export const InvoiceItem = Type.Object({
  ...Item.properties,
  trip_item_id: Nullable(Type.String({ description: 'The item of a trip that it bills' })),
  booking_id: Nullable(Type.String({ description: 'The booking that the item of the trip follows' })),
})
export type InvoiceItem = Type.Static<typeof InvoiceItem>

export const Deleted = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })
export type Deleted = Type.Static<typeof Deleted>
