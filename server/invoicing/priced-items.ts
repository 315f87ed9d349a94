// Items as they were asked for, stored exactly, with what they come to: the one way into server/rules/invoice-totals.
import type { ColumnType } from 'kysely'
import type { Item, ItemInput } from '../../contract/invoicing.ts'
import { INVOICE_CENTS_MAX } from '../../contract/limits.ts'
import {
  type Decimal,
  decimalFromNumber,
  decimalPlaces,
  formatDecimal,
  parseDecimal,
} from '../base/values/decimal.ts'
import { failField } from '../base/values/fail.ts'
import { numberFromCents } from '../base/values/money.ts'
import { invoiceTotals } from '../rules/invoice-totals.ts'

/** A line of an invoice, quote or recurring invoice; numbers as text, so that they stay exact. */
export interface StoredItem {
  id: string
  description: string
  quantity: string
  unit_price: string
  total_cents: string
}

/** Items in a row: JSON when it is written. */
export type ItemsColumn = ColumnType<StoredItem[], string, string>

/** An item before it is priced. */
export type UnpricedItem = Omit<StoredItem, 'total_cents'>

export interface PricedItems {
  items: StoredItem[]
  subtotal_cents: bigint
  discount_rate: string
  discount_cents: bigint
  tax_rate: string
  tax_cents: bigint
  total_cents: bigint
}

const PLACES_MAX = 4

/** Fails where a number has too many decimals, naming the field. */
export function readItems(inputs: readonly ItemInput[], newUuid: () => string): UnpricedItem[] {
  return inputs.map(({ description, quantity, unit_price }, index) => ({
    id: newUuid(),
    description,
    quantity: readNumber(`items.${index}.quantity`, quantity),
    unit_price: readNumber(`items.${index}.unit_price`, unit_price),
  }))
}

export function readRate(field: string, rate: number | undefined): string {
  return readNumber(field, rate ?? 0)
}

export function priceItems(
  items: readonly UnpricedItem[],
  discountRate: string,
  taxRate: string,
): PricedItems {
  const lines = items.map(({ quantity, unit_price }) => ({
    quantity: decimalOf(quantity),
    unitPrice: decimalOf(unit_price),
  }))
  const totals = invoiceTotals(lines, decimalOf(discountRate), decimalOf(taxRate))
  if (totals.subtotalCents > INVOICE_CENTS_MAX || totals.totalCents > INVOICE_CENTS_MAX)
    failField('items', 'add up to more than 999999999999.99')
  return {
    items: items.map((item, index) => ({ ...item, total_cents: String(totals.lineCents[index]) })),
    subtotal_cents: totals.subtotalCents,
    discount_rate: discountRate,
    discount_cents: totals.discountCents,
    tax_rate: taxRate,
    tax_cents: totals.taxCents,
    total_cents: totals.totalCents,
  }
}

export function itemViews(items: readonly StoredItem[]): Item[] {
  return items.map(({ id, description, quantity, unit_price, total_cents }) => ({
    id,
    description,
    quantity: Number(quantity),
    unit_price: Number(unit_price),
    total: numberFromCents(BigInt(total_cents)),
  }))
}

function readNumber(field: string, value: number): string {
  const decimal = decimalFromNumber(value)
  if (decimalPlaces(decimal) > PLACES_MAX) failField(field, `must have at most ${PLACES_MAX} decimals`)
  return formatDecimal(decimal)
}

function decimalOf(text: string): Decimal {
  return parseDecimal(text)!
}
