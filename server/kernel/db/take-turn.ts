// Lets the transactions that name the same thing happen one after the other, where no row could be locked for it.
import { type Queryable, statement } from './db.ts'

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))')

/** Until the transaction ends. */
export async function takeTurn(tx: Queryable, name: string): Promise<void> {
  await lock(tx, name)
}
