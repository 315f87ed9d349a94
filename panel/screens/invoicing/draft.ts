// Form values of documents, and their conversion to request bodies. Invoices, quotes and recurring invoices share most
// of it.
import type { InvoiceChange } from '../../../contract/invoices.ts'
import type { Frequency } from '../../../contract/invoicing-states.ts'
import type { MandateRetries } from '../../../contract/mandate-states.ts'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { QuoteTripInput } from '../../../contract/quotes.ts'
import type { TripItemKind } from '../../../contract/trips.ts'
import { documentTotals, parseDecimal } from '../../logic/document-totals.ts'

export interface DraftItem {
  description: string
  quantity: string
  unit_price: string
  /** The trip of a quote option, which this form does not edit. */
  trip?: QuoteTripInput | undefined
  /** The kind of a quote's item, which this form does not edit. */
  kind?: TripItemKind | undefined
  /** The item of a trip that a line of an invoice bills, which this form does not edit. */
  trip_item_id?: string | undefined
}

export const EMPTY_ITEM: DraftItem = { description: '', quantity: '1', unit_price: '' }

/** Empty: as the agency's settings say, for new documents. */
export type EarlyChoice = '' | 'none' | 'percent' | 'amount'

const EMPTY_EARLY = {
  choice: '' as EarlyChoice,
  discount_percent: '',
  discount_amount: '',
  /** Of an invoice. */
  until: '',
  /** Of a recurring invoice. */
  days_before_due: '',
}

export const EMPTY_DRAFT = {
  client_id: '',
  issue_date: '',
  due_date: '',
  valid_until: '',
  items: [EMPTY_ITEM] as DraftItem[],
  /** For quotes: the client chooses one of the items. */
  are_options: false,
  discount_rate: '',
  tax_rate: '',
  notes: '',
  payment_methods: ['pix'] as PaymentMethod[],
  early_payment: EMPTY_EARLY,
  mandate_retries: 'three_in_seven_days' as MandateRetries,
  status: 'draft' as 'draft' | 'sent',
  name: '',
  frequency: 'monthly' as Frequency,
  custom_interval_days: '',
  billing_day: '10',
  start_date: '',
  end_date: '',
  auto_send: true,
  notify_client_before_due: true,
}

export type Draft = typeof EMPTY_DRAFT

/** The fields of the invoice editor. A new field of the contract fails to compile until it is handled. */
export type InvoiceField = Exclude<
  keyof InvoiceChange,
  | 'status'
  | 'payment_status'
  | 'amount_paid'
  | 'paid_at'
  | 'notify_client'
  | 'payment_provider_id'
  | 'metadata'
  | 'external_reference'
  // Changed on the page of the invoice, at any time.
  | 'card_payment'
>

/** Empty days are checked elsewhere. */
export function isNotBefore(day: string, earliest: string): boolean {
  return day === '' || day >= earliest
}

/** The fields that `sharedBody`, `taxOf` and `earlyOf` do not send. */
type OwnInvoiceField = Exclude<
  InvoiceField,
  'client_id' | 'items' | 'discount_rate' | 'notes' | 'tax_rate' | 'early_payment'
>

/** Empty fields are undefined here, or null if a saved document is edited. */
export function invoiceBody(draft: Draft) {
  const { issue_date, due_date, payment_methods } = draft
  const fields = { issue_date, due_date, payment_methods } satisfies Pick<Draft, OwnInvoiceField>
  const { items, ...shared } = sharedBody(draft)
  const billed = items.map((item, index) => {
    const trip_item_id = draft.items[index]?.trip_item_id
    return trip_item_id === undefined ? item : { ...item, trip_item_id }
  })
  const early = earlyOf(draft, { until: draft.early_payment.until ?? '' })
  return { ...shared, items: billed, ...taxOf(draft), ...early, ...fields }
}

export function quoteBody(draft: Draft) {
  const { issue_date, valid_until, are_options } = draft
  const { items: plain, ...shared } = sharedBody(draft)
  const items = plain.map((item, index) => {
    const kind = draft.items[index]?.kind
    return kind === undefined ? item : { ...item, kind }
  })
  const options = items.map((item, index) => ({ items: [item], trip: draft.items[index]?.trip ?? null }))
  return {
    ...shared,
    ...(are_options ? { options } : { items }),
    issue_date,
    valid_until,
  }
}

export function recurringBody(draft: Draft) {
  const { end_date, frequency } = draft
  const days = numberOf(draft.custom_interval_days)
  return {
    ...sharedBody(draft),
    ...taxOf(draft),
    ...earlyOf(draft, { days_before_due: numberOf(draft.early_payment.days_before_due) ?? Number.NaN }),
    ...sameOf(draft),
    billing_day: numberOf(draft.billing_day) ?? Number.NaN,
    end_date,
    custom_interval_days: frequency === 'custom' ? (days ?? null) : null,
  }
}

type Same =
  | 'name'
  | 'frequency'
  | 'start_date'
  | 'payment_methods'
  | 'mandate_retries'
  | 'auto_send'
  | 'notify_client_before_due'

/** The fields that a recurring invoice and its editor have in common. */
export function sameOf({ name, frequency, start_date, payment_methods, ...rest }: Pick<Draft, Same>) {
  const { mandate_retries, auto_send, notify_client_before_due } = rest
  return {
    name,
    frequency,
    start_date,
    payment_methods,
    mandate_retries,
    auto_send,
    notify_client_before_due,
  }
}

export function totalsOf({
  items,
  discount_rate,
  tax_rate,
}: Pick<Draft, 'items' | 'discount_rate' | 'tax_rate'>) {
  const lines = items.map(({ quantity = '', unit_price: price = '' }) => ({
    quantity: parseDecimal(quantity) ?? '',
    unitPrice: parseDecimal(price) ?? '',
  }))
  return documentTotals(lines, parseDecimal(discount_rate) ?? '0', parseDecimal(tax_rate) ?? '0')
}

function sharedBody({ client_id, items, discount_rate: rate, notes }: Draft) {
  const discount_rate = rateOf(rate)
  return {
    client_id,
    items: items.map(({ description, quantity, unit_price }) => ({
      description,
      quantity: numberOf(quantity) ?? Number.NaN,
      unit_price: numberOf(unit_price) ?? Number.NaN,
    })),
    ...(discount_rate !== undefined && { discount_rate }),
    notes,
  }
}

function taxOf({ tax_rate: rate }: Draft) {
  const tax_rate = rateOf(rate)
  return tax_rate === undefined ? {} : { tax_rate }
}

/** Left out where the agency's settings decide. */
function earlyOf<Ends extends object>({ early_payment: early }: Draft, ends: Ends) {
  const { choice, discount_percent, discount_amount } = early
  if (choice === 'percent')
    return { early_payment: { discount_percent: numberOf(discount_percent) ?? Number.NaN, ...ends } }
  if (choice === 'amount')
    return { early_payment: { discount_amount: numberOf(discount_amount) ?? Number.NaN, ...ends } }
  return choice === 'none' ? { early_payment: null } : {}
}

/** An emptied rate of a saved document is 0. */
function rateOf(text: string | null): number | undefined {
  return text === null ? 0 : numberOf(text)
}

/** With up to four decimal places the conversion is exact. */
function numberOf(text: string | null | undefined): number | undefined {
  const decimal = parseDecimal(text ?? '')
  return decimal === undefined ? undefined : Number(decimal)
}
