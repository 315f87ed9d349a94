// The SQL on mails: queue, send, list, limit and erase.
import { sql } from 'kysely'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, statement, takeTurn } from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type Owner, ownerColumns } from '../../kernel/outbox/transaction.ts'
import type { Times } from '../../kernel/values/dates.ts'
import { ERASED } from '../../kernel/values/erase-person.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'

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
  /** `invoice` or `quote` with the token of its link, or `trip` with its id: its PDF is attached to the mail. */
  document: string | null
  status: 'waiting' | 'sent' | 'stored' | 'failed'
  error: string | null
  created_at: Date
  updated_at: Date
  sent_at: Date | null
  /** In test mode: the address that a live mail would go to. */
  meant_for: string | null
  /** By the real clock, not a test clock. */
  submitted_at: Date | null
  /** The mail that must be sent before this one. */
  follows: string | null
  /** Not sent, and no further attempt follows. */
  given_up: boolean
  /** The booking or invoice that the mail is about. */
  about_id: string | null
  attempts: number
  /** Only its receiver may read the content. */
  is_secret: boolean
  /** The link whose token is filled in when the mail is sent. */
  link_id: string | null
  /** When a bounce was reported after the mail server had accepted the mail. */
  bounced_at: Date | null
}

export interface NewMail
  extends Omit<
    MailsTable,
    | 'status'
    | 'error'
    | 'sent_at'
    | 'updated_at'
    | 'submitted_at'
    | 'given_up'
    | 'attempts'
    | 'link_id'
    | 'bounced_at'
  > {
  /** The key of a mail that this one must not be older than. */
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
  | 'document'
  | 'status'
  | 'team_id'
  | 'mode'
  | 'link_id'
>

const insert = statement<{ id: string }>(`
  insert into mails
    (id, team_id, mode, key, to_address, subject, text, html, created_at, receipt_of, meant_for, follows, about_id,
    is_secret, document, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8,
    greatest($9::timestamptz, (select created_at from mails where team_id = $2 and mode = $3 and key = $15)),
    $10, $11, $12, $13, $14, $16, $9)
  on conflict (team_id, mode, key) do nothing
  returning id`)

/** Returns false if there is a mail with this key already. */
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
    mail.document,
  ]
  return (await insert(db, ...values, ...more)).length === 1
}

const lockUnsent = statement<{ id: string }>(`
  select id from mails
  where team_id = $1 and mode = $2 and key = $3 and status in ('waiting', 'failed') and not given_up for update`)

/**
 * Finds and locks the mail with this key if it was not sent yet, so that it is not sent before the transaction ends.
 */
export async function findUnsent(
  tx: Queryable,
  { teamId, mode }: Owner,
  key: string,
): Promise<string | null> {
  return (await lockUnsent(tx, teamId, mode, key))[0]?.id ?? null
}

const selectFollowers = statement<{ id: string }>(`
  select id from mails where follows = $1 and status = 'waiting' order by id`)

/** The mails that wait for this one. */
export async function followersOf(tx: Queryable, id: string): Promise<string[]> {
  return (await selectFollowers(tx, id)).map((follower) => follower.id)
}

const updateGivenUp = statement('update mails set given_up = true, updated_at = $2 where id = $1')

export async function setMailGivenUp(tx: Tx, id: string): Promise<void> {
  await updateGivenUp(tx, id, tx.now)
}

const select = statement<MailRow>(
  `select id, key, to_address, meant_for, subject, text, html, receipt_of, document, status, team_id, mode, link_id
   from mails where id = $1`,
)

export async function findMail(db: Queryable, id: string): Promise<MailRow | undefined> {
  return (await select(db, id))[0]
}

const updateLink = statement('update mails set link_id = $2 where id = $1')

/** The link works once, so its token is filled in only when the mail is sent. */
export async function setMailLink(tx: Queryable, id: string, linkId: string): Promise<void> {
  await updateLink(tx, id, linkId)
}

const updateDone = statement(`
  update mails set status = $2, sent_at = $3, error = null, attempts = attempts + $4, updated_at = $5 where id = $1`)

export async function setMailSent(tx: Tx, id: string): Promise<void> {
  await updateDone(tx, id, 'sent', tx.now, 1, tx.now)
}

export async function setMailStored(tx: Tx, id: string): Promise<void> {
  await updateDone(tx, id, 'stored', null, 0, tx.now)
}

const updateFailed = statement(`
  update mails set status = 'failed', error = $2, attempts = attempts + 1, updated_at = $3
  where id = $1 and status in ('waiting', 'failed')`)

/** Changes nothing if another process took the job over and sent the mail. */
export async function setMailFailed(db: Queryable, id: string, error: string, now: Date): Promise<void> {
  await updateFailed(db, id, error.slice(0, 2000), now)
}

const updateBounced = statement<Pick<MailsTable, 'about_id' | 'to_address' | 'subject'>>(`
  update mails set status = 'failed', given_up = true, error = $2, bounced_at = greatest($3, sent_at),
    updated_at = $3
  where id = $1 and status = 'sent'
  returning about_id, to_address, subject`)

/** Undefined if the mail is not recorded as sent. */
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

/** Deletes mails that need no further attempt, in a bounded batch. Returns true if more may remain. */
export async function forgetOldMails(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}

// Warnings are mails by which people notice an attack or recover access; the first word of the key marks them. No other
// mail may use up their limits, and an erasure must not empty them.

/** About an account, a person, a bank, and the agency itself. */
const KINDS = ['account', 'person', 'provider', 'team'] as const

/** `warningKindOf` for PostgreSQL. */
const IS_WARNING = `key ~ '^(?:${KINDS.join('|')}) '`

