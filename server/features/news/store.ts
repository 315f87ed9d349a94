// The SQL on `sent_news`: events that the agency was notified about.
import { type Queryable, statement } from '../../kernel/db/db.ts'

const selectSent = statement<{ event_id: string }>('select event_id from sent_news where event_id = any($1)')

/** Keeps the order of the ids. */
export async function unsentNews(db: Queryable, eventIds: readonly string[]): Promise<string[]> {
  const sent = new Set((await selectSent(db, eventIds)).map(({ event_id }) => event_id))
  return eventIds.filter((id) => !sent.has(id))
}

interface SentNews {
  readonly eventId: string
  /** The object of the event. */
  readonly aboutId: string | null
}

const insertSent = statement(`
  insert into sent_news (event_id, about_id, mail_id, created_at)
  select event_id, about_id, $3, $4 from unnest($1::text[], $2::text[]) as covered (event_id, about_id)`)

/** `mailId` is null if the agency had switched off all of these notifications. */
export async function recordNews(
  tx: Queryable,
  covered: readonly SentNews[],
  mailId: string | null,
  at: Date,
): Promise<void> {
  const ids = covered.map(({ eventId }) => eventId)
  const about = covered.map(({ aboutId }) => aboutId)
  await insertSent(tx, ids, about, mailId, at)
}

const selectMails = statement<{ mail_id: string }>(`
  select distinct mail_id from sent_news where about_id = any($1) and mail_id is not null`)

/** The mails that covered these objects. */
export async function mailsOfNews(db: Queryable, aboutIds: readonly string[]): Promise<string[]> {
  return (await selectMails(db, aboutIds)).map(({ mail_id }) => mail_id)
}

const deleteOld = statement(`
  delete from sent_news where event_id = any(array(
    select event_id from sent_news where created_at < $1 limit 1000)) returning 1`)

/** Deletes rows whose mails are deleted, in a bounded batch. Returns true if more may remain. */
export async function forgetOldNews(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}
