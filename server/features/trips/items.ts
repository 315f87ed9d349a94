// Adds, reads, changes and deletes items of trips.
import { isDeepStrictEqual } from 'node:util'
import type { Deleted } from '../../../contract/invoicing.ts'
import { TRIP_ITEMS_MAX } from '../../../contract/limits.ts'
import type { TripItem, TripItemChange, TripItemInput } from '../../../contract/trips.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { type AuditValues, record, recordFields } from '../../kernel/outbox/audit.ts'
import { refuseBeyond, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Caller } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { EMPTY_ITEM, editItem } from './item-input.ts'
import { collected } from './rules.ts'
import { refreshTrip } from './save.ts'
import {
  findItem,
  findTrip,
  heldOfItems,
  insertItem,
  itemsOf,
  lockBookingOf,
  lockItem,
  lockTrip,
  removeItem,
  setTripOfBooking,
  type TripItemRow,
  type TripRow,
  updateStoredItem,
} from './store.ts'
import { itemViews, readSeller, shownTo } from './trips.ts'
import type { Shown } from './view.ts'

export interface OfItem {
  readonly id: string
  readonly item_id: string
}

export async function createItem(
  world: World,
  scope: Scope,
  id: string,
  { input, caller }: { input: TripItemInput; caller: Caller },
): Promise<TripItem> {
  return transaction(world, scope, async (tx) => {
    const trip = (await lockTrip(tx, id)) ?? fail('trip_not_found')
    await refuseMoreItems(tx, id)
    const empty = { ...newItem(tx, trip), seller_id: trip.seller_id }
    const item = await withSeller(tx, editItem(empty, input, trip, caller), input, { caller, before: null })
    await storeNewItem(tx, item)
    await refreshTrip(tx, id)
    return itemOf(tx, item, shownTo(tx, caller))
  })
}

export async function refuseMoreItems(tx: Tx, tripId: string, added = 1): Promise<void> {
  await refuseBeyond(tx, {
    most: TRIP_ITEMS_MAX,
    what: `items of ${tripId}`,
    count: async () => (await itemsOf(tx, tx.owner, tripId)).length + added - 1,
  })
}

/** An item without content. */
export function newItem(tx: Tx, trip: Pick<TripRow, 'id'>): TripItemRow {
  return {
    ...EMPTY_ITEM,
    traveller_ids: [],
    id: tx.newId('tripItem'),
    trip_id: trip.id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    created_at: tx.now,
    updated_at: tx.now,
  }
}

/** Its trip is refreshed by the caller, once for all items. */
export async function storeNewItem(tx: Tx, item: TripItemRow): Promise<void> {
  await insertItem(tx, item)
  record(tx, { ...itemChange(item), before: null, after: auditedItem(item) })
}

/** Stores a changed item; nothing happens if it is the same. */
export async function changeItem(tx: Tx, before: TripItemRow, after: TripItemRow): Promise<TripItemRow> {
  if (isDeepStrictEqual(before, after)) return before
  const changed = { ...after, updated_at: tx.now }
  await updateStoredItem(tx, changed)
  recordFields(tx, itemChange(after), before, after)
  record(tx, { ...itemChange(after), before: auditedItem(before), after: auditedItem(after) })
  await refreshTrip(tx, after.trip_id)
  return changed
}

function itemChange({ id, trip_id }: TripItemRow) {
  return { topic: 'records', object: 'trip_item', objectId: id, about: trip_id } as const
}

/** What the audit log keeps of an item: the client's money, no costs and no texts. */
export function auditedItem({ kind, status, price_brl_cents, booking_id }: TripItemRow): AuditValues {
  return {
    kind,
    status,
    amount: formatAmount(price_brl_cents),
    ...(booking_id !== null && { booking_id }),
  }
}

