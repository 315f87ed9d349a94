// Forgets events past their time: whole months are dropped, and of the month that is not over yet rows are deleted.
import { type Queryable, statement } from '../base/database/db.ts'
import { dropMonths, type Month } from '../outbox/months.ts'
import type { World } from '../world.ts'

const deleteOld = statement(`
  with gone as (
    delete from events where id = any(array(select id from events where created_at < $1 limit 1000))
    returning team_id, mode, sequence
  ), told as (
    update team_counters c set events_forgotten = greatest(c.events_forgotten, g.last)
    from (select team_id, mode, max(sequence) as last from gone group by team_id, mode) g
    where c.team_id = g.team_id and c.mode = g.mode
  )
  select 1 from gone`)

const tellNext = statement<{ team_id: string; mode: string }>(`
  with next as (
    select team_id, mode from team_counters where (team_id, mode) > ($1, $2) order by team_id, mode limit 500
  ), ends as (
    select n.team_id, n.mode, e.sequence as last from next n cross join lateral (
      select sequence from events e where e.team_id = n.team_id and e.mode = n.mode and e.created_at < $5
        and e.id >= $3 and e.id < $4 order by sequence desc limit 1) e
  ), told as (
    update team_counters c set events_forgotten = e.last
    from ends e where c.team_id = e.team_id and c.mode = e.mode and c.events_forgotten < e.last
  )
  select team_id, mode from next order by team_id desc, mode desc limit 1`)

/** Before they are dropped, and some teams at once: their counters are what everybody waits for. */
async function tellForgotten(db: Queryable, { first, beyond }: Month, before: Date): Promise<void> {
  let last: { team_id: string; mode: string } | undefined = { team_id: '', mode: '' }
  while (last !== undefined) {
    ;[last] = await tellNext(db, last.team_id, last.mode, first, beyond, before)
  }
}

const dropMonth = statement<{ dropped: boolean }>('select drop_events_month($1, $2) as dropped')

/** Forgets all events from before a time; where a month of them is in use, it and the rest are forgotten later. */
export async function forgetOldEvents({ pool, log }: World, before: Date): Promise<void> {
  const drop = async (month: Month) => {
    await tellForgotten(pool, month, before)
    const [answer] = await dropMonth(pool, month.month, before)
    return answer?.dropped === true
  }
  if (!(await dropMonths(pool, { table: 'events', before, log, drop }))) return
  while ((await deleteOld(pool, before)).length > 0);
}
