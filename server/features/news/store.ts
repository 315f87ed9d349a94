// The only SQL on what agencies were told of.
import { type Queryable, statement } from '../../kernel/db/db.ts'

const selectTold = statement<{ event_id: string }>('select event_id from told_news where event_id = any($1)')

/** In the order given. */
export async function untoldOf(db: Queryable, eventIds: readonly string[]): Promise<string[]> {
  const told = new Set((await selectTold(db, eventIds)).map(({ event_id }) => event_id))
  return eventIds.filter((id) => !told.has(id))
}

interface Told {
  readonly eventId: string
  /** What it was about. */
  readonly aboutId: string | null
}

const insertTold = statement(`
  insert into told_news (event_id, about_id, mail_id, created_at)
  select event_id, about_id, $3, $4 from unnest($1::text[], $2::text[]) as told (event_id, about_id)`)

/** `mailId` is null where the agency did not want to hear of any. */
export async function setTold(
  tx: Queryable,
  told: readonly Told[],
  mailId: string | null,
  at: Date,
): Promise<void> {
  const ids = told.map(({ eventId }) => eventId)
  const about = told.map(({ aboutId }) => aboutId)
  await insertTold(tx, ids, about, mailId, at)
}

const selectMails = statement<{ mail_id: string }>(`
  select distinct mail_id from told_news where about_id = any($1) and mail_id is not null`)

/** The mails in which an agency was told of these. */
export async function mailsOfNews(db: Queryable, aboutIds: readonly string[]): Promise<string[]> {
  return (await selectMails(db, aboutIds)).map(({ mail_id }) => mail_id)
}

const deleteOld = statement(`
  delete from told_news where event_id = any(array(
    select event_id from told_news where created_at < $1 limit 1000)) returning 1`)

/** Forgets those of mails that are forgotten, a bounded number at once; true when more may be left. */
export async function forgetOldNews(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}
