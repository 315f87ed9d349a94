// The SQL on bookings. Updates name the state that was read, so that of two racing updates one changes no row.
import type { Generated, Selectable } from 'kysely'
import type { BookingType } from '../../../contract/bookings.ts'
import type { References } from '../../../contract/references.ts'
import type { Mode } from '../../../contract/teams.ts'
import {
  buildFor,
  containing,
  firstRow,
  onlyRow,
  type Queryable,
  rows,
  statement,
  textList,
} from '../../kernel/db/db.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { stringsOf } from '../../kernel/values/references.ts'
import { statesBefore, statesThat } from '../../kernel/values/state-table.ts'
import { foldText } from '../../kernel/values/text.ts'
import { decryptPassengers, encryptPassengers } from './passengers.ts'
import { awaitsPayment, awaitsTickets, BOOKING_MOVES, type BookingState, isShown } from './states.ts'

/** `metadata` has its top-level strings; the content has all of it. */
export interface BookingsTable extends References {
  id: string
  team_id: string
  mode: Mode
  type: BookingType
  status: BookingState
  client_id: string
  offer_id: string
  supplier: string
  /** Neither money nor flights are real. */
  simulated: boolean
  booking_reference: string
  wallet_cents: bigint
  client_cents: bigint
  total_cents: bigint
  base_cents: bigint
  tax_cents: bigint
  currency: string
  rate: string
  origin: string
  destination: string
  departure_date: string
  airline: string
  search_text: string
  payment_required_by: Date | null
  price_guaranteed_until: Date | null
  slices: string
  documents: string
  changes: Generated<string>
  content: string
  /** Encrypted. */
  passengers: Buffer
  order_data: string | null
  trip_id: Generated<string | null>
  /** The quoted flight of the trip whose place it takes as soon as its carrier has taken it. */
  trip_item_id: Generated<string | null>
  starts_trip: Generated<boolean>
  cancelling: Generated<boolean>
  /** An instant booking that its carrier has not taken yet: `booking.created` was not emitted. */
  unannounced: Generated<boolean>
  refund_cents: Generated<bigint | null>
  penalty_cents: Generated<bigint | null>
  penalty_currency: Generated<string | null>
  idempotency_key: string | null
  created_at: Date
  updated_at: Date
  synced_at: Date
  ticketed_at: Date | null
}

const build = buildFor<{ bookings: BookingsTable }>()

/** Passengers are JSON here, and encrypted in the table. */
export type BookingRow = Omit<Selectable<BookingsTable>, 'passengers'> & { passengers: string }

/** The client, as lists and mails show it. */
export interface ClientOfBooking {
  client_id: string
  client_name: string
  client_email: string
}

export type BookingWithClient = BookingRow & ClientOfBooking

type Found = BookingWithClient | undefined

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'type',
  'status',
  'client_id',
  'offer_id',
  'supplier',
  'simulated',
  'booking_reference',
  'wallet_cents',
  'client_cents',
  'total_cents',
  'base_cents',
  'tax_cents',
  'currency',
  'rate',
  'origin',
  'destination',
  'departure_date',
  'airline',
  'search_text',
  'payment_required_by',
  'price_guaranteed_until',
  'slices',
  'documents',
  'changes',
  'content',
  'passengers',
  'order_data',
  'trip_id',
  'trip_item_id',
  'starts_trip',
  'cancelling',
  'unannounced',
  'refund_cents',
  'penalty_cents',
  'penalty_currency',
  'idempotency_key',
  'metadata',
  'external_reference',
  'created_at',
  'updated_at',
  'synced_at',
  'ticketed_at',
] as const satisfies (keyof BookingRow)[]

const OF_BOOKING = COLUMNS.map((name) => `b.${name}`).join(', ')

const OF_CLIENT = 'c.full_name as client_name, c.email as client_email'

const NEW = COLUMNS.filter((name) => name !== 'client_id')

const insertForMatch = statement<ClientOfBooking>(`
  with client as (
    select c.id, c.full_name, c.email from clients found
    join clients c on c.id = coalesce(found.merged_into_id, found.id)
    where found.team_id = $1 and found.mode = $2 and found.match_key = $3
    order by found.is_active desc, found.id limit 1
  )
  insert into bookings (client_id, ${NEW.join(', ')})
  select client.id, ${NEW.map((_, index) => `$${index + 4}`).join(', ')} from client
  returning client_id, (select full_name from client) as client_name, (select email from client) as client_email`)

/** Inserts for the client with this name and e-mail, in one statement; undefined if there is none yet. */
export async function insertForClient(
  tx: Tx,
  booking: Omit<BookingRow, 'client_id'>,
  matchKey: string,
): Promise<ClientOfBooking | undefined> {
  const stored = { ...booking, passengers: encryptPassengers(tx.secretBox, booking) }
  const values = NEW.map((name) => stored[name as keyof typeof booking])
  return (await insertForMatch(tx, tx.owner.teamId, tx.owner.mode, matchKey, ...values))[0]
}

