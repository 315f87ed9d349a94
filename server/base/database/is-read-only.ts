// Asks a database whether it only reads: a standby does, and whatever an operator has closed to changes.
import { onlyRow, type Queryable, statement } from './db.ts'

const ask = statement<{ read_only: boolean }>(
  `select current_setting('transaction_read_only') = 'on' as read_only`,
)

export async function isReadOnly(db: Queryable): Promise<boolean> {
  return onlyRow(await ask(db)).read_only
}
