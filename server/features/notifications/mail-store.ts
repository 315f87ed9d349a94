// The SQL on mails: queue, send, list, limit and erase.
import { sql } from 'kysely'
import type { Mode } from '../../../contract/teams.ts'
import {
  buildFor,
  firstRow,
  lockInTransaction,
  namedStatement,
  onlyRow,
  type Queryable,
  statement,
} from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type Owner, ownerColumns } from '../../kernel/outbox/transaction.ts'
import type { Times } from '../../kernel/values/dates.ts'
import { ERASED } from '../../kernel/values/erase-person.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'

/** Notices by which people notice an attack or recover access. */
const SECURITY_CATEGORIES = ['account', 'person', 'provider', 'team'] as const

/** Business is about the agency's sales; optional mails are news that the agency may switch off. */
export type MailCategory = 'business' | 'optional' | (typeof SECURITY_CATEGORIES)[number]

export function isSecurityNotice({ category }: { readonly category: MailCategory }): boolean {
  return (SECURITY_CATEGORIES as readonly MailCategory[]).includes(category)
}

export interface MailsTable {
  id: string
  team_id: string
  mode: Mode
  key: string
  category: MailCategory
  to_address: string
  subject: string
  text: string
  html: string
  receipt_of: string | null
  /** Of the PDF that is attached. */
  document_type: 'invoice' | 'quote' | 'credit_note' | 'trip' | null
  /** The token of the document's link; of a trip its id, as it may have no link. */
  document_key: string | null
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
  | 'category'
  | 'to_address'
  | 'meant_for'
  | 'subject'
  | 'text'
  | 'html'
  | 'receipt_of'
  | 'document_type'
  | 'document_key'
  | 'status'
  | 'team_id'
  | 'mode'
  | 'link_id'
>

const insert = namedStatement<{ id: string }, Readonly<Record<keyof NewMail, unknown>>>(`
  insert into mails
    (id, team_id, mode, key, category, to_address, subject, text, html, receipt_of, meant_for, follows, about_id,
    is_secret, document_type, document_key, updated_at, created_at)
  values (:id, :team_id, :mode, :key, :category, :to_address, :subject, :text, :html, :receipt_of, :meant_for, :follows,
    :about_id, :is_secret, :document_type, :document_key, :created_at,
    greatest(:created_at::timestamptz,
      (select created_at from mails where team_id = :team_id and mode = :mode and key = :after)))
  on conflict (team_id, mode, key) do nothing
  returning id`)

/** Returns false if there is a mail with this key already. */
export async function insertMail(db: Queryable, mail: NewMail): Promise<boolean> {
  return (await insert(db, mail)).length === 1
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
  `select id, key, category, to_address, meant_for, subject, text, html, receipt_of, document_type, document_key,
     status, team_id, mode, link_id
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

/** No other mail may use up the limits of a security notice, and an erasure must not empty one. */
const IS_SECURITY_NOTICE = `category in (${SECURITY_CATEGORIES.map((one) => `'${one}'`).join(', ')})`

const updateSubmitted = statement('update mails set submitted_at = $2 where id = $1')

export async function setMailSubmitted(db: Queryable, id: string, at: Date): Promise<void> {
  await updateSubmitted(db, id, at)
}

/**
 * Takes the turns of the team and of the address, always in this order, so that limits are counted one mail at a time.
 */
export async function lockLimits(tx: Queryable, { team_id, mode, to_address }: MailRow): Promise<void> {
  await lockInTransaction(tx, `mails of ${team_id} ${mode}`)
  await lockInTransaction(tx, `mails to ${to_address.toLowerCase()}`)
}

type Submitted = Record<'to_receiver' | 'of_team_to_receiver' | 'of_team', number>

const OF_ITS_LIMIT = `submitted_at > $4 and id <> $5
  and case when $6::text is null then not ${IS_SECURITY_NOTICE} else category = $6 end`

const selectSubmitted = statement<Submitted>(`
  select count(*)::int as to_receiver, (count(*) filter (where team_id = $2))::int as of_team_to_receiver,
    (select count(*) from mails where team_id = $2 and mode = $3 and ${OF_ITS_LIMIT})::int as of_team
  from mails where lower(to_address) = $1 and ${OF_ITS_LIMIT}`)

/**
 * Counts other mails since a time: to this address by all teams and by this team, and all of this team. Each category
 * of security notices is counted apart, so that mails an attacker can cause use up none of its limit.
 */
export async function countSubmitted(db: Queryable, mail: MailRow, since: Date): Promise<Submitted> {
  const { id, to_address, team_id, mode } = mail
  const category = isSecurityNotice(mail) ? mail.category : null
  return onlyRow(await selectSubmitted(db, to_address.toLowerCase(), team_id, mode, since, id, category))
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
      document_type = null, document_key = null, error = null, bounced_at = null, updated_at = $6,
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
 * Empties all mails to or for these addresses, except security notices: an attacker could register a colleague's address
 * as a client and erase it.
 */
export const eraseMailsTo = emptyMails(
  `(lower(to_address) = any($3) or lower(meant_for) = any($3)) and not ${IS_SECURITY_NOTICE}`,
)

const build = buildFor<{ mails: MailsTable }>()

const COLUMNS = [
  'id',
  'to_address',
  'meant_for',
  'subject',
  'about_id',
  'receipt_of',
  'document_type',
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
