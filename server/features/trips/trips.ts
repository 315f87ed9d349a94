// Creates, reads, lists, updates and deletes trips.
import { isDeepStrictEqual } from 'node:util'
import type { Deleted } from '../../../contract/invoicing.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type {
  Trip,
  TripChange,
  TripDetail,
  TripInput,
  TripItem,
  TripsQuery,
  TripTravellerInput,
} from '../../../contract/trips.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { referencesIn } from '../../kernel/db/references.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dateIn, daysIn, parseDate, timesOf } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, NO_ITEMS, type Page } from '../../kernel/values/pages.ts'
import { readReferences } from '../../kernel/values/references.ts'
import { demandClient } from '../clients/clients.ts'
import { findCompanion } from '../clients/companion-store.ts'
import { type ClientRow, clientOf, clientsOf, uuidFromClientId } from '../clients/store.ts'
import { tagFrom, tagsOf } from '../notes/tags.ts'
import { findMember } from '../people/person-store.ts'
import { type Caller, demandPermission, todayOf } from '../teams/caller.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { acceptancesOf, hasAcceptances } from './acceptance-store.ts'
import { filesOfItems, fileView } from './file-store.ts'
import { NO_MONEY } from './rules.ts'
import { eraseTrip, saveTrip } from './save.ts'
import {
  findTrip,
  hasBookings,
  heldOfItems,
  itemsOf,
  listTrips,
  lockTrip,
  lockWholeTrips,
  moneyOfTrips,
  nextTripNumber,
  quotesOf,
  type StoredTraveller,
  type TripItemRow,
  type TripRow,
} from './store.ts'
import { itemView, type Shown, tripView } from './view.ts'

const NOT_HELD = { ...NO_MONEY, invoice_ids: [] }

export interface NewTrip {
  readonly client: ClientRow
  readonly title?: string | null | undefined
  readonly travellers?: StoredTraveller[]
  readonly seller: Seller | null
  readonly references?: Pick<TripRow, 'metadata' | 'external_reference'>
}

export interface Seller {
  readonly id: string
  readonly name: string
}

/** Stores a trip without items. */
export async function beginTrip(tx: Tx, trip: NewTrip): Promise<TripRow> {
  const { client, title, travellers = [], seller } = trip
  const { time_zone } = await demandTeam(tx, tx.owner.teamId)
  const { year } = dateIn(tx.now, time_zone)
  return saveTrip(tx, null, {
    id: tx.newId('trip'),
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    number_year: year,
    number_sequence: await nextTripNumber(tx, year),
    title: title?.trim() || client.full_name,
    has_own_title: Boolean(title?.trim()),
    client_id: client.id,
    seller_id: seller?.id ?? null,
    seller_name: seller?.name ?? null,
    travellers,
    starts_on: null,
    ends_on: null,
    cancelled: false,
    has_open: false,
    is_international: false,
    search_text: '',
    link_token: null,
    ...(trip.references ?? readReferences({})),
    created_at: tx.now,
    updated_at: tx.now,
  })
}

/** Adds the bookings that a new trip begins with. */
export type Join = (tx: Tx, trip: TripRow, bookingIds: readonly string[]) => Promise<void>

export async function createTrip(
  world: World,
  scope: Scope,
  { input, caller, join }: { input: TripInput; caller: Caller; join: Join },
): Promise<TripDetail> {
  return transaction(world, scope, async (tx) => {
    const client = await demandClient(tx, tx.owner, input.client_id)
    // A trip that is sent back as it was read is a copy, with new ids.
    const travellers = (input.travellers ?? []).map(({ id: _, ...traveller }) => traveller)
    const { id } = await beginTrip(tx, {
      client,
      title: input.title,
      travellers: await readTravellers(tx, travellers, { clientId: client.id, known: [] }),
      // Null means left out, as in every optional field of a create.
      seller: await readSeller(tx, caller, input.seller_id ?? undefined, null),
      references: readReferences(input),
    })
    const bookingIds = [...new Set(input.booking_ids ?? [])]
    if (bookingIds.length > 0) {
      const trip = (await lockTrip(tx, id)) ?? fail('trip_not_found')
      await join(tx, trip, bookingIds)
    }
    return detailOf(world, tx, id, shownTo(tx, caller))
  })
}

/**
 * The person who calls if left out. Another one needs a permission, and so does taking the place of the one named
 * before. A key sells nothing by itself.
 */
export async function readSeller(
  tx: Tx,
  caller: Caller,
  sellerId: string | null | undefined,
  before: string | null,
): Promise<Seller | null> {
  const { kind, id, name } = caller.via
  if (sellerId === undefined) return kind === 'person' ? { id, name } : null
  if (sellerId === id && kind === 'person' && before === null) return { id, name }
  demandPermission(caller, 'trips.assign')
  if (sellerId === null) return null
  const member = await findMember(tx, tx.owner.teamId, sellerId)
  if (member === undefined) return failField('seller_id', 'is no person of the team')
  return { id: sellerId, name: member.name }
}

