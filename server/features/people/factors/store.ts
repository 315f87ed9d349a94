// The SQL on second factors: passkeys and their challenges, TOTP secrets, recovery codes.
import { hash } from 'node:crypto'
import { randomBuffer } from '../../../kernel/crypto/secret-box.ts'
import { onlyRow, type Queryable, statement } from '../../../kernel/db/db.ts'
import { CEREMONY_MS } from './webauthn.ts'

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

/** False if the credential is registered already, by any person. */
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

/** False if the counter of the device did not grow: the device may have been cloned. */
export async function usePasskey(
  tx: Queryable,
  id: string,
  { counter, backed_up }: Pick<PasskeyRow, 'counter' | 'backed_up'>,
  at: Date,
): Promise<boolean> {
  return (await updateUse(tx, id, counter, backed_up, at)).length === 1
}

/** A passkey of this person. */
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

/** The purpose of a challenge, and the session that requested it; null if not signed in. */
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

/** Creates a challenge, and deletes some expired ones. */
export async function newChallenge(db: Queryable, { kind, sessionId }: Ceremony, now: Date): Promise<string> {
  const challenge = randomBuffer(CHALLENGE_BYTES).toString('base64url')
  await insertRow(db, hashOf(challenge), kind, sessionId, now, new Date(now.getTime() + CEREMONY_MS))
  return challenge
}

const take = statement<{ challenge_hash: Buffer }>(`
  delete from passkey_challenges
  where challenge_hash = $1 and ceremony = $2 and session_id is not distinct from $3 and expires_at > $4
  returning challenge_hash`)

/** Whether the challenge is valid for this ceremony. It is deleted in any case, so that it serves once. */
export async function consumeChallenge(
  db: Queryable,
  challenge: string,
  { kind, sessionId }: Ceremony,
  now: Date,
): Promise<boolean> {
  return (await take(db, hashOf(challenge), kind, sessionId, now)).length === 1
}

export interface TotpRow {
  /** Encrypted; null until confirmed. */
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
  encrypted: Buffer,
  at: Date,
): Promise<void> {
  await upsertPending(tx, personId, encrypted, at)
}

const confirm = statement<{ person_id: string }>(`
  update totp_secrets
  set secret = pending_secret, confirmed_at = $3, last_step = $4, pending_secret = null, pending_at = null
  where person_id = $1 and pending_secret = $2 returning person_id`)

/** Activates the pending secret. False if another one was shown meanwhile. */
export async function confirmTotp(
  tx: Queryable,
  personId: string,
  { pending, at, step }: { readonly pending: Buffer; readonly at: Date; readonly step: number },
): Promise<boolean> {
  return (await confirm(tx, personId, pending, at, step)).length === 1
}

const consumeStep = statement<{ person_id: string }>(`
  update totp_secrets set last_step = $3
  where person_id = $1 and secret = $2 and last_step < $3 returning person_id`)

/** False if any process used this step or a later one before. */
export async function consumeTotpStep(
  tx: Queryable,
  personId: string,
  secret: Buffer,
  step: number,
): Promise<boolean> {
  return (await consumeStep(tx, personId, secret, step)).length === 1
}

const removeTotpRow = statement<{ person_id: string }>(
  'delete from totp_secrets where person_id = $1 and secret is not null returning person_id',
)

export async function deleteTotp(tx: Queryable, personId: string): Promise<boolean> {
  return (await removeTotpRow(tx, personId)).length === 1
}

const removeCodes = statement('delete from recovery_codes where person_id = $1')
const insertCodes = statement(`
  insert into recovery_codes (person_id, code_hash, created_at)
  select $1, code_hash, $3 from unnest($2::bytea[]) as code_hash`)

/** The former codes end. */
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
