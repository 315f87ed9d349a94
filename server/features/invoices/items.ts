// Items of invoices, quotes and recurring invoices, and the input that all three share.
import type { ColumnType, Selectable } from 'kysely'
import type { ErrorDetail } from '../../../contract/common.ts'
import type { ErrorCode } from '../../../contract/errors.ts'
import type { Item, ItemInput } from '../../../contract/invoicing.ts'
import { INVOICE_CENTS_MAX } from '../../../contract/limits.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../contract/wallet.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/transaction.ts'
import { parseDate, parseTimestamp } from '../../kernel/values/dates.ts'
import {
  decimalFromNumber,
  decimalPlaces,
  formatDecimal,
  parseOwnDecimal,
} from '../../kernel/values/decimal.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { type Cents, centsFromNumber, numberFromCents } from '../../kernel/values/money.ts'
import { type ClientRow, findClient, uuidFromClientId } from '../clients/store.ts'
import { invoiceTotals } from './rules.ts'

// Items of invoices, quotes and recurring invoices: stored exactly as they were sent, with their computed totals.

/** A line of an invoice, quote or recurring invoice; numbers as text, so that they stay exact. */
export interface StoredItem {
  id: string
  description: string
  quantity: string
  unit_price: string
  total_cents: string
}

/** The columns of a document that is priced: its items, JSON when they are written, and what they come to. */
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
    quantity: parseOwnDecimal(quantity),
    unitPrice: parseOwnDecimal(unit_price),
  }))
  const totals = invoiceTotals(lines, parseOwnDecimal(discountRate), parseOwnDecimal(taxRate))
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

/** What a change may say of items and rates; what it leaves out stays. */
interface PriceChange {
  items?: readonly ItemInput[] | undefined
  discount_rate?: number | undefined
  tax_rate?: number | undefined
}

export function repriceItems(
  before: Pick<PricedItems, 'items' | 'discount_rate' | 'tax_rate'>,
  { items, discount_rate, tax_rate }: PriceChange,
  newUuid: () => string,
): PricedItems {
  return priceItems(
    items === undefined ? before.items : readItems(items, newUuid),
    discount_rate === undefined ? before.discount_rate : readRate('discount_rate', discount_rate),
    tax_rate === undefined ? before.tax_rate : readRate('tax_rate', tax_rate),
  )
}

/** Equal for equal items and discount, however their numbers are written. */
export function contentOfItems({ items, discount_rate }: Pick<PricedItems, 'items' | 'discount_rate'>) {
  const lines = items.map((item) => [item.description, Number(item.quantity), Number(item.unit_price)])
  return { items: lines, discount_rate: Number(discount_rate) }
}

/** Items, rates and sums as they are shown. */
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
  if (decimalPlaces(decimal) > PLACES_MAX) failField(field, `must have at most ${PLACES_MAX} decimals`)
  return formatDecimal(decimal)
}

// Dates, timestamps, amounts and client ids of invoicing requests, read strictly; a fault names its field.

/** Bounds for dates: no real invoice lies outside them, and dates computed from them stay valid. */
const FIRST_DAY = '2000-01-01'
const LAST_DAY = '2199-12-31'

export function readDate(field: string, text: string): string {
  const date = (parseDate(text) ?? failField(field, 'must be a date such as 2026-11-15')).toString()
  if (date < FIRST_DAY || date > LAST_DAY) failField(field, `must be from ${FIRST_DAY} to ${LAST_DAY}`)
  return date
}

export function readOptionalDate(field: string, text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : readDate(field, text)
}

/** Undefined stays so, as it means that nothing was said; null means that there is none. */
export function readTimestamp(field: string, text: string | null | undefined): Date | null | undefined {
  if (text === null || text === undefined) return text
  return parseTimestamp(text) ?? failField(field, 'must be a timestamp such as 2026-11-15T12:00:00.000Z')
}

export function readAmount(field: string, amount: number): Cents {
  return centsFromNumber(amount) ?? failField(field, 'must be an amount with at most two decimals')
}

/** By PIX unless something else is asked for; in one order, each once. */
export function readMethods(methods: readonly PaymentMethod[] | undefined): PaymentMethod[] {
  return methods === undefined ? ['pix'] : PAYMENT_METHODS.filter((method) => methods.includes(method))
}

/** Finds by id; fails with `missing` where there is none, and for a text that is not a UUID. */
export async function demandById<Row>(
  id: string,
  find: (uuid: string) => Promise<Row | undefined>,
  missing: ErrorCode,
): Promise<Row> {
  return (isUuid(id) ? await find(id) : undefined) ?? fail(missing)
}

/** The UUID from either spelling of a client id; fails for any other text. */
export function readClientId(id: string): string {
  return uuidFromClientId(id) ?? fail('client_not_found')
}

export async function demandClient(db: Queryable, owner: Owner, uuid: string): Promise<ClientRow> {
  return (await findClient(db, owner, uuid)) ?? fail('client_not_found')
}

// Which fields of a document's content a change is about: what repeats what is stored is no change, and what cannot
// change any more is refused by its name.

type Content = Readonly<Record<string, unknown>>

/** Names of the fields that differ. */
export function changedFields(before: Content, after: Content): string[] {
  return Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

/** Blames each of them, for the same reason. */
export function blame(fields: readonly string[], why: string): { details: ErrorDetail[] } {
  return { details: fields.map((field) => ({ field, issue: `cannot be changed: ${why}` })) }
}

// Whether an update changes anything: one that repeats what is stored must cause no event and no new timestamp.

/** Compares all but when they were last changed. */
export function isSameRow<Row extends { updated_at: Date }>(before: Row, after: Row): boolean {
  return written(before) === written(after)
}

function written({ updated_at, ...row }: { updated_at: Date }): string {
  const sorted = Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(sorted, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
}
