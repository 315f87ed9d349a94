// The SQL on second factors: passkeys, TOTP secrets, recovery codes and proofs.
import { hash } from 'node:crypto'
import type { SecondFactor } from '../../../../contract/people.ts'
import { randomBuffer } from '../../../kernel/crypto/secret-box.ts'
import { onlyRow, type Queryable, statement } from '../../../kernel/db/db.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { countIdentities } from '../identities/store.ts'
import { findPerson } from '../person-store.ts'
import { CEREMONY_MS } from './webauthn.ts'

// The only SQL on passkeys.

export interface PasskeyRow {
  id: string
  person_id: string
  credential_id: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  backed_up: boolean
  name: string
  created_at: Date
  last_used_at: Date | null
}

const insert = statement<{ id: string }>(`
  insert into passkeys
    (id, person_id, credential_id, public_key, counter, transports, backed_up, name, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (credential_id) do nothing returning id`)

/** False if this credential is known already, whoever has it. */
export async function insertPasskey(
  tx: Queryable,
  passkey: Omit<PasskeyRow, 'last_used_at'>,
): Promise<boolean> {
  const { id, person_id, credential_id, public_key, counter, transports, backed_up } = passkey
  const key = [credential_id, public_key, counter, transports, backed_up]
  return (await insert(tx, id, person_id, ...key, passkey.name, passkey.created_at)).length === 1
}

const selectAll = statement<PasskeyRow>('select * from passkeys where person_id = $1 order by id')

/** The oldest first. */
export async function passkeysOf(db: Queryable, personId: string): Promise<PasskeyRow[]> {
  return selectAll(db, personId)
}

const selectByCredential = statement<PasskeyRow>('select * from passkeys where credential_id = $1')

export async function findByCredential(db: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  return (await selectByCredential(db, credentialId))[0]
}

const updateUse = statement<{ id: string }>(`
  update passkeys set counter = $2, backed_up = $3, last_used_at = $4
  where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`)

/** False where the counter of its device did not go on: there may be a copy of it. */
export async function usePasskey(
  tx: Queryable,
  id: string,
  { counter, backed_up }: Pick<PasskeyRow, 'counter' | 'backed_up'>,
  at: Date,
): Promise<boolean> {
  return (await updateUse(tx, id, counter, backed_up, at)).length === 1
}

/** One of somebody's own. */
type Which = Pick<PasskeyRow, 'id' | 'person_id'>

const updateName = statement<PasskeyRow>(
  'update passkeys set name = $3 where id = $1 and person_id = $2 returning *',
)

export async function setPasskeyName(tx: Queryable, { id, person_id }: Which, name: string) {
  return (await updateName(tx, id, person_id, name))[0]
}

const remove = statement<PasskeyRow>('delete from passkeys where id = $1 and person_id = $2 returning *')

export async function removePasskey(tx: Queryable, { id, person_id }: Which) {
  return (await remove(tx, id, person_id))[0]
}

export async function countPasskeys(db: Queryable, personId: string): Promise<number> {
  return (await passkeysOf(db, personId)).length
}

// The only SQL on the challenges of passkeys: each waits for one answer, of one kind, by whoever asked for it.

/** What a challenge is for, and the session that asked for it; null for who is not signed in. */
export interface Ceremony {
  readonly kind: 'create' | 'sign_in' | 'second_factor' | 'proof'
  readonly sessionId: string | null
}

const CHALLENGE_BYTES = 32
const hashOf = (challenge: string): Buffer => hash('sha256', challenge, 'buffer')

const insertRow = statement(`
  with over as (delete from passkey_challenges where challenge_hash = any(array(
    select challenge_hash from passkey_challenges where expires_at < $4 limit 100)))
  insert into passkey_challenges (challenge_hash, ceremony, session_id, expires_at)
  values ($1, $2, $3, $5)`)

