// The SQL on mails: queued, sent, listed, limited and erased.
import { sql } from 'kysely'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, statement, takeTurn } from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type Owner, ownerColumns } from '../../kernel/outbox/transaction.ts'
import { ERASED } from '../../kernel/values/erase-person.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'

// The SQL on mails that are written and sent.

export interface MailsTable {
  id: string
  team_id: string
  mode: Mode
  key: string
  to_address: string
  subject: string
  text: string
  html: string
  receipt_of: string | null
  /** invoice or quote, and the token of its link: its PDF goes with the mail. */
  paper: string | null
  status: 'waiting' | 'sent' | 'stored' | 'failed'
  error: string | null
  created_at: Date
  sent_at: Date | null
  /** Of test mode: whom it would have gone to. */
  meant_for: string | null
  /** By the real clock, whatever a test clock says. */
  handed_at: Date | null
  /** The mail that goes out before it. */
  follows: string | null
  /** It did not go out, and by itself never will. */
  given_up: boolean
  /** The booking or the invoice that it tells of. */
  about_id: string | null
  attempts: number
  /** Only its receiver may read what it says. */
  is_secret: boolean
  /** The link whose token is put in when it is sent. */
  link_id: string | null
  /** When it was reported as not delivered, after its server had taken it. */
  bounced_at: Date | null
}

export interface NewMail
  extends Omit<
    MailsTable,
    'status' | 'error' | 'sent_at' | 'handed_at' | 'given_up' | 'attempts' | 'link_id' | 'bounced_at'
  > {
  /** The key of a mail that it is not older than, if there is such one. */
  after: string | null
}

export type MailRow = Pick<
  MailsTable,
  | 'id'
  | 'key'
  | 'to_address'
  | 'meant_for'
  | 'subject'
  | 'text'
  | 'html'
  | 'receipt_of'
  | 'paper'
  | 'status'
  | 'team_id'
  | 'mode'
  | 'link_id'
>

const insert = statement<{ id: string }>(`
  insert into mails
    (id, team_id, mode, key, to_address, subject, text, html, created_at, receipt_of, meant_for, follows, about_id,
    is_secret, paper)
  values ($1, $2, $3, $4, $5, $6, $7, $8,
    greatest($9::timestamptz, (select created_at from mails where team_id = $2 and mode = $3 and key = $15)),
    $10, $11, $12, $13, $14, $16)
  on conflict (team_id, mode, key) do nothing
  returning id`)

/** False when there is a mail with this key already. */
export async function insertMail(db: Queryable, mail: NewMail): Promise<boolean> {
  const { id, team_id, mode, key, to_address, subject, text, html, created_at } = mail
  const values = [id, team_id, mode, key, to_address, subject, text, html, created_at]
  const more = [
    mail.receipt_of,
    mail.meant_for,
    mail.follows,
    mail.about_id,
    mail.is_secret,
    mail.after,
    mail.paper,
  ]
  return (await insert(db, ...values, ...more)).length === 1
}

const lockUnsent = statement<{ id: string }>(`
  select id from mails
  where team_id = $1 and mode = $2 and key = $3 and status in ('waiting', 'failed') and not given_up for update`)

/** The mail with this key if it has not gone out yet. Until the transaction ends it cannot. */
export async function findUnsent(
  tx: Queryable,
  { teamId, mode }: Owner,
  key: string,
): Promise<string | null> {
  return (await lockUnsent(tx, teamId, mode, key))[0]?.id ?? null
}

const selectFollowers = statement<{ id: string }>(`
  select id from mails where follows = $1 and status = 'waiting' order by id`)

/** Those that waited for this one. */
export async function followersOf(tx: Queryable, id: string): Promise<string[]> {
  return (await selectFollowers(tx, id)).map((follower) => follower.id)
}

const updateGivenUp = statement('update mails set given_up = true where id = $1')

export async function setMailGivenUp(tx: Queryable, id: string): Promise<void> {
  await updateGivenUp(tx, id)
}

const select = statement<MailRow>(
  `select id, key, to_address, meant_for, subject, text, html, receipt_of, paper, status, team_id, mode, link_id
   from mails where id = $1`,
)

export async function findMail(db: Queryable, id: string): Promise<MailRow | undefined> {
  return (await select(db, id))[0]
}

