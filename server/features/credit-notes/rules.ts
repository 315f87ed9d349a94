// Limits and effects of a credit note on an invoice. Pure functions.
import type { CreditNoteItemInput } from '../../../contract/credit-notes.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { type Cents, centsFromNumber, formatAmount } from '../../kernel/values/money.ts'
import { adjustedTotal, amountDue, amountOverpaid, type InvoiceAmounts } from '../invoices/rules.ts'
import {
  type Adjustment,
  type BilledItem,
  heldBy,
  linesOf,
  type NamedCredit,
  spread,
} from '../trips/claim-rules.ts'

interface CreditableItem extends BilledItem {
  readonly id: string
  readonly description: string
}

export interface CreditableInvoice extends InvoiceAmounts {
  readonly items: readonly CreditableItem[]
}

/** A line of a credit note, as it is stored. */
export interface CreditLine {
  readonly invoice_item_id: string | null
  readonly trip_item_id: string | null
  readonly description: string
  readonly cents: string
}

export interface CreditWish {
  readonly amount?: number | undefined
  readonly items?: readonly CreditNoteItemInput[] | undefined
}

/** The facts of the invoice. */
export interface Credited {
  readonly invoice: CreditableInvoice
  readonly adjustments: readonly Adjustment[]
  /** Fine and interest that were paid. */
  readonly latePaidCents: Cents
  /** What earlier credit notes took off each item of the invoice, by its id. */
  readonly earlierByItem: ReadonlyMap<string, Cents>
}

export interface CreditPlan {
  readonly amountCents: Cents
  readonly lines: readonly CreditLine[]
  readonly named: readonly NamedCredit[]
  /** The most that can be credited. */
  readonly creditableCents: Cents
  readonly dueBeforeCents: Cents
  readonly dueAfterCents: Cents
  /** Money that was paid and is no longer owed. */
  readonly excessCents: Cents
  /** With what was overpaid before. */
  readonly overpaidCents: Cents
}

export function planCredit(wish: CreditWish, credited: Credited): CreditPlan {
  const { invoice, latePaidCents } = credited
  const creditableCents = adjustedTotal(invoice)
  const lines = readLines(wish, credited)
  const amountCents = amountOf(wish, lines, creditableCents)
  if (amountCents === 0n || amountCents > creditableCents) refuse('amount', creditableCents)
  const after = { ...invoice, adjustment_cents: invoice.adjustment_cents - amountCents }
  const overpaidCents = amountOverpaid(after, latePaidCents)
  return {
    amountCents,
    lines,
    named: namedBy(lines),
    creditableCents,
    dueBeforeCents: amountDue(invoice),
    dueAfterCents: amountDue(after),
    excessCents: overpaidCents - amountOverpaid(invoice, latePaidCents),
    overpaidCents,
  }
}

function amountOf({ amount }: CreditWish, lines: readonly CreditLine[], most: Cents): Cents {
  const wanted = amount === undefined ? undefined : readAmount('amount', amount)
  if (lines.length === 0) return wanted ?? most
  const sum = lines.reduce((total, { cents }) => total + BigInt(cents), 0n)
  if (wanted !== undefined && wanted !== sum)
    failField('amount', issueWith('is not the sum of the items, {amount} BRL', { amount: formatAmount(sum) }))
  return sum
}

function readLines({ items = [] }: CreditWish, credited: Credited): CreditLine[] {
  if (items.length === 0) return []
  const find = itemFinder(credited.invoice)
  const left = creditableOf(credited)
  return items.map((item, index) => {
    const field = `items.${index}`
    const cents = readAmount(`${field}.amount`, item.amount)
    const line = { ...lineFor(field, item, find), cents: String(cents) }
    const most = mostOf(line, left)
    if (cents > most) refuse(`${field}.amount`, most)
    take(line, left, cents)
    return line
  })
}

type ItemFinder = (ofInvoice: string | null, ofTrip: string | null) => CreditableItem | undefined

/** By the item of the invoice, or the first one that bills the item of the trip. */
function itemFinder({ items }: CreditableInvoice): ItemFinder {
  const byId = new Map(items.map((item) => [item.id, item]))
  const byTripItem = Map.groupBy(items, ({ trip_item_id }) => trip_item_id)
  return (ofInvoice, ofTrip) => {
    if (ofInvoice === null) return byTripItem.get(ofTrip)?.[0]
    const item = byId.get(ofInvoice)
    return ofTrip === null || item?.trip_item_id === ofTrip ? item : undefined
  }
}

