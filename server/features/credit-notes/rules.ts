// Limits and effects of a credit note on an invoice. Pure functions.
import type { CreditNoteItemInput } from '../../../contract/credit-notes.ts'
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
  /** Of earlier credit notes. */
  readonly earlier: readonly CreditLine[]
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
    failField('amount', `is not the sum of the items, ${formatAmount(sum)} BRL`)
  return sum
}

function readLines({ items = [] }: CreditWish, credited: Credited): CreditLine[] {
  const taken: CreditLine[] = []
  for (const [index, item] of items.entries()) {
    const field = `items.${index}`
    const cents = readAmount(`${field}.amount`, item.amount)
    const line = { ...lineFor(field, item, credited.invoice), cents: String(cents) }
    const left = leftOf(line, credited, taken)
    if (cents > left) refuse(`${field}.amount`, left)
    taken.push(line)
  }
  return taken
}

/** By the item of the invoice, or the first one that bills the item of the trip. */
function lineFor(
  field: string,
  item: CreditNoteItemInput,
  { items }: CreditableInvoice,
): Omit<CreditLine, 'cents'> {
  const [ofInvoice, ofTrip] = [item.invoice_item_id ?? null, item.trip_item_id ?? null]
  if (ofInvoice === null && ofTrip === null)
    failField(`${field}.invoice_item_id`, 'is required, or trip_item_id')
  const found = items.find(
    (one) => (ofInvoice === null || one.id === ofInvoice) && (ofTrip === null || one.trip_item_id === ofTrip),
  )
  if (found === undefined)
    return failField(
      ofInvoice === null ? `${field}.trip_item_id` : `${field}.invoice_item_id`,
      'is not billed by this invoice',
    )
  const { description, trip_item_id = null } = found
  return { invoice_item_id: ofInvoice, trip_item_id, description }
}

/** The amount of the item that can still be credited: after discount and tax, less earlier credit notes. */
function leftOf(line: Omit<CreditLine, 'cents'>, credited: Credited, taken: readonly CreditLine[]): Cents {
  const ofItem = line.invoice_item_id === null ? null : leftOfItem(line.invoice_item_id, credited, taken)
  const ofTrip = line.trip_item_id === null ? null : leftOfTrip(line.trip_item_id, credited, taken)
  if (ofItem === null || ofTrip === null) return ofItem ?? ofTrip ?? 0n
  return ofItem < ofTrip ? ofItem : ofTrip
}

function leftOfItem(id: string, { invoice, earlier }: Credited, taken: readonly CreditLine[]): Cents {
  const shares = spreadTotal(invoice)
  const share = shares[invoice.items.findIndex((item) => item.id === id)] ?? 0n
  const gone = sumOf([...earlier, ...taken].filter(({ invoice_item_id }) => invoice_item_id === id))
  return share > gone ? share - gone : 0n
}

/** The total by item, to the cent. With tax it may be more than the sum of the items. */
function spreadTotal({ items, total_cents }: CreditableInvoice): Cents[] {
  const weights = items.map((item) => BigInt(item.total_cents))
  const subtotal = weights.reduce((sum, cents) => sum + cents, 0n)
  if (total_cents <= subtotal) return spread(total_cents, weights)
  const beyond = spread(total_cents - subtotal, weights)
  return weights.map((cents, index) => cents + (beyond[index] ?? 0n))
}

/** The part of the item of the trip that is on the invoice. */
function leftOfTrip(id: string, { invoice, adjustments }: Credited, taken: readonly CreditLine[]): Cents {
  const line = linesOf(invoice.items, adjustments).find(({ tripItemId }) => tripItemId === id)
  const held = line === undefined ? 0n : heldBy(line)
  return held - sumOf(taken.filter(({ trip_item_id }) => trip_item_id === id))
}

function namedBy(lines: readonly CreditLine[]): NamedCredit[] {
  const byItem = Map.groupBy(lines, ({ trip_item_id }) => trip_item_id)
  return [...byItem].map(([tripItemId, ofItem]) => ({ tripItemId, cents: sumOf(ofItem) }))
}

function sumOf(lines: readonly CreditLine[]): Cents {
  return lines.reduce((sum, { cents }) => sum + BigInt(cents), 0n)
}

function refuse(field: string, mostCents: Cents): never {
  const issue = `is more than the ${formatAmount(mostCents)} BRL that can be credited`
  return fail('credit_exceeds_invoice', { details: [{ field, issue }] })
}

function readAmount(field: string, amount: number): Cents {
  return centsFromNumber(amount) ?? failField(field, 'must be an amount with at most two decimals')
}
