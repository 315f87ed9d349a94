// The SQL on trips and their items. What invoices hold of items is in claims-store.ts.
import { type ColumnType, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { References, ReferencesFilter } from '../../../contract/references.ts'
import type { Mode } from '../../../contract/teams.ts'
import type {
  Collector,
  TripFlight,
  TripItemKind,
  TripItemStatus,
  TripStatus,
  TripTraveller,
} from '../../../contract/trips.ts'
import {
  buildFor,
  containing,
  firstRow,
  onlyRow,
  type Queryable,
  rows,
  statement,
} from '../../kernel/db/db.ts'
import { anyOf, newestFirst, searchedPage, withinTimes } from '../../kernel/db/lists.ts'
import { idsReferenced } from '../../kernel/db/references.ts'
import { totalOfDays } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ANY_TIME, type Times } from '../../kernel/values/dates.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { foldText } from '../../kernel/values/text.ts'
import type { ClientsTable } from '../clients/store.ts'
import { idsTagged, pageTagged } from '../notes/tags.ts'
import type { MoneySums } from './rules.ts'

export type StoredTraveller = TripTraveller

interface TripsTable extends References {
  id: string
  team_id: string
  mode: Mode
  number_year: number
  number_sequence: number
  title: string
  /** Somebody set it; otherwise it follows the places of the items. */
  has_own_title: boolean
  client_id: string
  seller_id: string | null
  seller_name: string | null
  travellers: ColumnType<StoredTraveller[], string, string>
  starts_on: string | null
  ends_on: string | null
  cancelled: boolean
  has_open: boolean
  /** One of its flights crosses a border. */
  is_international: boolean
  search_text: string
  link_token: string | null
  created_at: Date
  updated_at: Date
}

interface TripItemsTable {
  id: string
  trip_id: string
  team_id: string
  mode: Mode
  kind: TripItemKind
  status: TripItemStatus
  booking_id: string | null
  description: string | null
  supplier_name: string | null
  supplier_phone: string | null
  place: string | null
  unit: string | null
  meal_plan: string | null
  confirmation_number: string | null
  instructions: string | null
  notes: string | null
  starts_at: string | null
  starts_zone: string | null
  ends_at: string | null
  ends_zone: string | null
  traveller_ids: ColumnType<string[], string, string>
  free_cancellation_until: Date | null
  flight: ColumnType<TripFlight | null, string | null, string | null>
  currency: string
  rate: string
  cost_cents: bigint | null
  price_cents: bigint
  kept_cost_cents: bigint | null
  kept_price_cents: bigint
  cost_brl_cents: bigint
  price_brl_cents: bigint
  collected_by: Collector
  seller_id: string | null
  created_at: Date
  updated_at: Date
}

export type TripRow = Selectable<TripsTable>
export type TripItemRow = Selectable<TripItemsTable>

const build = buildFor<{ trips: TripsTable; trip_items: TripItemsTable; clients: ClientsTable }>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'number_year',
  'number_sequence',
  'title',
  'has_own_title',
  'client_id',
  'seller_id',
  'seller_name',
  'travellers',
  'starts_on',
  'ends_on',
  'cancelled',
  'has_open',
  'is_international',
  'search_text',
  'link_token',
  'metadata',
  'external_reference',
  'created_at',
  'updated_at',
] as const satisfies (keyof TripRow)[]

const ITEM_COLUMNS = [
  'id',
  'trip_id',
  'team_id',
  'mode',
  'kind',
  'status',
  'booking_id',
  'description',
  'supplier_name',
  'supplier_phone',
  'place',
  'unit',
  'meal_plan',
  'confirmation_number',
  'instructions',
  'notes',
  'starts_at',
  'starts_zone',
  'ends_at',
  'ends_zone',
  'traveller_ids',
  'free_cancellation_until',
  'flight',
  'currency',
  'rate',
  'cost_cents',
  'price_cents',
  'kept_cost_cents',
  'kept_price_cents',
  'cost_brl_cents',
  'price_brl_cents',
  'collected_by',
  'seller_id',
  'created_at',
  'updated_at',
] as const satisfies (keyof TripItemRow)[]

