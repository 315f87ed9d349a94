// Recent proofs of identity, and the ways a person can sign in, of which one always stays.
import type { SecondFactor } from '../../../../contract/people.ts'
import { lockInTransaction, type Queryable, statement } from '../../../kernel/db/db.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { countIdentities } from '../identities/store.ts'
import { findPerson } from '../person-store.ts'
import { countPasskeys, countRecoveryCodes, findTotp } from './store.ts'

const selectProof = statement<{ at: Date }>(`
  select greatest(created_at, second_factor_at, proven_at) as at from sessions where id = $1`)

/** When the person of this session last proved their identity, sign-in included. */
async function lastProofAt(db: Queryable, sessionId: string): Promise<Date | undefined> {
  return (await selectProof(db, sessionId))[0]?.at
}

const lockOpen = statement('select from sessions where id = $1 and ended_at is null for share')

/** False if the session has ended. A concurrent end waits for this transaction. */
export async function lockSession(tx: Queryable, sessionId: string): Promise<boolean> {
  return (await lockOpen(tx, sessionId)).length === 1
}

const updateProven = statement('update sessions set proven_at = $2 where id = $1')

export async function setProven(tx: Queryable, sessionId: string, at: Date): Promise<void> {
  await updateProven(tx, sessionId, at)
}

const endAwaiting = statement<{ identityId: string | null }>(`
  update sessions set ended_at = $2 where id = $1 and awaits_factor and ended_at is null
  returning identity_id as "identityId"`)

/** Ends a session that waits for a second factor, so that it serves once. Undefined if it ended before. */
export async function endAwaitingSession(
  tx: Queryable,
  sessionId: string,
  at: Date,
): Promise<{ identityId: string | null } | undefined> {
  return (await endAwaiting(tx, sessionId, at))[0]
}

/** Changes of how a person signs in need a recent proof: an open session is not enough. */
const PROOF_MS = 10 * 60_000

/** The end of a proof's validity. */
export function proofEnd(provenAt: Date): Date {
  return new Date(provenAt.getTime() + PROOF_MS)
}

/** Null if a new proof is needed. */
export async function provenUntil(db: Queryable, sessionId: string, now: Date): Promise<Date | null> {
  const at = await lastProofAt(db, sessionId)
  return at !== undefined && proofEnd(at) > now ? proofEnd(at) : null
}

export async function demandProof(db: Queryable, sessionId: string, now: Date): Promise<void> {
  if ((await provenUntil(db, sessionId, now)) === null) fail('proof_required')
}

/** Serialises changes of how a person signs in. */
export async function lockWaysIn(tx: Queryable, personId: string): Promise<void> {
  await lockInTransaction(tx, `ways in of ${personId}`)
}

/** Fails if this transaction leaves the person no way to sign in. */
export async function refuseLastWayIn(tx: Queryable, personId: string): Promise<void> {
  await lockWaysIn(tx, personId)
  const person = await findPerson(tx, personId)
  if (person === undefined || person.password_hash !== null) return
  if ((await countOthers(tx, personId)) === 0) fail('last_way_in')
}

/** Ways to sign in without a password. */
async function countOthers(tx: Queryable, personId: string): Promise<number> {
  return (await countPasskeys(tx, personId)) + (await countIdentities(tx, personId))
}

/** Factors for the second step after a password; empty if the person has none. */
export async function secondFactorsOf(db: Queryable, personId: string): Promise<SecondFactor[]> {
  const factors: SecondFactor[] = []
  if ((await findTotp(db, personId))?.confirmed_at) factors.push('totp')
  if ((await countPasskeys(db, personId)) > 0) factors.push('passkey')
  if (factors.length > 0 && (await countRecoveryCodes(db, personId)) > 0) factors.push('recovery_code')
  return factors
}
