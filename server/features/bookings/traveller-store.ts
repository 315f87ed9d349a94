// The SQL on bookings that is about the people in them: finds the bookings of a person, and writes them without.
import { containing } from '../../kernel/db/containing.ts'
import { statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { openPassengers, sealPassengers } from './sealed-passengers.ts'
import type { BookingState } from './states.ts'

/** A booking as far as it is about people. */
export interface Travel {
  readonly id: string
  readonly client_id: string
  readonly status: BookingState
  readonly cancelling: boolean
  readonly booking_reference: string
  readonly slices: string
  readonly changes: string
  readonly documents: string
  readonly content: string
  /** JSON, opened. */
  readonly passengers: string
}

/** Whose travels are meant: those of a client, and those in which somebody of this name may travel. */
export interface Whose {
  readonly clientId: string
  readonly foldedName: string
}

/** A trip, and when it is over, if it ever is: local time. */
export type Trip = Pick<Travel, 'id' | 'client_id' | 'status' | 'cancelling'> & {
  readonly arriving_at: string | null
}

const WHOSE = 'team_id = $1 and mode = $2 and (client_id = $3 or search_text like $4)'

const selectTrips = statement<Trip>(`
  select id, client_id, status, cancelling, slices::jsonb #>> '{-1,segments,-1,arriving_at}' as arriving_at
  from bookings where ${WHOSE} order by id`)

/** All of them, without opening what is sealed. */
export async function tripsOf(tx: Tx, whose: Whose): Promise<Trip[]> {
  return selectTrips(tx, ...valuesOf(tx, whose))
}

type Stored = Omit<Travel, 'passengers'> & { passengers: Buffer }
const SELECT = `
  select id, client_id, status, cancelling, booking_reference, slices, changes, documents, content, passengers
  from bookings`

const selectAfter = statement<Stored>(`
  ${SELECT} where ${WHOSE} and id > $5 and created_at <= $6 order by id limit $7 for no key update`)

/** The next ones in the order of their ids, booked until then, locked. */
export async function lockTravels(
  tx: Tx,
  whose: Whose,
  page: { readonly after: string; readonly until: Date; readonly limit: number },
): Promise<Travel[]> {
  const found = await selectAfter(tx, ...valuesOf(tx, whose), page.after, page.until, page.limit)
  return found.map((row) => opened(tx, row))
}

const selectThese = statement<Stored>(`${SELECT} where id = any($1) order by id`)

export async function travelsOf(tx: Tx, ids: readonly string[]): Promise<Travel[]> {
  return (await selectThese(tx, ids)).map((row) => opened(tx, row))
}

function opened(tx: Tx, row: Stored): Travel {
  return { ...row, passengers: openPassengers(tx.secretBox, row) }
}

function valuesOf({ owner: { teamId, mode } }: Tx, { clientId, foldedName }: Whose) {
  return [teamId, mode, clientId, containing(foldedName)]
}

const update = statement('update bookings set content = $2, passengers = $3, search_text = $4 where id = $1')

export async function updateTravel(tx: Tx, travel: Travel, searchText: string): Promise<void> {
  await update(tx, travel.id, travel.content, sealPassengers(tx.secretBox, travel), searchText)
}
