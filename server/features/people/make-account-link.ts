// Makes a link by which somebody comes into their account anew; the one before it of its kind ends.
import { randomToken } from '../../kernel/crypto/secrets.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { dropLinks, insertLink } from './link-store.ts'
import { sealToken } from './link-tokens.ts'
import { hashToken } from './sessions.ts'

const TOKEN_BYTES = 32
const LIFE_MS = 3_600_000

/** Its id. The token is put into the mail when that is sent; `shows` is told it, for who hands it over otherwise. */
export async function makeAccountLink(
  tx: Tx,
  purpose: 'reset' | 'email',
  personId: string,
  email: string,
  shows: (token: string) => void = () => {},
): Promise<string> {
  const id = tx.newId('invitation')
  const token = randomToken(TOKEN_BYTES)
  const about = { person_id: personId, team_id: null, email, role: null, made_by: personId }
  const expires_at = new Date(tx.now.getTime() + LIFE_MS)
  const times = { created_at: tx.now, expires_at, used_at: null }
  await dropLinks(tx, personId, [purpose])
  await insertLink(
    tx,
    { id, purpose, ...about, ...times },
    hashToken(token),
    sealToken(tx.secretBox, id, token),
  )
  shows(token)
  return id
}