async function withSeller(
  tx: Tx,
  item: TripItemRow,
  { seller_id }: TripItemChange,
  { caller, before }: { readonly caller: Caller; readonly before: string | null },
): Promise<TripItemRow> {
  if (seller_id === undefined || seller_id === item.seller_id) return item
  const seller = await readSeller(tx, caller, seller_id, before)
  return { ...item, seller_id: seller?.id ?? null }
}

export async function updateItem(
  world: World,
  scope: Scope,
  { id, item_id }: OfItem,
  { change, caller }: { change: TripItemChange; caller: Caller },
): Promise<TripItem> {
  return transaction(world, scope, async (tx) => {
    const before = (await lockItem(tx, id, item_id)) ?? (await failMissing(tx, id))
    const trip = (await lockTrip(tx, id)) ?? fail('trip_not_found')
    const edited = editItem(before, change, trip, caller)
    const after = await withSeller(tx, edited, change, { caller, before: before.seller_id })
    if (before.booking_id !== null) refuseFollowing(before, after)
    await refuseBelowInvoiced(tx, before, after)
    return itemOf(tx, await changeItem(tx, before, after), shownTo(tx, caller))
  })
}

/** What people may change of an item that follows a booking. */
const OWN: ReadonlySet<string> = new Set<keyof TripItemRow>([
  'notes',
  'instructions',
  'seller_id',
  'traveller_ids',
  'kept_price_cents',
  'price_brl_cents',
])

function refuseFollowing(before: TripItemRow, after: TripItemRow): void {
  const old = new Map<string, unknown>(Object.entries(before))
  const isOther = Object.entries(after).some(
    ([name, value]) => !OWN.has(name) && !isDeepStrictEqual(old.get(name), value),
  )
  if (isOther) fail('trip_item_follows_booking')
}

/** A cancelled item may keep less than is invoiced: the rest is to be given back. One that comes back may not. */
async function refuseBelowInvoiced(tx: Tx, before: TripItemRow, after: TripItemRow): Promise<void> {
  if (after.status === 'cancelled') return
  if (before.status !== 'cancelled' && collected(after) >= collected(before)) return
  const invoiced = (await heldOfItems(tx, [after.id])).get(after.id)?.invoiced ?? 0n
  if (collected(after) < invoiced) fail('trip_item_invoiced')
}

/** A booking only leaves the trip by it. */
export async function deleteItem(world: World, scope: Scope, { id, item_id }: OfItem): Promise<Deleted> {
  return transaction(world, scope, async (tx) => {
    const found = (await findItem(tx, tx.owner, id, item_id)) ?? (await failMissing(tx, id))
    await lockBookingOf(tx, found)
    const item = (await lockItem(tx, id, item_id)) ?? fail('trip_item_not_found')
    if ((await heldOfItems(tx, [item.id])).size > 0) fail('trip_item_invoiced')
    await removeItem(tx, item.id)
    if (item.booking_id !== null) await setTripOfBooking(tx, item.booking_id, null)
    record(tx, { ...itemChange(item), before: auditedItem(item), after: null })
    await refreshTrip(tx, id)
    return { id: item.id, deleted: true }
  })
}

async function failMissing(db: Tx, tripId: string): Promise<never> {
  return fail((await findTrip(db, db.owner, tripId)) === undefined ? 'trip_not_found' : 'trip_item_not_found')
}

export async function readItem(
  db: Reader,
  owner: Owner,
  { id, item_id }: OfItem,
  shown: Pick<Shown, 'showsCosts'>,
): Promise<TripItem> {
  if ((await findTrip(db, owner, id)) === undefined) fail('trip_not_found')
  const item = (await findItem(db, owner, id, item_id)) ?? fail('trip_item_not_found')
  return itemOf(db, item, shown)
}

async function itemOf(db: Reader, item: TripItemRow, shown: Pick<Shown, 'showsCosts'>): Promise<TripItem> {
  const [view] = await itemViews(db, [item], shown)
  if (view === undefined) throw new Error(`item ${item.id} has no view`)
  return view
}
