// The only SQL on the challenges of passkeys: each waits for one answer, of one kind, by whoever asked for it.
import { hash } from 'node:crypto'
import { randomBuffer } from '../../../kernel/crypto/secrets.ts'
import { type Queryable, statement } from '../../../kernel/db/db.ts'
import { CEREMONY_MS } from './webauthn.ts'

/** What a challenge is for, and the session that asked for it; null for who is not signed in. */
export interface Ceremony {
  readonly kind: 'create' | 'sign_in' | 'second_factor' | 'proof'
  readonly sessionId: string | null
}

const CHALLENGE_BYTES = 32
const hashOf = (challenge: string): Buffer => hash('sha256', challenge, 'buffer')

const insert = statement(`
  with over as (delete from passkey_challenges where challenge_hash = any(array(
    select challenge_hash from passkey_challenges where expires_at < $4 limit 100)))
  insert into passkey_challenges (challenge_hash, ceremony, session_id, expires_at)
  values ($1, $2, $3, $5)`)

/** A new one. Those that nobody answered in time are forgotten by the way. */
export async function newChallenge(db: Queryable, { kind, sessionId }: Ceremony, now: Date): Promise<string> {
  const challenge = randomBuffer(CHALLENGE_BYTES).toString('base64url')
  await insert(db, hashOf(challenge), kind, sessionId, now, new Date(now.getTime() + CEREMONY_MS))
  return challenge
}

const take = statement<{ challenge_hash: Buffer }>(`
  delete from passkey_challenges
  where challenge_hash = $1 and ceremony = $2 and session_id is not distinct from $3 and expires_at > $4
  returning challenge_hash`)

/** Whether it was given for this and is not over; asked once, it is gone, whatever the answer is worth. */
export async function takeChallenge(
  db: Queryable,
  challenge: string,
  { kind, sessionId }: Ceremony,
  now: Date,
): Promise<boolean> {
  return (await take(db, hashOf(challenge), kind, sessionId, now)).length === 1
}
