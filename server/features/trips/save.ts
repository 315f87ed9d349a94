// Writes trips with what follows from their items: days, whether something is open, texts to search, counts, events.
import { record, recordFields } from '../../kernel/outbox/audit.ts'
import { changeCount, moveCount } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { clientOf } from '../clients/store.ts'
import { emit } from '../events/emit.ts'
import { demandTeam } from '../teams/store.ts'
import { leavesCountry } from './flight.ts'
import {
  addMoney,
  daysOf,
  isCancelledTrip,
  type MoneySums,
  moneyOfItem,
  NO_MONEY,
  openCents,
  searchTextOf,
} from './rules.ts'
import {
  endBucket,
  heldOfItems,
  insertTrip,
  itemsOf,
  lockTrip,
  moveQuotesOf,
  removeTrip,
  startBucket,
  TRIPS_BY_END,
  TRIPS_BY_START,
  type TripItemRow,
  type TripRow,
  updateStoredTrip,
} from './store.ts'
import { tripEventView, tripNumber } from './view.ts'

const tripChange = (objectId: string) => ({ topic: 'records', object: 'trip', objectId }) as const

/** Inserts a trip, or updates the locked one. Emits it without costs. */
export async function saveTrip(tx: Tx, before: TripRow | null, wanted: TripRow): Promise<TripRow> {
  const items = before === null ? [] : await itemsOf(tx, tx.owner, wanted.id)
  const { money, hasOpen } = await moneyOf(tx, items)
  const title = wanted.has_own_title ? wanted.title : await titleOf(tx, wanted, items)
  const trip: TripRow = {
    ...wanted,
    title,
    ...daysOf(items),
    cancelled: isCancelledTrip(items),
    has_open: hasOpen,
    is_international: items.some(leavesCountry),
    search_text: searchTextOf(tripNumber(wanted), { ...wanted, title }, items),
    updated_at: tx.now,
  }
  if (before === null) {
    await insertTrip(tx, trip)
    record(tx, { ...tripChange(trip.id), before: null, after: { client_id: trip.client_id } })
  } else {
    await updateStoredTrip(tx, trip)
    recordFields(tx, tripChange(trip.id), recorded(before), recorded(trip))
  }
  moveCount(tx, TRIPS_BY_START, before && startBucket(before), startBucket(trip))
  moveCount(tx, TRIPS_BY_END, before && endBucket(before), endBucket(trip))
  await emitTrip(tx, before === null ? 'trip.created' : 'trip.updated', trip, money)
  return trip
}

const TITLE_CHARACTERS_MAX = 200

/** The places of the items, or the name of the client. */
async function titleOf(tx: Tx, trip: TripRow, items: readonly TripItemRow[]): Promise<string> {
  const places = items.filter(({ status }) => status !== 'cancelled').flatMap(({ place }) => place ?? [])
  if (places.length === 0) return (await clientOf(tx, tx.owner, trip)).full_name
  return [...new Set(places)].join(', ').slice(0, TITLE_CHARACTERS_MAX)
}

/** What people set; the rest follows from the items. */
function recorded({
  has_own_title,
  client_id,
  seller_id,
  travellers,
  metadata,
  external_reference,
  ...trip
}: TripRow) {
  return {
    title: has_own_title ? trip.title : null,
    client_id,
    seller_id,
    travellers,
    metadata,
    external_reference,
  }
}

/** After every change of items, and of what invoices hold of them. The trip is locked until the transaction ends. */
export async function refreshTrip(tx: Tx, tripId: string): Promise<TripRow> {
  const trip = await lockTrip(tx, tripId)
  if (trip === undefined) throw new Error(`there is no trip ${tripId}`)
  return saveTrip(tx, trip, trip)
}

/** With its items, notes and tags. */
export async function eraseTrip(tx: Tx, trip: TripRow): Promise<void> {
  const items = await itemsOf(tx, tx.owner, trip.id)
  const { money } = await moneyOf(tx, items)
  await moveQuotesOf(tx, trip.id, null)
  await removeTrip(tx, trip.id)
  record(tx, { ...tripChange(trip.id), before: { client_id: trip.client_id }, after: null })
  changeCount(tx, TRIPS_BY_START, startBucket(trip), -1)
  changeCount(tx, TRIPS_BY_END, endBucket(trip), -1)
  await emitTrip(tx, 'trip.deleted', trip, money)
}

async function emitTrip(
  tx: Tx,
  type: 'trip.created' | 'trip.updated' | 'trip.deleted',
  trip: TripRow,
  money: MoneySums,
): Promise<void> {
  const team = await demandTeam(tx, tx.owner.teamId)
  const client = await clientOf(tx, tx.owner, trip)
  emit(tx, type, tripEventView({ trip, client, money }, dateIn(tx.now, team.time_zone)))
}

async function moneyOf(
  tx: Tx,
  items: readonly TripItemRow[],
): Promise<{ money: MoneySums; hasOpen: boolean }> {
  const held = await heldOfItems(
    tx,
    items.map(({ id }) => id),
  )
  const each = items.map((item) => moneyOfItem(item, held.get(item.id) ?? NO_MONEY))
  return { money: each.reduce(addMoney, NO_MONEY), hasOpen: each.some((sums) => openCents(sums) !== 0n) }
}
