// The SQL on mails that are written and sent.
import type { Mode } from '../../../contract/teams.ts'
import { type Queryable, statement } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'

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
