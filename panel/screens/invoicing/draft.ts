// A document while it is written: texts as they stand in the fields, and what is sent of them. Invoices, quotes and
// recurring invoices share most of it.
import type { Frequency } from '../../../contract/invoicing-states.ts'
import type { TripInput } from '../../../contract/quotes.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { documentTotals, typedDecimal } from '../../kit/document-totals.ts'

export interface DraftItem {
  description: string
  quantity: string
  unit_price: string
  /** Of an option that is a trip; nobody edits it here. */
  trip?: TripInput | undefined
}

export interface Draft {
  client_id: string
  issue_date: string
  due_date: string
  valid_until: string
  items: DraftItem[]
  /** Of a quote: its client chooses one of the items. */
  are_options: boolean
  discount_rate: string
  tax_rate: string
  notes: string
  payment_methods: PaymentMethod[]
  status: 'draft' | 'sent'
  name: string
  frequency: Frequency
  custom_interval_days: string
  billing_day: string
  start_date: string
  end_date: string
  auto_send: boolean
  notify_client_before_due: boolean
}

export const EMPTY_ITEM: DraftItem = { description: '', quantity: '1', unit_price: '' }

export const EMPTY_DRAFT: Draft = {
  client_id: '',
  issue_date: '',
  due_date: '',
  valid_until: '',
  items: [EMPTY_ITEM],
  are_options: false,
  discount_rate: '',
  tax_rate: '',
  notes: '',
  payment_methods: ['pix'],
  status: 'draft',
  name: '',
  frequency: 'monthly',
  custom_interval_days: '',
  billing_day: '10',
  start_date: '',
  end_date: '',
  auto_send: true,
  notify_client_before_due: true,
}

/** Days that were left empty are another matter. */
export function isNotBefore(day: string, earliest: string): boolean {
  return day === '' || day >= earliest
}

/** Fields that were left empty are undefined by then. */
export function invoiceBody(draft: Draft) {
  const { issue_date, due_date, payment_methods } = draft
  return { ...sharedBody(draft), ...taxOf(draft), issue_date, due_date, payment_methods }
}

export function quoteBody(draft: Draft) {
  const { issue_date, valid_until, are_options } = draft
  const { items, ...shared } = sharedBody(draft)
  const options = items.map((item, index) => ({ items: [item], trip: draft.items[index]?.trip ?? null }))
  return {
    ...shared,
    ...(are_options ? { options } : { items }),
    issue_date,
    ...(valid_until && { valid_until }),
  }
}

export function recurringBody(draft: Draft) {
  const { end_date, frequency } = draft
  const days = numberOf(draft.custom_interval_days)
  return {
    ...sharedBody(draft),
    ...taxOf(draft),
    ...sameOf(draft),
    billing_day: numberOf(draft.billing_day) ?? Number.NaN,
    ...(end_date && { end_date }),
    ...(frequency === 'custom' && days !== undefined && { custom_interval_days: days }),
  }
}

type Same = 'name' | 'frequency' | 'start_date' | 'payment_methods' | 'auto_send' | 'notify_client_before_due'

/** What a recurring invoice and its editor hold alike. */
export function sameOf({ name, frequency, start_date, payment_methods, ...rest }: Pick<Draft, Same>) {
  const { auto_send, notify_client_before_due } = rest
  return { name, frequency, start_date, payment_methods, auto_send, notify_client_before_due }
}

/** Before what is sent of a change: what was emptied in the editor is empty then, and not as it was. */
const EMPTIED = { notes: null, discount_rate: 0 }
export const EMPTIED_INVOICE = { ...EMPTIED, tax_rate: 0 }
export const EMPTIED_QUOTE = { ...EMPTIED, valid_until: null }
export const EMPTIED_RECURRING = { ...EMPTIED_INVOICE, end_date: null, custom_interval_days: null }

export function totalsOf({
  items,
  discount_rate,
  tax_rate,
}: Pick<Draft, 'items' | 'discount_rate' | 'tax_rate'>) {
  const lines = items.map(({ quantity = '', unit_price: price = '' }) => ({
    quantity: typedDecimal(quantity) ?? '',
    unitPrice: typedDecimal(price) ?? '',
  }))
  return documentTotals(lines, typedDecimal(discount_rate) ?? '0', typedDecimal(tax_rate) ?? '0')
}

function sharedBody({ client_id, items, discount_rate: rate, notes }: Draft) {
  const discount_rate = numberOf(rate)
  return {
    client_id,
    items: items.map(({ description, quantity, unit_price }) => ({
      description,
      quantity: numberOf(quantity) ?? Number.NaN,
      unit_price: numberOf(unit_price) ?? Number.NaN,
    })),
    ...(discount_rate !== undefined && { discount_rate }),
    ...(notes && { notes }),
  }
}

function taxOf({ tax_rate: rate }: Draft) {
  const tax_rate = numberOf(rate)
  return tax_rate === undefined ? {} : { tax_rate }
}

/** With up to four places a number is exactly the decimal that was written. */
function numberOf(text: string | undefined): number | undefined {
  const decimal = typedDecimal(text ?? '')
  return decimal === undefined ? undefined : Number(decimal)
}
