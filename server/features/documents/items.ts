// Items of invoices, quotes and recurring invoices: stored exactly as they were sent, with their computed totals.
import { isDeepStrictEqual } from 'node:util'
import type { ColumnType, Selectable } from 'kysely'
import type { InvoiceItem, InvoiceItemInput, Item, ItemInput } from '../../../contract/invoicing.ts'
import { INVOICE_CENTS_MAX } from '../../../contract/limits.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { TripItemKind } from '../../../contract/trips.ts'
import {
  decimalFromNumber,
  decimalPlaces,
  formatDecimal,
  parseOwnDecimal,
} from '../../kernel/values/decimal.ts'
import { failField } from '../../kernel/values/fail.ts'
import { type Cents, numberFromCents } from '../../kernel/values/money.ts'
import { billsTripItems } from '../trips/claim-rules.ts'
import { invoiceTotals } from './rules.ts'

/** Numbers are text, so that they stay exact. */
export interface StoredItem {
  id: string
  description: string
  quantity: string
  unit_price: string
  total_cents: string
  /** The item of a trip that it bills, of invoices alone. */
  trip_item_id?: string | null
  /** The booking that the item of the trip follows. */
  booking_id?: string | null
  /** The kind of the item of a trip that it becomes, of quotes alone. */
  kind?: TripItemKind
}

/** The columns of a document with items and totals; items are JSON when they are written. */
export interface PricedColumns {
  items: ColumnType<StoredItem[], string, string>
  subtotal_cents: bigint
  discount_rate: string
  discount_cents: bigint
  tax_rate: string
  tax_cents: bigint
  total_cents: bigint
}

export type PricedItems = Selectable<PricedColumns>

export const PRICED_COLUMNS = [
  'items',
  'subtotal_cents',
  'discount_rate',
  'discount_cents',
  'tax_rate',
  'tax_cents',
  'total_cents',
] as const satisfies (keyof PricedColumns)[]

/** An item before it is priced. */
export type UnpricedItem = Omit<StoredItem, 'total_cents'>

const PLACES_MAX = 4

/** Fails if a number has too many decimals, and names the field. */
export function readItems(inputs: readonly ItemInput[], newUuid: () => string): UnpricedItem[] {
  return inputs.map(({ description, quantity, unit_price }, index) => ({
    id: newUuid(),
    description,
    quantity: readNumber(`items.${index}.quantity`, quantity),
    unit_price: readNumber(`items.${index}.unit_price`, unit_price),
  }))
}

/** Items of an invoice, which may bill items of trips. */
export function readInvoiceItems(inputs: readonly InvoiceItemInput[], newUuid: () => string): UnpricedItem[] {
  return readItems(inputs, newUuid).map((item, index) => {
    const trip_item_id = inputs[index]?.trip_item_id ?? null
    return trip_item_id === null ? item : { ...item, trip_item_id }
  })
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
    quantity: parseOwnDecimal(quantity),
    unitPrice: parseOwnDecimal(unit_price),
  }))
  const totals = invoiceTotals(lines, parseOwnDecimal(discountRate), parseOwnDecimal(taxRate))
  if (totals.subtotalCents > INVOICE_CENTS_MAX || totals.totalCents > INVOICE_CENTS_MAX)
    failField('items', 'add up to more than 999999999999.99')
  if (billsTripItems(items))
    refuseForTrips({ discount_rate: discountRate, tax_rate: taxRate }, items, totals.lineCents)
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

/** What an invoice holds of an item of a trip is the total of its line, to the cent. */
function refuseForTrips(
  rates: Readonly<Record<'discount_rate' | 'tax_rate', string>>,
  items: readonly UnpricedItem[],
  lineCents: readonly Cents[],
): void {
  for (const [field, rate] of Object.entries(rates))
    if (Number(rate) !== 0) failField(field, 'must be 0 for an invoice with items of trips')
  const empty = items.findIndex(
    ({ trip_item_id = null }, index) => trip_item_id !== null && !lineCents[index],
  )
  if (empty !== -1) failField(`items.${empty}.unit_price`, 'must bill more than 0 of the item of the trip')
}

/** Items and rates of a change; fields that are left out stay. */
export interface PriceChange {
  items?: readonly UnpricedItem[] | undefined
  discount_rate?: number | undefined
  tax_rate?: number | undefined
}

export function repriceItems(
  before: Pick<PricedItems, 'items' | 'discount_rate' | 'tax_rate'>,
  { items, discount_rate, tax_rate }: PriceChange,
): PricedItems {
  return priceItems(
    items === undefined ? before.items : changedItems(before.items, items),
    changedRate(before.discount_rate, readOptionalRate('discount_rate', discount_rate)),
    changedRate(before.tax_rate, readOptionalRate('tax_rate', tax_rate)),
  )
}

function readOptionalRate(field: string, rate: number | undefined): string | undefined {
  return rate === undefined ? undefined : readRate(field, rate)
}

/** The same rate keeps its decimals, so that the row stays the same. */
function changedRate(before: string, sent: string | undefined): string {
  return sent === undefined || Number(sent) === Number(before) ? before : sent
}

/** Repeated items keep their ids. */
function changedItems(before: StoredItem[], sent: readonly UnpricedItem[]): readonly UnpricedItem[] {
  return isDeepStrictEqual(linesOf(before), linesOf(sent)) ? before : sent
}

/** What a client sees of items, what they bill, and what they become. */
export function linesOf(items: readonly UnpricedItem[]) {
  return items.map(({ description, quantity, unit_price, trip_item_id = null, kind }) => [
    description,
    Number(quantity),
    Number(unit_price),
    ...(trip_item_id === null ? [] : [trip_item_id]),
    ...(kind === undefined ? [] : [kind]),
  ])
}

/** Equal for equal items and discount, even if numbers are written differently. */
export function contentOfItems({ items, discount_rate }: Pick<PricedItems, 'items' | 'discount_rate'>) {
  return { items: linesOf(items), discount_rate: Number(discount_rate) }
}

export function pricedView(priced: PricedItems) {
  return {
    ...untaxedView(priced),
    tax_rate: Number(priced.tax_rate),
    tax_amount: numberFromCents(priced.tax_cents),
    total: numberFromCents(priced.total_cents),
  }
}

export function untaxedView(priced: Omit<PricedItems, 'tax_rate' | 'tax_cents'>) {
  return {
    items: itemViews(priced.items),
    subtotal: numberFromCents(priced.subtotal_cents),
    discount_rate: Number(priced.discount_rate),
    discount_amount: numberFromCents(priced.discount_cents),
  }
}

export function invoiceItemViews(items: readonly StoredItem[]): InvoiceItem[] {
  return itemViews(items).map((item, index) => ({
    ...item,
    trip_item_id: items[index]?.trip_item_id ?? null,
    booking_id: items[index]?.booking_id ?? null,
  }))
}

function itemViews(items: readonly StoredItem[]): Item[] {
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
  if (decimalPlaces(decimal) > PLACES_MAX)
    failField(field, issueWith('must have at most {count} decimals', { count: PLACES_MAX }))
  return formatDecimal(decimal)
}
