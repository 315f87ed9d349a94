// What an invoice holds of the items of trips: amounts, credits and payments, exact to the cent.
import type { Collector } from '../../../contract/trips.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { collected } from './rules.ts'

/** An item of an invoice, as it is stored. */
export interface BilledItem {
  readonly trip_item_id?: string | null
  readonly total_cents: string
}

/** What an invoice bills of one item of a trip; without an id: all that it bills besides. */
export interface Line {
  readonly tripItemId: string | null
  readonly amountCents: Cents
  readonly creditedCents: Cents
}

/** The part of an adjustment that credits an item of a trip, as stored. The rest credits the line without an id. */
export interface Credit {
  readonly trip_item_id: string
  readonly cents: string
}

export interface Adjustment {
  /** Negative. */
  readonly amount_cents: Cents
  readonly credits: readonly Credit[]
}

export interface Claim {
  readonly tripItemId: string
  readonly amountCents: Cents
  readonly creditedCents: Cents
  readonly paidCents: Cents
}

export function billsTripItems(items: readonly Pick<BilledItem, 'trip_item_id'>[]): boolean {
  return items.some(({ trip_item_id = null }) => trip_item_id !== null)
}

/** What is left of the lines after the adjustments, in the order of the invoice. */
export function linesOf(items: readonly BilledItem[], adjustments: readonly Adjustment[]): Line[] {
  const amounts = new Map<string | null, Cents>()
  for (const { trip_item_id = null, total_cents } of items)
    amounts.set(trip_item_id, (amounts.get(trip_item_id) ?? 0n) + BigInt(total_cents))
  const lines = [...amounts].map(([tripItemId, amountCents]) => ({
    tripItemId,
    amountCents,
    creditedCents: 0n,
  }))
  return adjustments.reduce<Line[]>((left, adjustment) => creditAsStored(left, adjustment), lines)
}

/** A draft may have changed since: what its lines no longer hold is taken off the others. */
function creditAsStored(lines: readonly Line[], { amount_cents, credits }: Adjustment): Line[] {
  const stored = new Map<string | null, Cents>(
    credits.map(({ trip_item_id, cents }) => [trip_item_id, BigInt(cents)]),
  )
  stored.set(null, -amount_cents - sum([...stored.values()]))
  return credit(lines, -amount_cents, [stored])
}

/** How a new adjustment credits the lines: the named items, then those invoiced beyond their price, then all. */
function creditsOf(
  lines: readonly Line[],
  { amount_cents, trip_item_id, named: items = [] }: NewAdjustment,
  beyond: ReadonlyMap<string, Cents>,
): Credit[] {
  const cents = -amount_cents
  const named = new Map<string | null, Cents>(trip_item_id === null ? [] : [[trip_item_id, cents]])
  for (const item of items) named.set(item.tripItemId, item.cents)
  return credit(lines, cents, [named, beyond]).flatMap(({ tripItemId, creditedCents }, index) => {
    const taken = creditedCents - (lines[index]?.creditedCents ?? 0n)
    return tripItemId === null || taken === 0n ? [] : [{ trip_item_id: tripItemId, cents: String(taken) }]
  })
}

/** Credits the lines up to each round of limits, and then in proportion to what is left of them. */
function credit(
  lines: readonly Line[],
  cents: Cents,
  rounds: readonly ReadonlyMap<string | null, Cents>[],
): Line[] {
  let left = [...lines]
  let rest = cents
  for (const limits of rounds)
    left = left.map((line) => {
      const taken = least(rest, limits.get(line.tripItemId) ?? 0n, heldBy(line))
      rest -= taken
      return withCredit(line, taken)
    })
  const weights = left.map(heldBy)
  const shares = spread(least(rest, sum(weights)), weights)
  return left.map((line, index) => withCredit(line, shares[index] ?? 0n))
}

/** What was paid is spread over the lines, so that an invoice that is fully paid pays each of them. */
function claimsOf(lines: readonly Line[], paidCents: Cents): Claim[] {
  const weights = lines.map(heldBy)
  // Beyond what is owed, money is for being late, or overpaid.
  const shares = spread(least(paidCents, sum(weights)), weights)
  return lines.flatMap(({ tripItemId, amountCents, creditedCents }, index) =>
    tripItemId === null ? [] : [{ tripItemId, amountCents, creditedCents, paidCents: shares[index] ?? 0n }],
  )
}

/** An item of a trip, as far as invoices are concerned. */
export interface BillableItem {
  readonly id: string
  readonly client_id: string
  readonly price_brl_cents: Cents
  readonly collected_by: Collector
}

/** A claim as stored. */
export interface StoredClaim {
  readonly trip_item_id: string
  readonly invoice_id: string
  readonly amount_cents: Cents
  readonly credited_cents: Cents
  readonly paid_cents: Cents
  readonly is_issued: boolean
}

/** Items of trips and all claims on them. */
export interface Known {
  readonly rows: readonly BillableItem[]
  readonly held: readonly StoredClaim[]
}

function invoicedOf(tripItemId: string, claims: readonly StoredClaim[]): Cents {
  const ofItem = claims.filter(({ trip_item_id }) => trip_item_id === tripItemId)
  return sum(ofItem.map(({ amount_cents, credited_cents }) => amount_cents - credited_cents))
}

/** By how much items are invoiced beyond their price. */
function beyondPrice({ rows, held }: Known): Map<string, Cents> {
  return new Map(rows.map((row) => [row.id, beyond(invoicedOf(row.id, held), collected(row))]))
}