function lineFor(field: string, item: CreditNoteItemInput, find: ItemFinder): Omit<CreditLine, 'cents'> {
  const [ofInvoice, ofTrip] = [item.invoice_item_id ?? null, item.trip_item_id ?? null]
  if (ofInvoice === null && ofTrip === null)
    failField(`${field}.invoice_item_id`, 'is required, or trip_item_id')
  const found = find(ofInvoice, ofTrip)
  if (found === undefined)
    return failField(
      ofInvoice === null ? `${field}.trip_item_id` : `${field}.invoice_item_id`,
      'is not billed by this invoice',
    )
  const { description, trip_item_id = null } = found
  return { invoice_item_id: ofInvoice, trip_item_id, description }
}

/** The amounts that can still be credited, computed once: a credit note may have hundreds of lines. */
interface Creditable {
  /** By item of the invoice: after discount and tax, less earlier credit notes. */
  readonly byItem: Map<string, Cents>
  /** By item of a trip: the part that is on the invoice. */
  readonly byTripItem: Map<string | null, Cents>
}

function creditableOf({ invoice, adjustments, earlierByItem }: Credited): Creditable {
  const shares = spreadTotal(invoice)
  const byItem = invoice.items.map(({ id }, index): [string, Cents] => {
    const [share, gone] = [shares[index] ?? 0n, earlierByItem.get(id) ?? 0n]
    return [id, share > gone ? share - gone : 0n]
  })
  const lines = linesOf(invoice.items, adjustments)
  return {
    byItem: new Map(byItem),
    byTripItem: new Map(lines.map((line) => [line.tripItemId, heldBy(line)])),
  }
}

function mostOf({ invoice_item_id, trip_item_id }: CreditLine, { byItem, byTripItem }: Creditable): Cents {
  const ofItem = invoice_item_id === null ? null : (byItem.get(invoice_item_id) ?? 0n)
  const ofTrip = trip_item_id === null ? null : (byTripItem.get(trip_item_id) ?? 0n)
  if (ofItem === null || ofTrip === null) return ofItem ?? ofTrip ?? 0n
  return ofItem < ofTrip ? ofItem : ofTrip
}

function take(
  { invoice_item_id, trip_item_id }: CreditLine,
  { byItem, byTripItem }: Creditable,
  cents: Cents,
): void {
  if (invoice_item_id !== null) byItem.set(invoice_item_id, (byItem.get(invoice_item_id) ?? 0n) - cents)
  if (trip_item_id !== null) byTripItem.set(trip_item_id, (byTripItem.get(trip_item_id) ?? 0n) - cents)
}

/** The total by item, to the cent. With tax it may be more than the sum of the items. */
function spreadTotal({ items, total_cents }: CreditableInvoice): Cents[] {
  const weights = items.map((item) => BigInt(item.total_cents))
  const subtotal = weights.reduce((sum, cents) => sum + cents, 0n)
  if (total_cents <= subtotal) return spread(total_cents, weights)
  const beyond = spread(total_cents - subtotal, weights)
  return weights.map((cents, index) => cents + (beyond[index] ?? 0n))
}

function namedBy(lines: readonly CreditLine[]): NamedCredit[] {
  const byItem = Map.groupBy(lines, ({ trip_item_id }) => trip_item_id)
  return [...byItem].map(([tripItemId, ofItem]) => ({ tripItemId, cents: sumOf(ofItem) }))
}

function sumOf(lines: readonly CreditLine[]): Cents {
  return lines.reduce((sum, { cents }) => sum + BigInt(cents), 0n)
}

function refuse(field: string, mostCents: Cents): never {
  const issue = issueWith('is more than the {amount} BRL that can be credited', {
    amount: formatAmount(mostCents),
  })
  return fail('credit_exceeds_invoice', { details: [{ field, issue }] })
}

function readAmount(field: string, amount: number): Cents {
  return centsFromNumber(amount) ?? failField(field, 'must be an amount with at most two decimals')
}
