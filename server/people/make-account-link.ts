// Makes a link by which somebody comes into their account anew; the one before it of its kind ends.
import { randomToken } from '../base/secrets/secrets.ts'
import type { Tx } from '../outbox/transaction.ts'
import { dropLinks, insertLink } from './link-store.ts'
import { hashToken } from './sessions.ts'

const TOKEN_BYTES = 32
const LIFE_MS = 3_600_000

/** Its token, which is stored nowhere but in the mail. */
export async function makeAccountLink(
  tx: Tx,
  purpose: 'reset' | 'email',
  personId: string,
  email: string,
): Promise<string> {
  const token = randomToken(TOKEN_BYTES)
  const expires_at = new Date(tx.now.getTime() + LIFE_MS)
  const about = { person_id: personId, team_id: null, email, role: null, made_by: personId }
  const link = {
    id: tx.newId('invitation'),
    purpose,
    ...about,
    created_at: tx.now,
    expires_at,
    used_at: null,
  }
  await dropLinks(tx, personId, [purpose])
  await insertLink(tx, link, hashToken(token), null)
  return token
}