/** An invoice that is saved. */
export interface SavedInvoice {
  readonly id: string
  readonly clientId: string
  readonly items: readonly BilledItem[]
  /** Of a cancelled or deleted invoice nothing is held. */
  readonly holds: boolean
  /** What a draft bills is not due. */
  readonly isIssued: boolean
  /** Whether amounts that it held before are checked again: it is issued, or is for another client now. */
  readonly checksAll: boolean
  /** Late charges and overpaid money included. */
  readonly paidCents: Cents
  readonly adjustments: readonly Adjustment[]
  readonly adjustment: NewAdjustment | null
}

export interface NewAdjustment {
  /** Negative. */
  readonly amount_cents: Cents
  /** The item that it names. */
  readonly trip_item_id: string | null
  /** Of a credit note: how much it credits of each line. */
  readonly named?: readonly NamedCredit[]
}

/** Without an id: all that the invoice bills besides items of trips. */
export interface NamedCredit {
  readonly tripItemId: string | null
  readonly cents: Cents
}

export interface Decision {
  readonly claims: readonly Claim[]
  /** Of the new adjustment. */
  readonly credits: readonly Credit[]
  /** Null if the invoice may claim this. */
  readonly refusal: Refusal | null
}

/** What an invoice claims when it is saved. */
export function decideClaims(invoice: SavedInvoice, known: Known): Decision {
  const { items, adjustments, adjustment } = invoice
  const lines = linesOf(items, adjustments)
  const credits = adjustment === null ? [] : creditsOf(lines, adjustment, beyondPrice(known))
  const left = adjustment === null ? lines : linesOf(items, [...adjustments, { ...adjustment, credits }])
  const claims = invoice.holds ? claimsOf(left, invoice.paidCents) : []
  return { claims, credits, refusal: refusalOf(invoice, claims, known) }
}

/** Items of which the invoice now holds another amount, or another amount paid or due. */
export function itemsWithOtherMoney(
  { id, isIssued }: Pick<SavedInvoice, 'id' | 'isIssued'>,
  claims: readonly Claim[],
  { held }: Known,
): ReadonlySet<string> {
  const own = held.filter(({ invoice_id }) => invoice_id === id)
  const all = new Set([...own.map((one) => one.trip_item_id), ...claims.map((one) => one.tripItemId)])
  const isMoved = (item: string) => {
    const before = own.find(({ trip_item_id }) => trip_item_id === item)
    const after = claims.find(({ tripItemId }) => tripItemId === item)
    const invoicedBefore = before === undefined ? 0n : before.amount_cents - before.credited_cents
    const invoiced = after === undefined ? 0n : heldBy(after)
    if (before !== undefined && after !== undefined && before.is_issued !== isIssued) return true
    return invoicedBefore !== invoiced || (before?.paid_cents ?? 0n) !== (after?.paidCents ?? 0n)
  }
  return new Set([...all].filter(isMoved))
}

export interface Refusal {
  readonly tripItemId: string
  readonly code: 'trip_item_not_found' | 'trip_of_other_client' | 'trip_item_over_invoiced'
  /** What the invoice may bill of the item. */
  readonly openCents: Cents
}

/** Why an invoice may not claim; null if it may. Only what it did not hold before is checked: money is never refused. */
function refusalOf(
  { id, clientId, checksAll }: SavedInvoice,
  claims: readonly Claim[],
  { rows, held }: Known,
): Refusal | null {
  const own = held.filter(({ invoice_id }) => invoice_id === id)
  const others = held.filter(({ invoice_id }) => invoice_id !== id)
  for (const claim of claims) {
    const { tripItemId } = claim
    if (!checksAll && heldBy(claim) <= invoicedOf(tripItemId, own)) continue
    const row = rows.find((one) => one.id === tripItemId)
    if (row === undefined) return { tripItemId, code: 'trip_item_not_found', openCents: 0n }
    if (row.client_id !== clientId) return { tripItemId, code: 'trip_of_other_client', openCents: 0n }
    const openCents = beyond(collected(row), invoicedOf(tripItemId, others))
    if (heldBy(claim) > openCents) return { tripItemId, code: 'trip_item_over_invoiced', openCents }
  }
  return null
}

/** What is invoiced. */
export function heldBy({ amountCents, creditedCents }: Pick<Line, 'amountCents' | 'creditedCents'>): Cents {
  return amountCents - creditedCents
}

/** Shares in proportion to weights, in whole cents by the largest remainder. `cents` is at most the sum of weights. */
export function spread(cents: Cents, weights: readonly Cents[]): Cents[] {
  const all = sum(weights)
  if (all === 0n) return weights.map(() => 0n)
  const shares = weights.map((weight) => (cents * weight) / all)
  const rest = Number(cents - sum(shares))
  const largest = weights
    .map((weight, index) => ({ index, remainder: (cents * weight) % all }))
    .toSorted((a, b) => Number(b.remainder - a.remainder) || a.index - b.index)
    .slice(0, rest)
  const raised = new Set(largest.map(({ index }) => index))
  return shares.map((share, index) => (raised.has(index) ? share + 1n : share))
}

function beyond(cents: Cents, limit: Cents): Cents {
  return cents > limit ? cents - limit : 0n
}

function withCredit(line: Line, cents: Cents): Line {
  return { ...line, creditedCents: line.creditedCents + cents }
}

function sum(all: readonly Cents[]): Cents {
  return all.reduce((total, cents) => total + cents, 0n)
}

function least(...all: readonly Cents[]): Cents {
  return all.reduce((smallest, cents) => (cents < smallest ? cents : smallest))
}