const updateLink = statement('update mails set link_id = $2 where id = $1')

/** Its link works once, and stands in it only when it is sent. */
export async function setMailLink(tx: Queryable, id: string, linkId: string): Promise<void> {
  await updateLink(tx, id, linkId)
}

const updateDone = statement(`
  update mails set status = $2, sent_at = $3, error = null, attempts = attempts + $4 where id = $1`)

export async function setMailSent(db: Queryable, id: string, at: Date): Promise<void> {
  await updateDone(db, id, 'sent', at, 1)
}

export async function setMailStored(db: Queryable, id: string): Promise<void> {
  await updateDone(db, id, 'stored', null, 0)
}

const updateFailed = statement(`
  update mails set status = 'failed', error = $2, attempts = attempts + 1
  where id = $1 and status in ('waiting', 'failed')`)

/** Changes nothing if another process, which took the work over, has sent it meanwhile. */
export async function setMailFailed(db: Queryable, id: string, error: string): Promise<void> {
  await updateFailed(db, id, error.slice(0, 2000))
}

const updateBounced = statement<Pick<MailsTable, 'about_id' | 'to_address' | 'subject'>>(`
  update mails set status = 'failed', given_up = true, error = $2, bounced_at = greatest($3, sent_at)
  where id = $1 and status = 'sent'
  returning about_id, to_address, subject`)

/** Undefined where it is not one that arrived as far as we know. */
export async function setMailBounced(
  tx: Queryable,
  id: string,
  error: string,
  at: Date,
): Promise<Pick<MailsTable, 'about_id' | 'to_address' | 'subject'> | undefined> {
  return (await updateBounced(tx, id, error, at))[0]
}

const deleteOld = statement(`
  with doomed as (
    select id from mails
    where (status in ('sent', 'stored') or bounced_at is not null) and created_at < $1 limit 1000)
  delete from mails where id = any(array(select id from doomed)) returning 1`)

/** Forgets mails that are done with, a bounded number at once; true when more may be left. */
export async function forgetOldMails(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}

// Mails by which people notice a thief, or get back what is theirs: told by the first word of their keys. Nobody may
// use up the room that these have, nor have them emptied.

/** About an account, a person, a bank, and the agency itself. */
const KINDS = ['account', 'person', 'provider', 'team'] as const

/** As PostgreSQL matches it. */
const IS_WARNING = `key ~ '^(?:${KINDS.join('|')}) '`

/** Which of them it is; null for all other mails. */
function warningKindOf(key: string): string | null {
  const [word = ''] = key.split(' ', 1)
  return KINDS.find((kind) => kind === word && key.length > word.length) ?? null
}

// The SQL that counts mails within an hour.

const updateHanded = statement('update mails set handed_at = $2 where id = $1')

export async function setMailHanded(db: Queryable, id: string, at: Date): Promise<void> {
  await updateHanded(db, id, at)
}

/** Mails of one team, and those to one address, are counted one after the other: always in this order. */
export async function lockLimits(tx: Queryable, { team_id, mode, to_address }: MailRow): Promise<void> {
  await takeTurn(tx, `mails of ${team_id} ${mode}`)
  await takeTurn(tx, `mails to ${to_address.toLowerCase()}`)
}

type Handed = Record<'to_receiver' | 'of_team_to_receiver' | 'of_team', number>

const OF_ITS_KIND = `handed_at > $4 and id <> $5
  and case when $6::text is null then not ${IS_WARNING} else split_part(key, ' ', 1) = $6 end`

const selectHanded = statement<Handed>(`
  select count(*)::int as to_receiver, (count(*) filter (where team_id = $2))::int as of_team_to_receiver,
    (select count(*) from mails where team_id = $2 and mode = $3 and ${OF_ITS_KIND})::int as of_team
  from mails where lower(to_address) = $1 and ${OF_ITS_KIND}`)

/**
 * How many others of its kind went to the same address, however it is written, of all teams and of its own, and how
 * many its team sent, since then. Each kind of warning has room of its own: what a thief can send uses up none of it.
 */
export async function countHanded(
  db: Queryable,
  { id, key, to_address, team_id, mode }: MailRow,
  since: Date,
): Promise<Handed> {
  return onlyRow(
    await selectHanded(db, to_address.toLowerCase(), team_id, mode, since, id, warningKindOf(key)),
  )
}