export async function insertBooking(tx: Tx, booking: BookingRow): Promise<void> {
  const passengers = encryptPassengers(tx.secretBox, booking)
  await rows(tx, build.insertInto('bookings').values({ ...booking, passengers }))
}

const select = statement<Selectable<BookingsTable> & ClientOfBooking>(`
  select ${OF_BOOKING}, ${OF_CLIENT} from bookings b join clients c on c.id = b.client_id
  where b.id = $1 and b.team_id = $2 and b.mode = $3`)

/** Includes bookings whose hold the carrier has not confirmed yet. */
export async function findAnyBooking(db: Reader, { teamId, mode }: Owner, id: string): Promise<Found> {
  const [stored] = await select(db, id, teamId, mode)
  return stored && { ...stored, passengers: decryptPassengers(db.secretBox, stored) }
}

/** For an id that is known to exist. */
export async function demandBooking(tx: Tx, id: string): Promise<BookingWithClient> {
  const found = await findAnyBooking(tx, tx.owner, id)
  if (found === undefined) throw new Error(`there is no booking ${id} any more`)
  return found
}

export async function findBooking(db: Reader, owner: Owner, id: string): Promise<Found> {
  const found = await findAnyBooking(db, owner, id)
  return found !== undefined && isShown(found.status) ? found : undefined
}

/** Columns that may change with a move. */
export type BookingColumns = Partial<
  Pick<
    BookingRow,
    | 'booking_reference'
    | 'search_text'
    | 'payment_required_by'
    | 'price_guaranteed_until'
    | 'slices'
    | 'documents'
    | 'changes'
    | 'departure_date'
    | 'order_data'
    | 'trip_id'
    | 'starts_trip'
    | 'cancelling'
    | 'unannounced'
    | 'refund_cents'
    | 'penalty_cents'
    | 'penalty_currency'
    | 'synced_at'
    | 'ticketed_at'
    | 'updated_at'
  >
>

/** The trip of a booking, which others may have changed since it was read. */
export type TripOfBooking = Pick<BookingRow, 'trip_id' | 'trip_item_id' | 'starts_trip'>

/**
 * Changes the booking if its state is still the one that was read; `changes` too, if they are written. Returns its
 * trip, or undefined.
 */
export async function changeBooking(
  tx: Tx,
  { id, status, cancelling, changes }: Pick<BookingRow, 'id' | 'status' | 'cancelling' | 'changes'>,
  change: BookingColumns & { status: BookingState },
  /** Only while the payment deadline is later than this. */
  payableAt?: Date,
): Promise<TripOfBooking | undefined> {
  let query = build
    .updateTable('bookings')
    .set(change)
    .where('id', '=', id)
    .where('team_id', '=', tx.owner.teamId)
    .where('status', '=', status)
    .where('cancelling', '=', cancelling)
  if (change.changes !== undefined) query = query.where('changes', '=', changes)
  if (payableAt !== undefined) query = query.where('payment_required_by', '>', payableAt)
  return firstRow(tx, query.returning(['trip_id', 'trip_item_id', 'starts_trip']))
}

const selectSettled = statement<{ id: string }>(`
  select id from bookings
  where id = any($1) and status not in ${textList(statesThat(BOOKING_MOVES, awaitsTickets))}`)

/** The bookings among these that do not wait for tickets any more. */
export async function settledAmong(db: Queryable, ids: readonly string[]): Promise<string[]> {
  return (await selectSettled(db, ids)).map(({ id }) => id)
}

const remove = statement(`delete from bookings where id = $1 and status = any($2) returning id`)

const NOT_HELD_YET = statesBefore(BOOKING_MOVES, 'hold')

/** Deletes a hold that the carrier refused, which no caller has seen. */
export async function forgetRequested(tx: Tx, id: string): Promise<boolean> {
  return (await remove(tx, id, NOT_HELD_YET)).length === 1
}

const sumPending = statement<{ cents: bigint }>(`
  select coalesce(sum(wallet_cents), 0)::bigint as cents from bookings
  where team_id = $1 and mode = $2 and status in ${textList(statesThat(BOOKING_MOVES, awaitsPayment))}
    and not (simulated and $3)`)

/** What pending holds will debit when they are confirmed. `onlyReal` leaves simulated ones out. */
export async function pendingCents(
  db: Queryable,
  { teamId, mode }: Owner,
  onlyReal: boolean,
): Promise<bigint> {
  return onlyRow(await sumPending(db, teamId, mode, onlyReal)).cents
}

const selectOrder = statement<{ id: string; team_id: string; mode: Owner['mode'] }>(`
  select id, team_id, mode from bookings
  where supplier = $1 and supplier <> 'simulated' and order_data::json ->> 'id' = any($2)`)

/** The bookings of orders that a supplier names by its own ids. */
export async function bookingsOfOrders(
  db: Queryable,
  supplier: string,
  orderIds: readonly string[],
): Promise<{ bookingId: string; owner: Owner }[]> {
  const found = await selectOrder(db, supplier, orderIds)
  return found.map(({ id, team_id: teamId, mode }) => ({ bookingId: id, owner: { teamId, mode } }))
}

const lock = statement('select from bookings where id = $1 for no key update')

