// Checks at start that this service has the same secret key as the others on its database: with another key it could
// not read their secrets.

import type { SecretBox } from '../../kernel/crypto/secret-box.ts'
import { buildFor, firstRow, type Queryable, rows } from '../../kernel/db/db.ts'
import type { Clock } from '../../kernel/process/clock.ts'

const build = buildFor<{ installation: { key_proof: Buffer; created_at: Date } }>()

const PROOF = 'embarque'
const PLACE = 'installation.key_proof'

export const WRONG_KEY =
  'the secret key is not the one this database was made with; set SECRET_KEY, or put the right secret.key into DATA_DIR'

/** Seals the proof on a new database; on any other, throws when this key cannot open it. */
export async function proveSecretKey(db: Queryable, box: SecretBox, wall: Clock): Promise<void> {
  const fits = await secretKeyFits(db, box)
  if (fits === false) throw new Error(WRONG_KEY)
  if (fits) return
  const key_proof = box.seal(PROOF, PLACE)
  await rows(db, build.insertInto('installation').values({ key_proof, created_at: wall.now() }))
}

/** Whether this key opens the database's proof; null where no service has started yet and any key will do. */
export async function secretKeyFits(db: Queryable, box: SecretBox | null): Promise<boolean | null> {
  const stored = await firstRow(db, build.selectFrom('installation').select('key_proof'))
  if (stored === undefined) return null
  try {
    return box?.open(stored.key_proof, PLACE) === PROOF
  } catch {
    // A wrong key cannot open the proof.
    return false
  }
}
