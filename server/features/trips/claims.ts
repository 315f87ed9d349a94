// What invoices hold of items of trips: claimed whenever an invoice is saved, so that nothing is invoiced twice.
import { type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import {
  type BilledItem,
  type Credit,
  decideClaims,
  itemsWithOtherMoney,
  type Refusal,
  type SavedInvoice,
} from './claim-rules.ts'
import { type BillableRow, claimsOn, findBillable, lockTripItems, storeClaims } from './claims-store.ts'
import { refreshTrip } from './save.ts'

/** An item of an invoice, with the booking that the item of the trip follows. */
interface ItemWithBooking extends BilledItem {
  readonly booking_id?: string | null
}

export interface Claimed<Item> {
  /** With their bookings. */
  readonly items: Item[]
  /** What the new adjustment takes off items of trips. */
  readonly credits: readonly Credit[]
}

/** Claims what the invoice bills of items of trips; fails if that is more than is open. */
export async function claimTripItems<Item extends ItemWithBooking>(
  tx: Tx,
  invoice: SavedInvoice & { readonly items: readonly Item[]; readonly itemsBefore: readonly BilledItem[] },
): Promise<Claimed<Item>> {
  const { items, itemsBefore } = invoice
  const ids = idsOf([...items, ...itemsBefore])
  if (ids.length === 0) return { items: [...items], credits: [] }
  await lockTripItems(tx, ids)
  // What these say may have changed while this transaction waited.
  const rows = await findBillable(tx, tx.owner, ids)
  const known = { rows, held: await claimsOn(tx, ids) }
  const { claims, credits, refusal } = decideClaims(invoice, known)
  if (refusal !== null) refuse(invoice, refusal)
  await storeClaims(tx, invoice, claims)
  const moved = itemsWithOtherMoney(invoice, claims, known)
  const trips = new Set(rows.filter(({ id }) => moved.has(id)).map(({ trip_id }) => trip_id))
  for (const id of [...trips].sort()) await refreshTrip(tx, id)
  return { items: withBookings(items, rows), credits }
}

/** The same checks for an invoice that is not stored; its items with their bookings. */
export async function previewTripItems<Item extends ItemWithBooking>(
  db: Queryable,
  owner: Owner,
  invoice: SavedInvoice & { readonly items: readonly Item[] },
): Promise<Item[]> {
  const { items } = invoice
  const ids = idsOf(items)
  if (ids.length === 0) return [...items]
  const rows = await findBillable(db, owner, ids)
  const { refusal } = decideClaims(invoice, { rows, held: await claimsOn(db, ids) })
  if (refusal !== null) refuse(invoice, refusal)
  return withBookings(items, rows)
}

function idsOf(items: readonly BilledItem[]): string[] {
  return [...new Set(items.flatMap(({ trip_item_id }) => trip_item_id ?? []))]
}

/** Where the refused line stands, and what is wrong with it. */
const REFUSALS: Readonly<Record<Refusal['code'], readonly [field: string, issue: Issue]>> = {
  trip_item_not_found: ['trip_item_id', 'does not exist'],
  trip_of_other_client: ['trip_item_id', 'belongs to a trip of another client'],
  trip_item_over_invoiced: ['unit_price', 'bills more than is open'],
}

function refuse({ items }: SavedInvoice, { code, tripItemId, openCents }: Refusal): never {
  const index = items.findIndex(({ trip_item_id }) => trip_item_id === tripItemId)
  const [name, what] = REFUSALS[code]
  const issue =
    openCents > 0n
      ? issueWith('bills more than the {amount} BRL that are open', { amount: formatAmount(openCents) })
      : what
  return fail(code, { details: [{ field: `items.${index}.${name}`, issue }] })
}

/** An item keeps the booking that it had when it was first billed. */
function withBookings<Item extends ItemWithBooking>(
  items: readonly Item[],
  rows: readonly BillableRow[],
): Item[] {
  return items.map((item) => {
    const { trip_item_id = null, booking_id } = item
    if (trip_item_id === null || booking_id !== undefined) return item
    return { ...item, booking_id: rows.find(({ id }) => id === trip_item_id)?.booking_id ?? null }
  })
}