/** The kind of a warning; null for all other mails. */
function warningKindOf(key: string): string | null {
  const [word = ''] = key.split(' ', 1)
  return KINDS.find((kind) => kind === word && key.length > word.length) ?? null
}

const updateSubmitted = statement('update mails set submitted_at = $2 where id = $1')

export async function setMailSubmitted(db: Queryable, id: string, at: Date): Promise<void> {
  await updateSubmitted(db, id, at)
}

/**
 * Takes the turns of the team and of the address, always in this order, so that limits are counted one mail at a time.
 */
export async function lockLimits(tx: Queryable, { team_id, mode, to_address }: MailRow): Promise<void> {
  await takeTurn(tx, `mails of ${team_id} ${mode}`)
  await takeTurn(tx, `mails to ${to_address.toLowerCase()}`)
}

type Submitted = Record<'to_receiver' | 'of_team_to_receiver' | 'of_team', number>

const OF_ITS_KIND = `submitted_at > $4 and id <> $5
  and case when $6::text is null then not ${IS_WARNING} else split_part(key, ' ', 1) = $6 end`

const selectSubmitted = statement<Submitted>(`
  select count(*)::int as to_receiver, (count(*) filter (where team_id = $2))::int as of_team_to_receiver,
    (select count(*) from mails where team_id = $2 and mode = $3 and ${OF_ITS_KIND})::int as of_team
  from mails where lower(to_address) = $1 and ${OF_ITS_KIND}`)

/**
 * Counts other mails since a time: to this address by all teams and by this team, and all of this team. Each kind of
 * warning is counted apart, so that mails an attacker can cause use up none of its limit.
 */
export async function countSubmitted(
  db: Queryable,
  { id, key, to_address, team_id, mode }: MailRow,
  since: Date,
): Promise<Submitted> {
  return onlyRow(
    await selectSubmitted(db, to_address.toLowerCase(), team_id, mode, since, id, warningKindOf(key)),
  )
}

/** Rows emptied by one statement. If so many were emptied, more may remain. */
export const EMPTIED_MAX = 500

/** Empties notices by id, subject or address. Returns the ids of the emptied rows. */
type Emptying = (tx: Tx, which: readonly string[]) => Promise<string[]>

/**
 * Shared by mails and messages. The statement takes team, mode, the selection, the text that remains, the limit and the time.
 */
export function emptying(text: string): Emptying {
  const empty = statement<{ id: string }>(text)
  return async (tx, which) => {
    const { teamId, mode } = tx.owner
    return (await empty(tx, teamId, mode, which, ERASED, EMPTIED_MAX, tx.now)).map(({ id }) => id)
  }
}

const emptyMails = (which: string) =>
  emptying(`
    update mails set to_address = '', meant_for = null, subject = $4, text = '', html = '', receipt_of = null,
      document = null, error = null, bounced_at = null, updated_at = $6,
      status = case when status = 'sent' or bounced_at is not null then 'sent' else 'stored' end
    where id = any(array(
      select id from mails where team_id = $1 and mode = $2 and to_address <> '' and (${which}) limit $5))
    returning id`)

const moveAbout = statement(`
  update mails set about_id = $4, updated_at = $5 where team_id = $1 and mode = $2 and about_id = $3`)

/** To the trip that takes the place of another. */
export async function moveMailsAbout(tx: Tx, fromId: string, toId: string): Promise<void> {
  await moveAbout(tx, tx.owner.teamId, tx.owner.mode, fromId, toId, tx.now)
}

/** Empties the mails with these keys. Waiting ones are not sent any more. */
export const eraseMails = emptyMails('key = any($3)')

/** Empties the mails about these bookings, invoices and quotes, to any address. */
export const eraseMailsAbout = emptyMails('about_id = any($3)')

/** Empties the mails with these ids. */
export const eraseMailsById = emptyMails('id = any($3)')

/**
 * Empties all mails to or for these addresses, except warnings: an attacker could register a colleague's address
 * as a client and erase it.
 */
export const eraseMailsTo = emptyMails(
  `(lower(to_address) = any($3) or lower(meant_for) = any($3)) and not ${IS_WARNING}`,
)

const build = buildFor<{ mails: MailsTable }>()

const COLUMNS = [
  'id',
  'to_address',
  'meant_for',
  'subject',
  'about_id',
  'receipt_of',
  'document',
  'status',
  'attempts',
  'given_up',
  'error',
  'created_at',
  'updated_at',
  'sent_at',
  'bounced_at',
] as const

export type ShownMail = Pick<MailsTable, (typeof COLUMNS)[number]>

export interface MailFilter {
  /** Ids of bookings and invoices; a mail must be about each of them. */
  aboutIds: readonly string[]
  /** A mail must be to or for each of these addresses. An empty address matches nothing. */
  addresses: readonly string[]
  status?: MailsTable['status'] | undefined
  times: Times
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

/** Whether there is a mail with this key. */
export async function hasMail(db: Queryable, { teamId, mode }: Owner, key: string): Promise<boolean> {
  return (await selectKey(db, teamId, mode, key)).length > 0
}

const ADDRESS = sql<string>`lower(coalesce(meant_for, to_address))`

export async function listMails(
  db: Queryable,
  owner: Owner,
  { aboutIds, addresses, status, times }: MailFilter,
  page: Page,
): Promise<Listing<ShownMail>> {
  let query = ofOwner(owner).where(({ and }) => and(given({ status })))
  for (const id of aboutIds) query = query.where('about_id', '=', id)
  for (const address of addresses)
    query = query.where(ADDRESS, '=', address.toLowerCase()).where('to_address', '<>', '')
  const isOfAll = aboutIds.length + addresses.length === 0
  const total = isOfAll
    ? () => totalOf(db, owner, 'mails', (bucket) => (status ?? bucket) === bucket)
    : undefined
  return newestFirst(db, query, { page, total, times })
}
