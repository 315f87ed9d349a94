// The SQL on invitations, their public JSON and their audit entries.
import { sql } from 'kysely'
import type { Invitation, PersonLanguage } from '../../../contract/people.ts'
import type { Role } from '../../../contract/roles.ts'
import { buildFor, onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import { type Order, readPage, withinTimes } from '../../kernel/db/lists.ts'
import { type Change, fingerprint } from '../../kernel/outbox/audit.ts'
import { ANY_TIME, isoTimestamp, type Times } from '../../kernel/values/dates.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'

export interface InvitationRow {
  readonly id: string
  readonly team_id: string
  /** In lower case, like those of people. */
  readonly email: string
  readonly role: Role
  readonly language: PersonLanguage
  /** The person or key; null for the command line. */
  readonly created_by: string | null
  readonly created_at: Date
  readonly expires_at: Date
  readonly sends: number
  readonly sent_at: Date
}

/** The hash that identifies the link, and the encrypted token for its mail. */
export interface EncryptedToken {
  readonly hash: Buffer
  readonly encrypted: Buffer
}

type Found = Promise<InvitationRow | undefined>

const COLUMN_NAMES = [
  'id',
  'team_id',
  'email',
  'role',
  'language',
  'created_by',
  'created_at',
  'expires_at',
  'sends',
  'sent_at',
] as const
const COLUMNS = COLUMN_NAMES.join(', ')
const UNUSED = `purpose = 'invitation' and used_at is null and withdrawn_at is null`

const insert = statement(`
  insert into one_time_links (purpose, ${COLUMNS}, token_hash, encrypted_token)
  values ('invitation', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`)

export async function insertInvitation(
  tx: Queryable,
  row: InvitationRow,
  token: EncryptedToken,
): Promise<void> {
  const { id, team_id, email, role, language, created_by, created_at, expires_at, sends, sent_at } = row
  const times = [created_at, expires_at, sends, sent_at]
  await insert(tx, id, team_id, email, role, language, created_by, ...times, token.hash, token.encrypted)
}

type Nullable = 'team_id' | 'email' | 'role' | 'language' | 'expires_at' | 'sent_at'
/** Links for other purposes have nulls where an invitation has none. */
type LinksTable = Omit<InvitationRow, Nullable> & { [Name in Nullable]: InvitationRow[Name] | null }

const build = buildFor<{ one_time_links: LinksTable }>()
const TIMES = { updated_at: sql`greatest(created_at, sent_at)` }
const NEWEST: Order<InvitationRow> = {
  by: ['created_at', 'id'],
  direction: 'desc',
  keyOf: ({ created_at, id }) => [isoTimestamp(created_at), id],
}

/** The unused invitations of a team, expired ones included; newest first. */
export async function listInvitations(
  db: Queryable,
  teamId: string,
  page: Page,
  times: Times = ANY_TIME,
): Promise<Listing<InvitationRow>> {
  const all = build
    .selectFrom('one_time_links')
    .select(COLUMN_NAMES)
    .where(sql<boolean>`${sql.raw(UNUSED)}`)
  return readPage(
    db,
    all.where('team_id', '=', teamId).where(withinTimes(times, TIMES)).$castTo<InvitationRow>(),
    { order: NEWEST, page },
  )
}

type Counts = Record<'total' | 'open', number> & { mails: number }

const selectCounts = statement<Counts>(`
  select (count(*) filter (where ${UNUSED}))::int as total,
    (count(*) filter (where ${UNUSED} and expires_at > $2))::int as open,
    coalesce(sum(sends) filter (where sent_at > $2 - interval '1 day'), 0)::int as mails
  from one_time_links where purpose = 'invitation' and team_id = $1`)

/** All unused invitations, the valid ones, and the invitation mails of the last day. */
export async function countInvitations(db: Queryable, teamId: string, now: Date): Promise<Counts> {
  return onlyRow(await selectCounts(db, teamId, now))
}

const lock = statement<InvitationRow>(`
  select ${COLUMNS} from one_time_links where ${UNUSED} and team_id = $1 and id = $2 for update`)

/** An unused invitation, locked until the transaction ends. */
export async function lockInvitation(tx: Queryable, teamId: string, id: string): Found {
  return (await lock(tx, teamId, id))[0]
}

const selectOf = statement<InvitationRow>(`
  select ${COLUMNS} from one_time_links where ${UNUSED} and team_id = $1 and email = $2`)

export async function findInvitationOf(db: Queryable, teamId: string, email: string): Found {
  return (await selectOf(db, teamId, email))[0]
}

const selectByToken = statement<InvitationRow>(`
  select ${COLUMNS} from one_time_links where ${UNUSED} and token_hash = $1 and expires_at > $2`)

/** The valid invitation of this token. */
export async function findByToken(db: Queryable, tokenHash: Buffer, now: Date): Found {
  return (await selectByToken(db, tokenHash, now))[0]
}

const use = statement<{ id: string }>(`
  update one_time_links set used_at = $3, encrypted_token = null
  where ${UNUSED} and token_hash = $1 and id = $2 and expires_at > $3 returning id`)

/** False if it was used, withdrawn or sent again meanwhile. */
export async function useInvitation(
  tx: Queryable,
  { id, tokenHash, now }: { id: string; tokenHash: Buffer; now: Date },
): Promise<boolean> {
  return (await use(tx, tokenHash, id, now)).length === 1
}

const renew = statement(`
  update one_time_links set token_hash = $2, encrypted_token = $3, expires_at = $4, sends = $5, sent_at = $6
  where id = $1`)

/** With a new token; the former one ends. */
export async function renewInvitation(
  tx: Queryable,
  row: InvitationRow,
  token: EncryptedToken,
): Promise<void> {
  await renew(tx, row.id, token.hash, token.encrypted, row.expires_at, row.sends, row.sent_at)
}

const withdraw = statement<InvitationRow>(`
  update one_time_links set withdrawn_at = $4, encrypted_token = null
  where ${UNUSED} and team_id = $1 and ($2::text is null or id = $2) and ($3::text is null or created_by = $3)
  returning ${COLUMNS}`)

/** Withdraws one invitation of a team, or all by one creator. Returns those that ended. */
export async function withdrawInvitations(
  tx: Queryable,
  teamId: string,
  which: { id: string } | { madeBy: string },
  now: Date,
): Promise<InvitationRow[]> {
  const [id, madeBy] = 'id' in which ? [which.id, null] : [null, which.madeBy]
  return withdraw(tx, teamId, id, madeBy, now)
}

const selectEncrypted = statement<{ encrypted_token: Buffer }>(`
  select encrypted_token from one_time_links
  where id = $1 and used_at is null and withdrawn_at is null and encrypted_token is not null
    and (expires_at is null or expires_at > $2)`)

/** The encrypted token of any valid link. */
export async function encryptedTokenOf(db: Queryable, id: string, now: Date): Promise<Buffer | undefined> {
  return (await selectEncrypted(db, id, now))[0]?.encrypted_token
}

export function invitationView(row: InvitationRow): Invitation {
  const { id, email, role, language, created_by: invited_by } = row
  const [created_at, sent_at] = [isoTimestamp(row.created_at), isoTimestamp(row.sent_at)]
  const times = { created_at, updated_at: sent_at > created_at ? sent_at : created_at, sent_at }
  return { id, email, role, language, invited_by, ...times, expires_at: isoTimestamp(row.expires_at) }
}

type Stage = 'made' | 'sent again' | 'withdrawn' | 'accepted'

/** The log is kept for ever, so it has a fingerprint instead of the address. */
export function invitationChange({ id, email, role, expires_at }: InvitationRow, stage: Stage): Change {
  const facts = { role, email_fingerprint: fingerprint(email), expires_at: isoTimestamp(expires_at) }
  return {
    topic: 'access',
    object: 'invitation',
    objectId: id,
    before: stage === 'made' ? null : { state: 'open' },
    after: stage === 'made' ? { state: 'open', ...facts } : { state: stage, ...facts },
  }
}