/** Locks the booking until the transaction ends. */
export async function lockBooking(tx: Tx, id: string): Promise<void> {
  await lock(tx, id)
}

/** The columns of a booking that contain personal data, and its state. */
export interface PersonalBooking {
  readonly id: string
  readonly client_id: string
  readonly status: BookingState
  readonly cancelling: boolean
  readonly booking_reference: string
  readonly slices: string
  readonly changes: string
  readonly documents: string
  readonly content: string
  /** Decrypted JSON. */
  readonly passengers: string
  readonly external_reference: string | null
}

/** The bookings of a client, and those with a passenger of this name. */
export interface PersonFilter {
  readonly clientId: string
  readonly foldedName: string
}

/** A booking, and the local time of its last arrival, if any. */
export type BookingSpan = Pick<PersonalBooking, 'id' | 'client_id' | 'status' | 'cancelling'> & {
  readonly arriving_at: string | null
}

const OF_PERSON = 'team_id = $1 and mode = $2 and (client_id = $3 or search_text like $4)'

const selectSpans = statement<BookingSpan>(`
  select id, client_id, status, cancelling, slices::jsonb #>> '{-1,segments,-1,arriving_at}' as arriving_at
  from bookings where ${OF_PERSON} order by id`)

/** All bookings of the person, without decrypting passengers. */
export async function bookingSpansOf(tx: Tx, filter: PersonFilter): Promise<BookingSpan[]> {
  return selectSpans(tx, ...valuesOf(tx, filter))
}

type Stored = Omit<PersonalBooking, 'passengers'> & { passengers: Buffer }

const SELECT = `
  select id, client_id, status, cancelling, booking_reference, slices, changes, documents, content, passengers,
    external_reference
  from bookings`

const selectAfter = statement<Stored>(`
  ${SELECT} where ${OF_PERSON} and id > $5 and created_at <= $6 order by id limit $7 for no key update`)

/** The next bookings in order of id, created until then, locked. */
export async function lockPersonalBookings(
  tx: Tx,
  filter: PersonFilter,
  page: { readonly after: string; readonly until: Date; readonly limit: number },
): Promise<PersonalBooking[]> {
  const found = await selectAfter(tx, ...valuesOf(tx, filter), page.after, page.until, page.limit)
  return found.map((row) => opened(tx, row))
}

const selectThese = statement<Stored>(`${SELECT} where id = any($1) order by id`)

export async function personalBookingsOf(tx: Tx, ids: readonly string[]): Promise<PersonalBooking[]> {
  return (await selectThese(tx, ids)).map((row) => opened(tx, row))
}

function opened(tx: Tx, row: Stored): PersonalBooking {
  return { ...row, passengers: decryptPassengers(tx.secretBox, row) }
}

function valuesOf({ owner: { teamId, mode } }: Tx, { clientId, foldedName }: PersonFilter) {
  return [teamId, mode, clientId, containing(foldedName)]
}

const touch = statement('update bookings set updated_at = $2 where id = $1')

/** Something that the booking shows has changed elsewhere. */
export async function touchBooking(tx: Tx, id: string): Promise<void> {
  await touch(tx, id, tx.now)
}

const update = statement(`
  update bookings set content = $2, passengers = $3, search_text = $4, metadata = $5, external_reference = $6,
    updated_at = $7
  where id = $1`)

/** `metadata` is that of the content. */
export async function updatePersonalBooking(
  tx: Tx,
  booking: PersonalBooking & { readonly metadata: Record<string, unknown> },
  searchText: string,
): Promise<void> {
  const { id, content, metadata, external_reference } = booking
  const encrypted = encryptPassengers(tx.secretBox, booking)
  await update(tx, id, content, encrypted, searchText, stringsOf(metadata), external_reference, tx.now)
}

interface Traveller {
  readonly given_name: string
  readonly family_name: string
}

interface Ticket {
  readonly unique_identifier: string
}

/** The text that a search looks in: locator, passengers and tickets. The locator is empty until there is one. */
export function searchTextOf(
  locator: string,
  travellers: readonly Traveller[],
  tickets: readonly Ticket[] = [],
): string {
  const names = travellers.map((one) => foldText(`${one.given_name} ${one.family_name}`))
  const numbers = tickets.map(({ unique_identifier }) => bareNumber(unique_identifier))
  return [locator.toLowerCase(), ...names, ...numbers].join('\n')
}

/** A ticket number without separators. */
export function bareNumber(text: string): string {
  return text.replace(/[^0-9A-Za-z]/g, '').toLowerCase()
}

const selectCarriers = statement<Pick<BookingRow, 'id' | 'changes' | 'simulated'>>(
  'select id, changes, simulated from bookings where team_id = $1 and mode = $2 and id = any($3)',
)

/** What the carriers changed, and whether there is a carrier at all, for the documents of a trip. */
export async function carriersOf(
  db: Queryable,
  { teamId, mode }: Owner,
  ids: readonly string[],
): Promise<Pick<BookingRow, 'id' | 'changes' | 'simulated'>[]> {
  return ids.length === 0 ? [] : selectCarriers(db, teamId, mode, ids)
}
