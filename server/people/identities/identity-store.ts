// The only SQL on identities at providers, and on sign-ins there that have begun.
import { type Queryable, statement } from '../../base/database/db.ts'

const use = statement<{ person_id: string }>(`
  update identities set last_used_at = $3 where issuer = $1 and subject = $2 returning person_id`)

/** Whose it is, used from now. */
export async function useIdentity(
  db: Queryable,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  now: Date,
): Promise<string | undefined> {
  return (await use(db, issuer, subject, now))[0]?.person_id
}

const insert = statement<{ person_id: string }>(`
  insert into identities (issuer, subject, person_id, created_at, last_used_at) values ($1, $2, $3, $4, $4)
  on conflict do nothing returning person_id`)

/** False where it is somebody's already. */
export async function insertIdentity(
  tx: Queryable,
  { issuer, subject }: { readonly issuer: string; readonly subject: string },
  personId: string,
  now: Date,
): Promise<boolean> {
  return (await insert(tx, issuer, subject, personId, now)).length === 1
}

const count = statement<{ count: number }>(
  'select count(*)::int as count from identities where person_id = $1',
)

export async function countIdentities(db: Queryable, personId: string): Promise<number> {
  return (await count(db, personId))[0]?.count ?? 0
}

const remove = statement('delete from identities where person_id = $1')

/** Whose addresses are still the person's come back by themselves, at their next sign-in. */
export async function dropIdentities(tx: Queryable, personId: string): Promise<void> {
  await remove(tx, personId)
}

const insertBegun = statement(`
  with forgotten as (delete from identity_errands where expires_at < $3)
  insert into identity_errands (token_hash, provider, expires_at) values ($1, $2, $4)`)

/** Forgets those that nobody came back from. */
export async function insertErrand(
  db: Queryable,
  { tokenHash, provider, expiresAt }: { tokenHash: Buffer; provider: string; expiresAt: Date },
  now: Date,
): Promise<void> {
  await insertBegun(db, tokenHash, provider, now, expiresAt)
}

const take = statement<{ provider: string }>(`
  delete from identity_errands where token_hash = $1 and provider = $2 and expires_at > $3 returning provider`)

/** True once, for the provider that it was begun with. */
export async function takeErrand(
  db: Queryable,
  tokenHash: Buffer,
  provider: string,
  now: Date,
): Promise<boolean> {
  return (await take(db, tokenHash, provider, now)).length === 1
}
