// One-time links of an account: their SQL and tokens.
import type { Role } from '../../../contract/roles.ts'
import { encryptionContext, randomToken, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { hashToken } from './sessions.ts'

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
  /** The person who created it; null for the service or the command line. */
  readonly created_by: string | null
}

const insert = statement(`
  insert into one_time_links (id, token_hash, purpose, person_id, team_id, email, role, created_at, expires_at, created_by,
    encrypted_token)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

/** `encryptedToken` is the encrypted token, if it is shown until it is used. */
export async function insertLink(
  db: Queryable,
  link: LinkRow,
  tokenHash: Buffer,
  encryptedToken: Buffer | null,
): Promise<void> {
  const { id, purpose, person_id, team_id, email, role, created_at, expires_at, created_by } = link
  const about = [person_id, team_id, email, role]
  await insert(db, id, tokenHash, purpose, ...about, created_at, expires_at, created_by, encryptedToken)
}

const COLUMNS = 'id, purpose, person_id, team_id, email, role, created_at, expires_at, used_at, created_by'

const VALID =
  'token_hash = $1 and purpose = $2 and used_at is null and (expires_at is null or expires_at > $3)'

const updateUsed = statement<LinkRow>(`
  update one_time_links set used_at = $3, encrypted_token = null where ${VALID}
  returning ${COLUMNS}`)

/** Marks the link as used and returns it. If two requests use it at once, only one gets it. */
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

/** Reads a valid link without using it, for checks before its use. */
export async function findLink(
  db: Queryable,
  which: { readonly tokenHash: Buffer; readonly purpose: LinkRow['purpose']; readonly now: Date },
): Promise<LinkRow | undefined> {
  return (await selectValid(db, which.tokenHash, which.purpose, which.now))[0]
}

const selectYoung = statement(`
  select from one_time_links where person_id = $1 and purpose = $2 and used_at is null and created_at > $3`)

/** Whether a link of this purpose was created for the person since then. */
export async function hasYoungLink(
  db: Queryable,
  personId: string,
  purpose: LinkRow['purpose'],
  since: Date,
): Promise<boolean> {
  return (await selectYoung(db, personId, purpose, since)).length > 0
}

const deleteOf = statement(`delete from one_time_links where person_id = $1 and purpose = any($2::text[])`)

/** Deletes the person's links that change how they sign in, used or not. */
export async function dropLinks(
  db: Queryable,
  personId: string,
  purposes: readonly LinkRow['purpose'][] = ['reset', 'email'],
): Promise<void> {
  await deleteOf(db, personId, purposes)
}

const deleteOld = statement(`
  delete from one_time_links where id = any(array(
    select id from one_time_links where coalesce(used_at, withdrawn_at, expires_at) < $1 limit 1000)) returning 1`)

/** Deletes links that ended before then, in a bounded batch. Returns true if more may remain. */
export async function forgetOldLinks(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}

export function encryptToken(box: SecretBox, linkId: string, token: string): Buffer {
  return box.encrypt(token, contextOf(linkId))
}

export function decryptToken(box: SecretBox, linkId: string, encrypted: Buffer): string {
  return box.decrypt(encrypted, contextOf(linkId))
}

function contextOf(linkId: string): string {
  return encryptionContext('one_time_links', 'encrypted_token', linkId)
}

const TOKEN_BYTES = 32
const LIFE_MS = 3_600_000

/**
 * Creates a link and ends the previous one of its purpose. Returns its id. The mail gets the token when it is sent;
 * `shows` receives it for other ways of delivery.
 */
export async function makeAccountLink(
  tx: Tx,
  {
    purpose,
    personId,
    email,
    shows = () => {},
  }: {
    readonly purpose: 'reset' | 'email'
    readonly personId: string
    readonly email: string
    readonly shows?: ((token: string) => void) | undefined
  },
): Promise<string> {
  const id = tx.newId('invitation')
  const token = randomToken(TOKEN_BYTES)
  const about = { person_id: personId, team_id: null, email, role: null, created_by: personId }
  const expires_at = new Date(tx.now.getTime() + LIFE_MS)
  const times = { created_at: tx.now, expires_at, used_at: null }
  await dropLinks(tx, personId, [purpose])
  await insertLink(
    tx,
    { id, purpose, ...about, ...times },
    hashToken(token),
    encryptToken(tx.secretBox, id, token),
  )
  shows(token)
  return id
}
