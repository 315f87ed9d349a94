// An invoice while it is written: texts as they stand in the fields, and what is sent of them.
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { documentTotals, typedDecimal } from '../../kit/document-totals.ts'

export interface Draft {
  client_id: string
  issue_date: string
  due_date: string
  items: { description: string; quantity: string; unit_price: string }[]
  discount_rate: string
  tax_rate: string
  notes: string
  payment_methods: PaymentMethod[]
  status: 'draft' | 'sent'
}

export const EMPTY_ITEM = { description: '', quantity: '1', unit_price: '' }

/** Fields that were left empty are undefined by then. */
export function bodyOf(draft: Draft) {
  const { client_id, issue_date, due_date, payment_methods, status } = draft
  const [discount_rate, tax_rate] = [numberOf(draft.discount_rate), numberOf(draft.tax_rate)]
  return {
    client_id,
    issue_date,
    due_date,
    payment_methods,
    status,
    items: draft.items.map(({ description, quantity, unit_price }) => ({
      description,
      quantity: numberOf(quantity) ?? Number.NaN,
      unit_price: numberOf(unit_price) ?? Number.NaN,
    })),
    ...(discount_rate !== undefined && { discount_rate }),
    ...(tax_rate !== undefined && { tax_rate }),
    ...(draft.notes && { notes: draft.notes }),
  }
}

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

/** With up to four places a number is exactly the decimal that was written. */
function numberOf(text: string | undefined): number | undefined {
  const decimal = typedDecimal(text ?? '')
  return decimal === undefined ? undefined : Number(decimal)
}
