// The only SQL on links that work once.
import type { Role } from '../../../contract/roles.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'

export interface LinkRow {
  readonly id: string
  readonly purpose: 'setup' | 'invitation' | 'reset' | 'email'
  readonly person_id: string | null
  readonly team_id: string | null
  readonly email: string | null
  readonly role: Role | null
  readonly created_at: Date
  /** Null: valid until used. */
  readonly expires_at: Date | null
  readonly used_at: Date | null
  /** The person who made it; null for the service or the command line. */
  readonly made_by: string | null
}

const insert = statement(`
  insert into one_time_links (id, token_hash, purpose, person_id, team_id, email, role, created_at, expires_at, made_by,
    sealed_token)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

/** `sealedToken` is its token, sealed, where it is to be shown until it is used. */
export async function insertLink(
  db: Queryable,
  link: LinkRow,
  tokenHash: Buffer,
  sealedToken: Buffer | null,
): Promise<void> {
  const { id, purpose, person_id, team_id, email, role, created_at, expires_at, made_by } = link
  const about = [person_id, team_id, email, role]
  await insert(db, id, tokenHash, purpose, ...about, created_at, expires_at, made_by, sealedToken)
}

const COLUMNS = 'id, purpose, person_id, team_id, email, role, created_at, expires_at, used_at, made_by'

const VALID =
  'token_hash = $1 and purpose = $2 and used_at is null and (expires_at is null or expires_at > $3)'

const updateUsed = statement<LinkRow>(`
  update one_time_links set used_at = $3, sealed_token = null where ${VALID}
  returning ${COLUMNS}`)

/** The link, used from now on; of two who come with it at once, one has it. */
export async function useLink(
  db: Queryable,
  tokenHash: Buffer,
  purpose: LinkRow['purpose'],
  now: Date,
): Promise<LinkRow | undefined> {
  return (await updateUsed(db, tokenHash, purpose, now))[0]
}

const selectValid = statement<LinkRow>(`
  select ${COLUMNS} from one_time_links where ${VALID}`)

/** The same without using it, for what must be looked at first. */
export async function findLink(
  db: Queryable,
  which: { readonly tokenHash: Buffer; readonly purpose: LinkRow['purpose']; readonly now: Date },
): Promise<LinkRow | undefined> {
  return (await selectValid(db, which.tokenHash, which.purpose, which.now))[0]
}

const selectYoung = statement(`
  select from one_time_links where person_id = $1 and purpose = $2 and used_at is null and created_at > $3`)

/** Whether one of this kind was made for the person since then. */
export async function hasYoungLink(
  db: Queryable,
  personId: string,
  purpose: LinkRow['purpose'],
  since: Date,
): Promise<boolean> {
  return (await selectYoung(db, personId, purpose, since)).length > 0
}

const deleteOf = statement(`delete from one_time_links where person_id = $1 and purpose = any($2::text[])`)

/** Those of a person that change how they come in, used or not. */
export async function dropLinks(
  db: Queryable,
  personId: string,
  purposes: readonly LinkRow['purpose'][] = ['reset', 'email'],
): Promise<void> {
  await deleteOf(db, personId, purposes)
}

const selectSetup = statement<{ id: string; sealed_token: Buffer | null }>(`
  select id, sealed_token from one_time_links where purpose = 'setup' and used_at is null`)

const lock = statement(`select pg_advisory_xact_lock(hashtextextended('the setup link', 0))`)

/** The one setup link that is valid. Of several who start at once, one makes it. */
export async function lockSetupLink(
  tx: Queryable,
): Promise<{ id: string; sealed_token: Buffer | null } | undefined> {
  await lock(tx)
  return (await selectSetup(tx))[0]
}

const deleteSetup = statement(`delete from one_time_links where purpose = 'setup' and used_at is null`)

export async function dropSetupLink(db: Queryable): Promise<void> {
  await deleteSetup(db)
}

const deleteOld = statement(`
  delete from one_time_links where id = any(array(
    select id from one_time_links where coalesce(used_at, withdrawn_at, expires_at) < $1 limit 1000)) returning 1`)

/** Forgets links that ended before then, a bounded number at once; true when more may be left. */
export async function forgetOldLinks(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}
