// The SQL on bookings that begins with an order: whose it is, and keeping others from a booking while what its carrier
// said is written down.
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

const select = statement<{ id: string; team_id: string; mode: Owner['mode'] }>(`
  select id, team_id, mode from bookings
  where supplier = $1 and supplier <> 'simulated' and order_data::json ->> 'id' = any($2)`)

/** The bookings of orders that a supplier names by its own ids. */
export async function bookingsOfOrders(
  db: Queryable,
  supplier: string,
  orderIds: readonly string[],
): Promise<{ bookingId: string; owner: Owner }[]> {
  const found = await select(db, supplier, orderIds)
  return found.map(({ id, team_id: teamId, mode }) => ({ bookingId: id, owner: { teamId, mode } }))
}

const lock = statement('select from bookings where id = $1 for no key update')

/** Until the end of the transaction nobody else changes it. */
export async function lockBooking(tx: Tx, id: string): Promise<void> {
  await lock(tx, id)
}