/** A new one. Those that nobody answered in time are forgotten by the way. */
export async function newChallenge(db: Queryable, { kind, sessionId }: Ceremony, now: Date): Promise<string> {
  const challenge = randomBuffer(CHALLENGE_BYTES).toString('base64url')
  await insertRow(db, hashOf(challenge), kind, sessionId, now, new Date(now.getTime() + CEREMONY_MS))
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

// The only SQL on the secrets of authenticator apps.

export interface TotpRow {
  /** Sealed; null until one was confirmed. */
  secret: Buffer | null
  confirmed_at: Date | null
  pending_secret: Buffer | null
  pending_at: Date | null
}

const select = statement<TotpRow>(
  'select secret, confirmed_at, pending_secret, pending_at from totp_secrets where person_id = $1',
)

export async function findTotp(db: Queryable, personId: string): Promise<TotpRow | undefined> {
  return (await select(db, personId))[0]
}

const upsertPending = statement(`
  insert into totp_secrets (person_id, pending_secret, pending_at) values ($1, $2, $3)
  on conflict (person_id) do update set pending_secret = $2, pending_at = $3`)

export async function setPendingTotp(
  tx: Queryable,
  personId: string,
  sealed: Buffer,
  at: Date,
): Promise<void> {
  await upsertPending(tx, personId, sealed, at)
}

const confirm = statement<{ person_id: string }>(`
  update totp_secrets
  set secret = pending_secret, confirmed_at = $3, last_step = $4, pending_secret = null, pending_at = null
  where person_id = $1 and pending_secret = $2 returning person_id`)

/** The secret that was shown counts from now on. False if another was shown meanwhile. */
export async function confirmTotp(
  tx: Queryable,
  personId: string,
  pending: Buffer,
  at: Date,
  step: number,
): Promise<boolean> {
  return (await confirm(tx, personId, pending, at, step)).length === 1
}

const takeStep = statement<{ person_id: string }>(`
  update totp_secrets set last_step = $3
  where person_id = $1 and secret = $2 and last_step < $3 returning person_id`)

/** False where this step, or a later one, was taken before: by whichever process. */
export async function takeTotpStep(
  tx: Queryable,
  personId: string,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  return (await takeStep(tx, personId, secret, step)).length === 1
}

const removeTotpRow = statement<{ person_id: string }>(
  'delete from totp_secrets where person_id = $1 and secret is not null returning person_id',
)

export async function deleteTotp(tx: Queryable, personId: string): Promise<boolean> {
  return (await removeTotpRow(tx, personId)).length === 1
}

// The only SQL on recovery codes.

const removeCodes = statement('delete from recovery_codes where person_id = $1')
const insertCodes = statement(`
  insert into recovery_codes (person_id, code_hash, created_at)
  select $1, code_hash, $3 from unnest($2::bytea[]) as code_hash`)

/** The old ones are good for nothing from then on. */
export async function replaceRecoveryCodes(
  tx: Queryable,
  personId: string,
  hashes: readonly Buffer[],
  at: Date,
): Promise<void> {
  await removeCodes(tx, personId)
  if (hashes.length > 0) await insertCodes(tx, personId, hashes, at)
}

const use = statement<{ person_id: string }>(`
  update recovery_codes set used_at = $3
  where person_id = $1 and code_hash = $2 and used_at is null returning person_id`)

/** False if there is no such code, or it was used before. */
export async function useRecoveryCode(
  tx: Queryable,
  personId: string,
  hash: Buffer,
  at: Date,
): Promise<boolean> {
  return (await use(tx, personId, hash, at)).length === 1
}

const count = statement<{ unused: number }>(
  'select count(*)::int as unused from recovery_codes where person_id = $1 and used_at is null',
)

export async function countRecoveryCodes(db: Queryable, personId: string): Promise<number> {
  return onlyRow(await count(db, personId)).unused
}

// The SQL on sessions about proofs: when somebody last proved who they are, and the end of a sign-in's first step.

const selectProof = statement<{ at: Date }>(`
  select greatest(created_at, second_factor_at, proven_at) as at from sessions where id = $1`)

/** When whoever has this session last proved who they are, be it by signing in. */
async function lastProofAt(db: Queryable, sessionId: string): Promise<Date | undefined> {
  return (await selectProof(db, sessionId))[0]?.at
}

const lockOpen = statement('select from sessions where id = $1 and ended_at is null for share')

/** False where it has ended. Whoever ends it waits for this transaction, and sees what came of it. */
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

/** Ends a session that waited for a second factor, so that it serves for one. Undefined if it was ended before. */
export async function endAwaitingSession(
  tx: Queryable,
  sessionId: string,
  at: Date,
): Promise<{ identityId: string | null } | undefined> {
  return (await endAwaiting(tx, sessionId, at))[0]
}

// Who changes how they prove themselves must have proved it just before: a session that was left open is not enough.

const PROOF_MS = 10 * 60_000

/** When a proof of this time is over. */
export function proofEnd(provenAt: Date): Date {
  return new Date(provenAt.getTime() + PROOF_MS)
}

/** Null where a proof is needed now. */
export async function provenUntil(db: Queryable, sessionId: string, now: Date): Promise<Date | null> {
  const at = await lastProofAt(db, sessionId)
  return at !== undefined && proofEnd(at) > now ? proofEnd(at) : null
}

export async function demandProof(db: Queryable, sessionId: string, now: Date): Promise<void> {
  if ((await provenUntil(db, sessionId, now)) === null) fail('proof_required')
}

// Keeps a way into every account: who has no password keeps a passkey or an identity elsewhere.

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

// Which second factors a person has: with any of them, a password alone opens nothing.

/** What the second step of a sign-in by password can be done with; nothing for who has no second step. */
export async function secondFactorsOf(db: Queryable, personId: string): Promise<SecondFactor[]> {
  const factors: SecondFactor[] = []
  if ((await findTotp(db, personId))?.confirmed_at) factors.push('totp')
  if ((await countPasskeys(db, personId)) > 0) factors.push('passkey')
  if (factors.length > 0 && (await countRecoveryCodes(db, personId)) > 0) factors.push('recovery_code')
  return factors
}
