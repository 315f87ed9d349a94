// The SQL on bookings that is about the people in them: sealing what was stored before there was sealing, finding the
// bookings of a person, and writing them without.
import { statement } from '../base/database/db.ts'
import type { Reader } from '../base/database/reader.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { BookingState } from '../rules/booking-states.ts'
import { openPassengers, sealPassengers } from './sealed-passengers.ts'

/** A booking as far as it is about people. */
export interface Travel {
  readonly id: string
  readonly client_id: string
  readonly status: BookingState
  readonly cancelling: boolean
  readonly booking_reference: string
  readonly slices: string
  readonly changes: string
  readonly content: string
  /** JSON, opened. */
  readonly passengers: string
}

const select = statement<Omit<Travel, 'passengers'> & { passengers: Buffer | null }>(`
  select id, client_id, status, cancelling, booking_reference, slices, changes, content, passengers from bookings
  where team_id = $1 and mode = $2 and (client_id = $3 or search_text like $4) order by id for no key update`)

/** Those of a client, and those in which somebody of this name travels, locked. */
export async function lockTravels(tx: Tx, clientId: string, foldedName: string): Promise<Travel[]> {
  const { teamId, mode } = tx.owner
  const found = await select(tx, teamId, mode, clientId, `%${foldedName.replace(/[\\%_]/g, '\\$&')}%`)
  return found.map((row) => ({ ...row, passengers: openPassengers(tx.secretBox, row) }))
}

const update = statement('update bookings set content = $2, passengers = $3, search_text = $4 where id = $1')

export async function updateTravel(tx: Tx, travel: Travel, searchText: string): Promise<void> {
  await update(tx, travel.id, travel.content, sealPassengers(tx.secretBox, travel), searchText)
}

const selectUnsealed = statement<Pick<Travel, 'id' | 'content'>>(`
  select id, content from bookings where passengers is null order by id limit 200`)

// Not where somebody was erased meanwhile.
const setSealed = statement(
  'update bookings set content = $2, passengers = $3 where id = $1 and passengers is null',
)

/** Seals who travels in bookings of before, a bounded number at once; true when more may be left. */
export async function sealOldBookings(db: Reader): Promise<boolean> {
  const unsealed = await selectUnsealed(db)
  for (const { id, content } of unsealed) {
    const { passengers, ...rest } = JSON.parse(content)
    const sealed = sealPassengers(db.secretBox, { id, passengers: JSON.stringify(passengers) })
    await setSealed(db, id, JSON.stringify(rest), sealed)
  }
  return unsealed.length > 0
}