/** Known travellers keep their ids; the others get new ones. `clientId` is the client of the trip. */
async function readTravellers(
  tx: Tx,
  inputs: readonly TripTravellerInput[],
  { clientId, known }: { readonly clientId: string; readonly known: readonly StoredTraveller[] },
): Promise<StoredTraveller[]> {
  const travellers: StoredTraveller[] = []
  const { time_zone } = await demandTeam(tx, tx.owner.teamId)
  const today = dateIn(tx.now, time_zone)
  for (const [index, input] of inputs.entries()) {
    const field = `travellers.${index}`
    const { id, full_name, born_on = null, client_id = null, companion_id = null } = input
    const before = known.find((one) => one.id === id)
    if (id !== undefined && before === undefined) failField(`${field}.id`, 'is no traveller of the trip')
    if (id !== undefined && travellers.some((one) => one.id === id))
      failField(`${field}.id`, 'was given already')
    const day = born_on === null ? null : (parseDate(born_on) ?? undefined)
    if (day === undefined) failField(`${field}.born_on`, 'must be a date that exists, as YYYY-MM-DD')
    if (day !== null && Temporal.PlainDate.compare(today, day) < 0)
      failField(`${field}.born_on`, issueWith('must not be after today ({today})', { today: `${today}` }))
    // What stays as it was read is not checked again: that client may be merged, that companion deleted since.
    const uuid = client_id === null ? null : uuidFromClientId(client_id)
    const isKnownClient = client_id === null || (uuid !== null && uuid === before?.client_id)
    if (!isKnownClient) await demandClient(tx, tx.owner, client_id, `${field}.client_id`)
    if (companion_id !== null && companion_id !== before?.companion_id)
      await demandCompanion(tx, clientId, companion_id, `${field}.companion_id`)
    travellers.push({
      id: id ?? tx.newId('tripTraveller'),
      full_name: full_name.trim(),
      born_on: day?.toString() ?? null,
      client_id: uuid,
      companion_id,
    })
  }
  return travellers
}

async function demandCompanion(tx: Tx, clientId: string, id: string, field: string): Promise<void> {
  if ((await findCompanion(tx, tx.owner, { clientId, id })) === undefined)
    failField(field, "is no companion in the file of the trip's client")
}

export async function updateTrip(
  world: World,
  scope: Scope,
  id: string,
  { change, caller }: { change: TripChange; caller: Caller },
): Promise<TripDetail> {
  return transaction(world, scope, async (tx) => {
    const before = (await lockWholeTrips(tx, [id])).get(id) ?? fail('trip_not_found')
    const edited = await editTrip(tx, before, change, caller)
    const after = before.client_id === edited.client_id ? edited : await withOtherClient(tx, before, edited)
    if (!isDeepStrictEqual(before, after)) await saveTrip(tx, before, after)
    return detailOf(world, tx, id, shownTo(tx, caller))
  })
}

/** The former client's page, accepted terms and companions are not the other one's. */
async function withOtherClient(tx: Tx, before: TripRow, after: TripRow): Promise<TripRow> {
  await refuseInUse(tx, before)
  if (await hasAcceptances(tx, before.id))
    fail('trip_in_use', adviceWith('its client accepted the terms; create another trip for another client'))
  if (before.link_token !== null) {
    const change = { before: { is_shared: true }, after: { is_shared: false } }
    record(tx, { topic: 'records', object: 'trip', objectId: before.id, ...change })
  }
  const travellers: StoredTraveller[] = []
  for (const one of after.travellers) {
    const { companion_id: id } = one
    const companion = id && (await findCompanion(tx, tx.owner, { clientId: after.client_id, id }))
    travellers.push({ ...one, companion_id: companion ? id : null })
  }
  return { ...after, link_token: null, travellers }
}

async function editTrip(tx: Tx, trip: TripRow, change: TripChange, caller: Caller): Promise<TripRow> {
  const { client_id, title, travellers, seller_id } = change
  const client = client_id === undefined ? undefined : await demandClient(tx, tx.owner, client_id)
  const named = { ...trip, ...(client && { client_id: client.id }) }
  const seller =
    seller_id === undefined || seller_id === trip.seller_id
      ? undefined
      : { value: await readSeller(tx, caller, seller_id, trip.seller_id) }
  return {
    ...named,
    ...(seller && { seller_id: seller.value?.id ?? null, seller_name: seller.value?.name ?? null }),
    ...(title !== undefined && titled(trip, title?.trim() ?? '')),
    ...(travellers && { travellers: await keptTravellers(tx, named, travellers) }),
    ...readReferences(change, trip),
  }
}

/** What was read and is sent back is not set. */
function titled(trip: TripRow, title: string): Pick<TripRow, 'title' | 'has_own_title'> {
  if (title === '') return { title: trip.title, has_own_title: false }
  return { title, has_own_title: trip.has_own_title || title !== trip.title }
}

