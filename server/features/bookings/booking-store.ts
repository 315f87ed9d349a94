// The only SQL on bookings. An update names the state in which the booking was read, so that of two racing updates one
// changes no row.
import type { Selectable } from 'kysely'
import { buildFor, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { textList } from '../../kernel/db/text-list.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { statesBefore, statesThat } from '../../kernel/values/state-table.ts'
import type { BookingsTable } from './bookings-table.ts'
import { openPassengers, sealPassengers } from './sealed-passengers.ts'
import { awaitsPayment, awaitsTickets, BOOKING_MOVES, type BookingState, isShown } from './states.ts'

const build = buildFor<{ bookings: BookingsTable }>()

/** Its passengers are JSON here; stored they are sealed. */
export type BookingRow = Omit<Selectable<BookingsTable>, 'passengers'> & { passengers: string }

/** Who it is for, as lists and mails show it. */
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
  'cancelling',
  'unannounced',
  'refund_cents',
  'penalty_cents',
  'penalty_currency',
  'idempotency_key',
  'created_at',
  'synced_at',
  'ticketed_at',
] as const satisfies (keyof BookingRow)[]
const OF_BOOKING = COLUMNS.map((name) => `b.${name}`).join(', ')
const OF_CLIENT = 'c.full_name as client_name, c.email as client_email'

const NEW = COLUMNS.filter((name) => name !== 'client_id')
const insertForMatch = statement<ClientOfBooking>(`
  with client as (
    select id, full_name, email from clients where team_id = $1 and mode = $2 and match_key = $3
    order by is_active desc, id limit 1
  )
  insert into bookings (client_id, ${NEW.join(', ')})
  select client.id, ${NEW.map((_, index) => `$${index + 4}`).join(', ')} from client
  returning client_id, (select full_name from client) as client_name, (select email from client) as client_email`)

/** For the client with this name and e-mail, in one statement; undefined where there is none yet. */
export async function insertForClient(
  tx: Tx,
  booking: Omit<BookingRow, 'client_id'>,
  matchKey: string,
): Promise<ClientOfBooking | undefined> {
  const stored = { ...booking, passengers: sealPassengers(tx.secretBox, booking) }
  const values = NEW.map((name) => stored[name as keyof typeof booking])
  return (await insertForMatch(tx, tx.owner.teamId, tx.owner.mode, matchKey, ...values))[0]
}

export async function insertBooking(tx: Tx, booking: BookingRow): Promise<void> {
  const passengers = sealPassengers(tx.secretBox, booking)
  await rows(tx, build.insertInto('bookings').values({ ...booking, passengers }))
}

const select = statement<Selectable<BookingsTable> & ClientOfBooking>(`
  select ${OF_BOOKING}, ${OF_CLIENT} from bookings b join clients c on c.id = b.client_id
  where b.id = $1 and b.team_id = $2 and b.mode = $3`)

/** Includes bookings whose hold the carrier has not confirmed yet. */
export async function findAnyBooking(db: Reader, { teamId, mode }: Owner, id: string): Promise<Found> {
  const [stored] = await select(db, id, teamId, mode)
  return stored && { ...stored, passengers: openPassengers(db.secretBox, stored) }
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

/** What changes with a move besides the state. */
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
    | 'cancelling'
    | 'unannounced'
    | 'refund_cents'
    | 'penalty_cents'
    | 'penalty_currency'
    | 'synced_at'
    | 'ticketed_at'
  >
>

/** Changes the booking if it is still as it was read, in what its carrier changed too where that is written. */
export async function changeBooking(
  tx: Tx,
  { id, status, cancelling, changes }: Pick<BookingRow, 'id' | 'status' | 'cancelling' | 'changes'>,
  change: BookingColumns & { status: BookingState },
  /** Only while its payment deadline is later than this. */
  payableAt?: Date,
): Promise<boolean> {
  let query = build
    .updateTable('bookings')
    .set(change)
    .where('id', '=', id)
    .where('team_id', '=', tx.owner.teamId)
    .where('status', '=', status)
    .where('cancelling', '=', cancelling)
  if (change.changes !== undefined) query = query.where('changes', '=', changes)
  if (payableAt !== undefined) query = query.where('payment_required_by', '>', payableAt)
  return (await rows(tx, query.returning('id'))).length === 1
}

const selectSettled = statement<{ id: string }>(`
  select id from bookings
  where id = any($1) and status not in ${textList(statesThat(BOOKING_MOVES, awaitsTickets))}`)

/** Which of these wait for tickets no longer. */
export async function settledAmong(db: Queryable, ids: readonly string[]): Promise<string[]> {
  return (await selectSettled(db, ids)).map(({ id }) => id)
}

const remove = statement(`delete from bookings where id = $1 and status = any($2) returning id`)
const NOT_HELD_YET = statesBefore(BOOKING_MOVES, 'hold')

/** Deletes a hold that the carrier refused: no caller ever saw it. */
export async function forgetRequested(tx: Tx, id: string): Promise<boolean> {
  return (await remove(tx, id, NOT_HELD_YET)).length === 1
}

const sumPending = statement<{ cents: bigint }>(`
  select coalesce(sum(wallet_cents), 0)::bigint as cents from bookings
  where team_id = $1 and mode = $2 and status in ${textList(statesThat(BOOKING_MOVES, awaitsPayment))}
    and not (simulated and $3)`)

/** What pending holds will take from the wallet when they are confirmed; `onlyReal`: but the simulated ones. */
export async function pendingCents(
  db: Queryable,
  { teamId, mode }: Owner,
  onlyReal: boolean,
): Promise<bigint> {
  return onlyRow(await sumPending(db, teamId, mode, onlyReal)).cents
}