// How the notices to an erased person are emptied: mails and messages do it by a statement each, in one way.

/** At once; where so many were emptied there may be more. */
export const EMPTIED_MAX = 500

/** The ids of what was about these things, or went to these addresses, and is empty now. */
type Emptying = (tx: Tx, which: readonly string[]) => Promise<string[]>

/** A statement that takes team, mode, which notices it is about, the text that stays, and how many at once. */
export function emptying(text: string): Emptying {
  const empty = statement<{ id: string }>(text)
  return async (tx, which) => {
    const { teamId, mode } = tx.owner
    return (await empty(tx, teamId, mode, which, ERASED, EMPTIED_MAX)).map(({ id }) => id)
  }
}

// The SQL that empties the mails to an erased person, and about what is theirs.

const emptyMails = (which: string) =>
  emptying(`
    update mails set to_address = '', meant_for = null, subject = $4, text = '', html = '', receipt_of = null,
      paper = null, error = null, bounced_at = null,
      status = case when status = 'sent' or bounced_at is not null then 'sent' else 'stored' end
    where id = any(array(
      select id from mails where team_id = $1 and mode = $2 and to_address <> '' and (${which}) limit $5))
    returning id`)

/** Empties the mails with these keys; those that wait are not sent any more. */
export const eraseMails = emptyMails('key = any($3)')

/** The same for those about these bookings, invoices and quotes, wherever they went. */
export const eraseMailsAbout = emptyMails('about_id = any($3)')

/** The same for those with these ids. */
export const eraseMailsById = emptyMails('id = any($3)')

/**
 * The same for all to or for these addresses; but for what somebody of the agency is warned by, of whom a thief could
 * make a client for a moment.
 */
export const eraseMailsTo = emptyMails(
  `(lower(to_address) = any($3) or lower(meant_for) = any($3)) and not ${IS_WARNING}`,
)

// The SQL on mails that only shows them.

const build = buildFor<{ mails: MailsTable }>()

const COLUMNS = [
  'id',
  'to_address',
  'meant_for',
  'subject',
  'about_id',
  'receipt_of',
  'paper',
  'status',
  'attempts',
  'given_up',
  'error',
  'created_at',
  'sent_at',
  'bounced_at',
] as const

export type ShownMail = Pick<MailsTable, (typeof COLUMNS)[number]>

export interface MailFilter {
  /** Bookings and invoices: about each of them. */
  aboutIds: readonly string[]
  /** To or for each of them: an empty one is nobody's. */
  addresses: readonly string[]
  status?: MailsTable['status'] | undefined
}

const ofOwner = (owner: Owner) =>
  build
    .selectFrom('mails')
    .select(COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))

type WholeMail = ShownMail & Pick<MailsTable, 'html' | 'text' | 'is_secret'>

export async function findMailOf(db: Queryable, owner: Owner, id: string): Promise<WholeMail | undefined> {
  return firstRow(db, ofOwner(owner).select(['html', 'text', 'is_secret']).where('id', '=', id))
}

const selectKey = statement('select from mails where team_id = $1 and mode = $2 and key = $3')

/** Whether this was written about already. */
export async function hasMail(db: Queryable, { teamId, mode }: Owner, key: string): Promise<boolean> {
  return (await selectKey(db, teamId, mode, key)).length > 0
}

const ADDRESS = sql<string>`lower(coalesce(meant_for, to_address))`

export async function listMails(
  db: Queryable,
  owner: Owner,
  { aboutIds, addresses, status }: MailFilter,
  page: Page,
): Promise<Listing<ShownMail>> {
  let query = ofOwner(owner).where(({ and }) => and(given({ status })))
  for (const id of aboutIds) query = query.where('about_id', '=', id)
  for (const address of addresses)
    query = query.where(ADDRESS, '=', address.toLowerCase()).where('to_address', '<>', '')
  const isOfAll = aboutIds.length + addresses.length === 0
  const total = isOfAll
    ? await totalOf(db, owner, 'mails', (bucket) => (status ?? bucket) === bucket)
    : undefined
  return newestFirst(db, query, page, total)
}
