// The only SQL on the secrets of authenticator apps.
import { type Queryable, statement } from '../../../kernel/db/db.ts'

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

const remove = statement<{ person_id: string }>(
  'delete from totp_secrets where person_id = $1 and secret is not null returning person_id',
)

export async function deleteTotp(tx: Queryable, personId: string): Promise<boolean> {
  return (await remove(tx, personId)).length === 1
}
