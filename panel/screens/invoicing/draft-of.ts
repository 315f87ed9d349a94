// Converts existing documents to form values.
import type { ResponseOf } from '../../api/operations.ts'
import { formatDecimal } from '../../logic/document-totals.ts'
import { type Draft, type DraftItem, EMPTY_DRAFT, type InvoiceField, sameOf } from './draft.ts'

type Shared = Pick<ResponseOf<'quotes.read'>, 'client_id' | 'discount_rate' | 'notes'> & {
  readonly items: readonly PlainItem[]
}
type PlainItem = Pick<ResponseOf<'quotes.read'>['items'][number], 'description' | 'quantity' | 'unit_price'>

export function draftOfInvoice(invoice: ResponseOf<'invoices.read'>): Draft {
  const { issue_date, due_date, tax_rate, payment_methods, early_payment: early } = invoice
  const fields = {
    ...sharedFields(invoice),
    items: invoice.items.map(({ trip_item_id: id, ...item }) => ({
      ...itemOf(item),
      ...(id !== null && { trip_item_id: id }),
    })),
    issue_date,
    due_date,
    tax_rate: rateText(tax_rate),
    early_payment: { ...earlyFields(early), until: early?.until ?? '' },
    payment_methods,
  }
  return { ...EMPTY_DRAFT, ...(fields satisfies Pick<Draft, InvoiceField>) }
}

export function draftOfQuote(quote: ResponseOf<'quotes.read'>): Draft {
  const { issue_date, valid_until, options } = quote
  const items = options.flatMap(({ items: [item], trip }) =>
    item === undefined ? [] : [{ ...quoteItemOf(item), trip: trip ?? undefined }],
  )
  return {
    ...EMPTY_DRAFT,
    ...sharedFields(quote),
    items: quote.items.map(quoteItemOf),
    ...(items.length > 0 && { items, are_options: true }),
    issue_date,
    valid_until: valid_until ?? '',
  }
}

export function draftOfRecurring(recurring: ResponseOf<'recurringInvoices.read'>): Draft {
  return {
    ...EMPTY_DRAFT,
    ...sharedFields(recurring),
    ...sameOf(recurring),
    tax_rate: rateText(recurring.tax_rate),
    early_payment: {
      ...earlyFields(recurring.early_payment),
      days_before_due: String(recurring.early_payment?.days_before_due ?? ''),
    },
    end_date: recurring.end_date ?? '',
    billing_day: String(recurring.billing_day),
    custom_interval_days: String(recurring.custom_interval_days ?? ''),
  }
}

function sharedFields({ client_id, items, discount_rate, notes }: Shared) {
  return {
    client_id,
    discount_rate: rateText(discount_rate),
    notes: notes ?? '',
    items: items.map(itemOf),
  }
}

function itemOf({ description, quantity, unit_price }: PlainItem): DraftItem {
  return {
    description,
    quantity: formatDecimal(quantity),
    unit_price: formatDecimal(unit_price, 2),
  }
}

function quoteItemOf(item: ResponseOf<'quotes.read'>['items'][number]): DraftItem {
  return { ...itemOf(item), ...(item.kind !== null && { kind: item.kind }) }
}

type Discount = Pick<
  NonNullable<ResponseOf<'invoices.read'>['early_payment']>,
  'discount_percent' | 'discount_amount'
>

function earlyFields(early: Discount | null): Draft['early_payment'] {
  const { discount_percent: percent = null, discount_amount: amount = null } = early ?? {}
  const text = (value: number | null, places = 0) => (value === null ? '' : formatDecimal(value, places))
  return {
    ...EMPTY_DRAFT.early_payment,
    choice: percent !== null ? 'percent' : amount !== null ? 'amount' : 'none',
    discount_percent: text(percent),
    discount_amount: text(amount, 2),
  }
}

function rateText(rate: number): string {
  return rate === 0 ? '' : formatDecimal(rate)
}
