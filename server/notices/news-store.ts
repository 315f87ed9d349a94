// The only SQL on what agencies were told of.
import { type Queryable, statement } from '../base/database/db.ts'

const selectTold = statement<{ event_id: string }>('select event_id from told_news where event_id = any($1)')

/** In the order given. */
export async function untoldOf(db: Queryable, eventIds: readonly string[]): Promise<string[]> {
  const told = new Set((await selectTold(db, eventIds)).map(({ event_id }) => event_id))
  return eventIds.filter((id) => !told.has(id))
}

const insertTold = statement(`
  insert into told_news (event_id, mail_id, created_at) select unnest($1::text[]), $2, $3`)

/** `mailId` is null where the agency did not want to hear of any. */
export async function setTold(
  tx: Queryable,
  eventIds: readonly string[],
  mailId: string | null,
  at: Date,
): Promise<void> {
  await insertTold(tx, eventIds, mailId, at)
}

const deleteOld = statement(`
  delete from told_news where event_id = any(array(
    select event_id from told_news where created_at < $1 limit 1000)) returning 1`)

/** Forgets those of mails that are forgotten, a bounded number at once; true when more may be left. */
export async function forgetOldNews(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}
