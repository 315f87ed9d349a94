// Keeps a way into every account: who has no password keeps a passkey or an identity elsewhere.
import { type Queryable, statement } from '../../../kernel/db/db.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { countIdentities } from '../identities/identity-store.ts'
import { findPerson } from '../person-store.ts'
import { countPasskeys } from './passkey-store.ts'

const lock = statement('select pg_advisory_xact_lock(hashtextextended($1, 0))')

/** Changes of how somebody proves themselves come one after the other. */
export async function lockWaysIn(tx: Queryable, personId: string): Promise<void> {
  await lock(tx, `ways in of ${personId}`)
}

/** Fails if nothing is left to sign in with, after what was taken away in this transaction. */
export async function refuseLastWayIn(tx: Queryable, personId: string): Promise<void> {
  await lockWaysIn(tx, personId)
  const person = await findPerson(tx, personId)
  if (person === undefined || person.password_hash !== null) return
  if ((await countOthers(tx, personId)) === 0) fail('last_way_in')
}

/** What somebody without a password can sign in with. */
async function countOthers(tx: Queryable, personId: string): Promise<number> {
  return (await countPasskeys(tx, personId)) + (await countIdentities(tx, personId))
}