/** A traveller of an item cannot be left out: the item would silently be for all of them. */
async function keptTravellers(
  tx: Tx,
  trip: TripRow,
  inputs: readonly TripTravellerInput[],
): Promise<StoredTraveller[]> {
  const travellers = await readTravellers(tx, inputs, { clientId: trip.client_id, known: trip.travellers })
  const kept = new Set(travellers.map(({ id }) => id))
  const items = await itemsOf(tx, tx.owner, trip.id)
  if (items.some(({ traveller_ids }) => traveller_ids.some((id) => !kept.has(id))))
    failField('travellers', 'lacks a traveller of an item')
  return travellers
}

export async function deleteTrip(world: World, scope: Scope, id: string): Promise<Deleted> {
  return transaction(world, scope, async (tx) => {
    const trip = (await lockWholeTrips(tx, [id])).get(id) ?? fail('trip_not_found')
    await refuseInUse(tx, trip)
    await eraseTrip(tx, trip)
    return { id, deleted: true }
  })
}

/** Fails if a booking belongs to the trip, or an invoice holds one of its items. */
async function refuseInUse(tx: Tx, trip: TripRow): Promise<void> {
  const items = await itemsOf(tx, tx.owner, trip.id)
  const held = await heldOfItems(
    tx,
    items.map(({ id }) => id),
  )
  if (held.size > 0 || (await hasBookings(tx, trip.id))) fail('trip_in_use')
}

/** What this caller sees of trips now. */
export function shownTo({ now }: Pick<Tx, 'now'>, { permissions, team }: Caller): Shown {
  return { showsCosts: permissions.has('costs.read'), today: dateIn(now, team.time_zone) }
}

/** Within a transaction that changed the trip. */
export async function detailOf(world: World, tx: Tx, id: string, shown: Shown): Promise<TripDetail> {
  return readTrip(world, tx, { owner: tx.owner, id, shown })
}

export async function readTrip(
  world: World,
  db: Reader,
  { owner, id, shown }: { owner: Owner; id: string; shown: Shown },
): Promise<TripDetail> {
  const trip = (await findTrip(db, owner, id)) ?? fail('trip_not_found')
  const items = await itemsOf(db, owner, id)
  const money = (await moneyOfTrips(db, [id])).get(id) ?? NO_MONEY
  return {
    ...tripView(world, { trip, client: await clientOf(db, owner, trip), money }, shown),
    tags: await tagsOf(db, owner, { column: 'trip_id', id }),
    items: await itemViews(db, items, shown),
    quote_ids: await quotesOf(db, id),
    acceptances: await acceptancesOf(db, id),
  }
}

export async function itemViews(
  db: Reader,
  items: readonly TripItemRow[],
  shown: Pick<Shown, 'showsCosts'>,
): Promise<TripItem[]> {
  const held = await heldOfItems(
    db,
    items.map(({ id }) => id),
  )
  const files = Map.groupBy(
    await filesOfItems(
      db,
      items.map(({ id }) => id),
    ),
    ({ trip_item_id }) => trip_item_id,
  )
  return items.map((item) => {
    const ofItem = (files.get(item.id) ?? []).map((file) => fileView(db.secretBox, file))
    return itemView(item, { ...(held.get(item.id) ?? NOT_HELD), files: ofItem }, shown)
  })
}

export async function readTrips(
  world: World,
  caller: Caller,
  query: TripsQuery,
  page: Page,
): Promise<Listing<Trip>> {
  const { owner, team, permissions } = caller
  const clientId = query.client_id === undefined ? undefined : uuidFromClientId(query.client_id)
  const { search, tag, invoice_id: invoiceId } = query
  if (clientId === null || (invoiceId !== undefined && !isUuid(invoiceId))) return NO_ITEMS
  const today = await todayOf(world, caller)
  const filter = {
    status: query.status,
    clientId,
    sellerId: query.seller_id,
    invoiceId,
    search: search?.trim() ? search : undefined,
    starts: daysIn(query, 'starts', team.time_zone),
    hasOpen: query.has_open,
    tag: tag === undefined ? undefined : tagFrom(tag),
    references: referencesIn(query),
    times: timesOf(query, team.time_zone),
  }
  const found = await listTrips(world.pool, owner, filter, page, today.toString())
  const shown = { showsCosts: permissions.has('costs.read'), today }
  return { ...found, items: await tripViews(world, owner, found.items, shown) }
}

async function tripViews(
  world: World,
  owner: Owner,
  trips: readonly TripRow[],
  shown: Shown,
): Promise<Trip[]> {
  const client = await clientsOf(world.pool, owner, trips)
  const money = await moneyOfTrips(
    world.pool,
    trips.map(({ id }) => id),
  )
  return trips.map((trip) =>
    tripView(world, { trip, client: client(trip), money: money.get(trip.id) ?? NO_MONEY }, shown),
  )
}