const ofOwner = (owner: Owner) =>
  build
    .selectFrom('trips')
    .select(COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))
const itemsOfOwner = (owner: Owner) =>
  build
    .selectFrom('trip_items')
    .select(ITEM_COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))

// Trips.

export async function findTrip(db: Queryable, owner: Owner, id: string): Promise<TripRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

/** Those among these ids that exist. */
async function findTrips(db: Queryable, owner: Owner, ids: readonly string[]): Promise<TripRow[]> {
  return rows(db, ofOwner(owner).where('id', '=', anyOf(ids)).orderBy('id', 'desc'))
}

export async function lockTrip(tx: Tx, id: string): Promise<TripRow | undefined> {
  return firstRow(tx, ofOwner(tx.owner).where('id', '=', id).forNoKeyUpdate())
}

const lockItems = statement(`
  select from trip_items where trip_id = any($1) and team_id = $2 and mode = $3 order by id for no key update`)

/**
 * Locks trips with all of their items: items first, as invoices and bookings do, and each in the order of ids. Returns
 * the trips by id.
 */
export async function lockWholeTrips(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, TripRow>> {
  await lockItems(tx, ids, tx.owner.teamId, tx.owner.mode)
  const locked = await rows(tx, ofOwner(tx.owner).where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate())
  return new Map(locked.map((trip) => [trip.id, trip]))
}

export async function insertTrip(tx: Tx, trip: TripRow): Promise<void> {
  await rows(tx, build.insertInto('trips').values({ ...trip, travellers: JSON.stringify(trip.travellers) }))
}

export async function updateStoredTrip(tx: Tx, trip: TripRow): Promise<void> {
  const { id, team_id, mode, number_year, number_sequence, created_at, ...fields } = trip
  await rows(
    tx,
    build
      .updateTable('trips')
      .set({ ...fields, travellers: JSON.stringify(trip.travellers) })
      .where('id', '=', id),
  )
}

const touch = statement('update trips set updated_at = $2 where id = $1')

/** Something that the trip shows has changed elsewhere. */
export async function touchTrip(tx: Tx, id: string): Promise<void> {
  await touch(tx, id, tx.now)
}

export async function removeTrip(tx: Tx, id: string): Promise<void> {
  await rows(tx, build.deleteFrom('trip_items').where('trip_id', '=', id))
  await rows(tx, build.deleteFrom('trips').where('id', '=', id))
}

const incrementNumber = statement<{ last: number }>(`
  insert into trip_numbers as given (team_id, mode, year, last) values ($1, $2, $3, 1)
  on conflict (team_id, mode, year) do update set last = given.last + 1 returning last`)

/** The year's next number. */
export async function nextTripNumber(tx: Tx, year: number): Promise<number> {
  const { teamId, mode } = tx.owner
  return onlyRow(await incrementNumber(tx, teamId, mode, year)).last
}

// Bookings of trips.

const selectBookings = statement<{ id: string }>(`select id from bookings where trip_id = $1 limit 1`)

/** Also if the carrier has not responded to it yet. */
export async function hasBookings(tx: Tx, tripId: string): Promise<boolean> {
  return (await selectBookings(tx, tripId)).length > 0
}

const lockOne = statement('select from bookings where id = $1 for no key update')

/** A booking is locked before its item and its trip, because its moves lock them in this order. */
export async function lockBookingOf(tx: Tx, { booking_id }: Pick<TripItemRow, 'booking_id'>): Promise<void> {
  if (booking_id !== null) await lockOne(tx, booking_id)
}

const setTrip = statement(`
  update bookings set trip_id = $2, trip_item_id = $3, starts_trip = false, updated_at = $4 where id = $1`)

/** `itemId` is the quoted flight whose place a booking takes that its carrier has not taken yet. */
export async function setTripOfBooking(
  tx: Tx,
  bookingId: string,
  tripId: string | null,
  itemId: string | null = null,
): Promise<void> {
  await setTrip(tx, bookingId, tripId, itemId, tx.now)
}

const moveBookings = statement('update bookings set trip_id = $2, updated_at = $3 where trip_id = $1')

/** All bookings of a trip join another one. */
export async function moveBookingsOf(tx: Tx, fromId: string, toId: string): Promise<void> {
  await moveBookings(tx, fromId, toId, tx.now)
}

// Quotes that became trips.

const selectQuotes = statement<{ id: string }>('select id from quotes where trip_id = $1 order by id')

export async function quotesOf(db: Queryable, tripId: string): Promise<string[]> {
  return (await selectQuotes(db, tripId)).map(({ id }) => id)
}

const moveQuotes = statement('update quotes set trip_id = $2, updated_at = $3 where trip_id = $1')

/** The quotes of a trip belong to another one, or may become a trip again. */
export async function moveQuotesOf(tx: Tx, fromId: string, toId: string | null): Promise<void> {
  await moveQuotes(tx, fromId, toId, tx.now)
}

// Items.

/** In the order of their days; those without a day last. */
export async function itemsOf(db: Queryable, owner: Owner, tripId: string): Promise<TripItemRow[]> {
  return rows(
    db,
    itemsOfOwner(owner)
      .where('trip_id', '=', tripId)
      .orderBy('starts_at', (by) => by.asc().nullsLast())
      .orderBy('id'),
  )
}

export async function findItem(
  db: Queryable,
  owner: Owner,
  tripId: string,
  id: string,
): Promise<TripItemRow | undefined> {
  return firstRow(db, itemsOfOwner(owner).where('trip_id', '=', tripId).where('id', '=', id))
}

export async function lockItem(tx: Tx, tripId: string, id: string): Promise<TripItemRow | undefined> {
  const item = itemsOfOwner(tx.owner).where('trip_id', '=', tripId).where('id', '=', id)
  return firstRow(tx, item.forNoKeyUpdate())
}

export async function lockItemOfBooking(tx: Tx, bookingId: string): Promise<TripItemRow | undefined> {
  return firstRow(tx, itemsOfOwner(tx.owner).where('booking_id', '=', bookingId).forNoKeyUpdate())
}

export async function insertItem(tx: Tx, item: TripItemRow): Promise<void> {
  await rows(tx, build.insertInto('trip_items').values({ ...item, ...asJson(item) }))
}

export async function updateStoredItem(tx: Tx, item: TripItemRow): Promise<void> {
  const { id, team_id, mode, created_at, ...fields } = item
  await rows(
    tx,
    build
      .updateTable('trip_items')
      .set({ ...fields, ...asJson(item) })
      .where('id', '=', id),
  )
}

const moveItems = statement(`
  update trip_items set trip_id = $2, updated_at = $3,
    traveller_ids = (select coalesce(jsonb_agg(coalesce($4::jsonb ->> id, id)), '[]')
      from jsonb_array_elements_text(traveller_ids) as t (id))
  where trip_id = $1`)

/** All items of a trip join another one, with new ids of their travellers. */
export async function moveItemsOf(
  tx: Tx,
  fromId: string,
  toId: string,
  travellerIds: Readonly<Record<string, string>>,
): Promise<void> {
  await moveItems(tx, fromId, toId, tx.now, JSON.stringify(travellerIds))
}

export async function removeItem(tx: Tx, id: string): Promise<void> {
  await rows(tx, build.deleteFrom('trip_items').where('id', '=', id))
}

function asJson({ traveller_ids, flight }: Pick<TripItemRow, 'traveller_ids' | 'flight'>) {
  return {
    traveller_ids: JSON.stringify(traveller_ids),
    flight: flight === null ? null : JSON.stringify(flight),
  }
}

// Money, with what invoices hold.

const selectMoney = statement<MoneySums & { trip_id: string }>(`
  select i.trip_id, sum(i.price_brl_cents)::bigint as price, sum(i.cost_brl_cents)::bigint as cost,
    sum(case when i.collected_by = 'supplier' then i.price_brl_cents else 0 end)::bigint as "bySupplier",
    sum(h.invoiced)::bigint as invoiced, sum(h.drafted)::bigint as drafted, sum(h.paid)::bigint as paid
  from trip_items i cross join lateral (
    select coalesce(sum(amount_cents - credited_cents), 0) as invoiced,
      coalesce(sum(amount_cents - credited_cents - paid_cents) filter (where not is_issued), 0) as drafted,
      coalesce(sum(paid_cents), 0) as paid
    from trip_item_claims where trip_item_id = i.id) h
  where i.trip_id = any($1) group by i.trip_id`)

/** By trip; a trip without items is missing. */
export async function moneyOfTrips(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MoneySums>> {
  return new Map((await selectMoney(db, ids)).map(({ trip_id, ...sums }) => [trip_id, sums]))
}

interface HeldRow {
  trip_item_id: string
  invoiced: bigint
  drafted: bigint
  paid: bigint
  invoice_ids: string[]
}

const selectHeld = statement<HeldRow>(`
  select trip_item_id, sum(amount_cents - credited_cents)::bigint as invoiced,
    coalesce(sum(amount_cents - credited_cents - paid_cents) filter (where not is_issued), 0)::bigint as drafted,
    sum(paid_cents)::bigint as paid,
    array_agg(invoice_id::text order by invoice_id) as invoice_ids
  from trip_item_claims where trip_item_id = any($1) group by trip_item_id`)

/** What invoices hold of each item; an item without invoices is missing. */
export async function heldOfItems(
  db: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, HeldRow>> {
  return new Map((await selectHeld(db, ids)).map((held) => [held.trip_item_id, held]))
}

// Erasure.

const selectNaming = statement<{ id: string }>(`
  select id from trips
  where team_id = $1 and mode = $2 and id > $5
    and (client_id = $3 or search_text like $4 or travellers @> jsonb_build_array(jsonb_build_object('client_id', $3::text)))
  order by id limit $6 for no key update`)

/** The next trips of a client, or with a traveller of this name or client, in order of id. */
export async function lockTripsNaming(
  tx: Tx,
  { clientId, foldedName }: { readonly clientId: string; readonly foldedName: string },
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<TripRow[]> {
  const { teamId, mode } = tx.owner
  const found = await selectNaming(tx, teamId, mode, clientId, containing(foldedName), after, limit)
  const trips = await findTrips(
    tx,
    tx.owner,
    found.map(({ id }) => id),
  )
  return trips.reverse()
}

// Lists.

export interface TripFilter {
  readonly status?: TripStatus | undefined
  readonly clientId?: string | undefined
  readonly sellerId?: string | undefined
  readonly invoiceId?: string | undefined
  readonly search?: string | undefined
  /** Days of the beginning, both included. */
  readonly starts: { readonly first?: string; readonly last?: string }
  readonly hasOpen?: boolean | undefined
  readonly tag?: string | undefined
  readonly references?: ReferencesFilter | undefined
  readonly times: Times
}

/** Counted by the day of the beginning and by that of the end, both with a mark if something is open. */
export const TRIPS_BY_START = 'trips_by_start'
export const TRIPS_BY_END = 'trips_by_end'
const OPEN = ' open'
const CANCELLED = 'cancelled'
const UNDATED = 'undated'
const [FIRST_DAY, LAST_DAY] = ['0000-01-01', '9999-12-31']

type Counted = Pick<TripRow, 'cancelled' | 'starts_on' | 'ends_on' | 'has_open'>

export function startBucket(trip: Counted): string {
  return bucketOf(trip, trip.starts_on)
}

export function endBucket(trip: Counted): string {
  return bucketOf(trip, trip.ends_on)
}

function bucketOf({ cancelled, has_open }: Counted, day: string | null): string {
  return `${cancelled ? CANCELLED : (day ?? UNDATED)}${has_open ? OPEN : ''}`
}

/** A page of trips, the newest first. Days of status are compared with `today`. */
export async function listTrips(
  db: Queryable,
  owner: Owner,
  filter: TripFilter,
  page: Page,
  today: string,
): Promise<Listing<TripRow>> {
  const { tag, search, sellerId, clientId, invoiceId, starts, references, times } = filter
  const hasStarts = starts.first !== undefined || starts.last !== undefined
  const others =
    [clientId, sellerId, invoiceId, references].some((wanted) => wanted !== undefined) || hasStarts
  const all = filtered(ofOwner(owner), owner, filter, today)
  const isByTag = tag !== undefined && search === undefined && !others && times === ANY_TIME
  if (isByTag && filter.status === undefined && filter.hasOpen === undefined)
    return withRows(db, owner, await pageTagged(db, owner, { column: 'trip_id', tag }, page))
  // All matches first: in page order PostgreSQL may walk through everything until it has enough of them.
  if (search !== undefined || hasStarts || sellerId !== undefined) {
    const narrowed = times === ANY_TIME ? all : all.where(withinTimes(times))
    return withRows(db, owner, await searchedPage(db, narrowed.clearSelect().select('id'), page))
  }
  const total = others || tag !== undefined ? undefined : () => keptTotal(db, owner, filter, today)
  return newestFirst(db, all, { page, total, times })
}

async function withRows(db: Queryable, owner: Owner, ids: Listing<string>): Promise<Listing<TripRow>> {
  return { ...ids, items: await findTrips(db, owner, ids.items) }
}

async function keptTotal(
  db: Queryable,
  owner: Owner,
  { status, hasOpen }: TripFilter,
  today: string,
): Promise<number> {
  const of = (list: string, first?: string, last = first) =>
    totalOfDays(db, owner, list, { first, last, isMarked: hasOpen })
  const day = Temporal.PlainDate.from(today)
  const [yesterday, tomorrow] = [day.subtract({ days: 1 }).toString(), day.add({ days: 1 }).toString()]
  const finished = () => of(TRIPS_BY_END, FIRST_DAY, yesterday)
  switch (status) {
    case undefined:
      return of(TRIPS_BY_START)
    case 'cancelled':
      return of(TRIPS_BY_START, CANCELLED)
    case 'planned':
      return (await of(TRIPS_BY_START, tomorrow, LAST_DAY)) + (await of(TRIPS_BY_START, UNDATED))
    case 'finished':
      return finished()
    case 'travelling':
      return (await of(TRIPS_BY_START, FIRST_DAY, today)) - (await finished())
  }
}

type Tables = { trips: TripsTable; trip_items: TripItemsTable; clients: ClientsTable }

function filtered<Row>(
  query: SelectQueryBuilder<Tables, 'trips', Row>,
  owner: Owner,
  { status, clientId, sellerId, invoiceId, search, starts, hasOpen, tag, references }: TripFilter,
  today: string,
): SelectQueryBuilder<Tables, 'trips', Row> {
  let found = query
  if (status !== undefined) found = found.where(isIn(status, today))
  if (clientId !== undefined) found = found.where('client_id', '=', clientId)
  if (sellerId !== undefined) found = found.where('seller_id', '=', sellerId)
  if (invoiceId !== undefined)
    found = found.where(
      'id',
      '=',
      sql<string>`any(array(select i.trip_id from trip_item_claims c join trip_items i on i.id = c.trip_item_id
        where c.invoice_id = ${invoiceId}))`,
    )
  if (hasOpen !== undefined) found = found.where('has_open', '=', hasOpen)
  if (starts.first !== undefined) found = found.where('starts_on', '>=', starts.first)
  if (starts.last !== undefined) found = found.where('starts_on', '<=', starts.last)
  if (tag !== undefined) found = found.where('id', '=', idsTagged(owner, 'trip_id', tag))
  if (references !== undefined) found = found.where('id', '=', idsReferenced('trips', owner, references))
  if (search !== undefined) {
    const pattern = containing(foldText(search))
    // Clients may be renamed, so their current name is searched. As an array, so that both conditions use an index.
    const clients = build
      .selectFrom('clients')
      .select('clients.id')
      .where(({ and }) => and(ownerColumns(owner)))
      .where('clients.search_text', 'like', pattern)
    found = found.where((either) =>
      either.or([
        either('search_text', 'like', pattern),
        either('client_id', '=', sql<string>`any(array(${clients}))`),
      ]),
    )
  }
  return found
}

function isIn(status: TripStatus, today: string) {
  switch (status) {
    case 'cancelled':
      return sql<boolean>`cancelled`
    case 'planned':
      return sql<boolean>`not cancelled and (starts_on is null or starts_on > ${today})`
    case 'travelling':
      return sql<boolean>`not cancelled and starts_on <= ${today} and ends_on >= ${today}`
    case 'finished':
      return sql<boolean>`not cancelled and ends_on < ${today}`
  }
}
