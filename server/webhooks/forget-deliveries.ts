// Forgets deliveries past their time, with their log: whole months are dropped, and of the month that is not over yet
// rows are deleted.
import { statement } from '../base/database/db.ts'
import { dropMonths, type Month } from '../outbox/months.ts'
import type { World } from '../world.ts'

const deleteOld = statement(`
  with doomed as (
    select id from deliveries where created_at < $1 and (status <> 'waiting' or created_at < $2) limit 1000
  ), log as (delete from delivery_attempts where delivery_id in (select id from doomed))
  delete from deliveries where id = any(array(select id from doomed)) returning 1`)

const dropMonth = statement<{ dropped: boolean }>('select drop_deliveries_month($1, $2, $3) as dropped')

/**
 * Forgets ended deliveries with their log, and those that still wait for a webhook that is off once their events are to
 * be forgotten; where a month of them is in use, it and the rest are forgotten later.
 */
export async function forgetOldDeliveries(
  { pool, log }: World,
  before: Date,
  eventsFrom: Date,
): Promise<void> {
  const drop = async ({ month }: Month) => {
    const [answer] = await dropMonth(pool, month, before, eventsFrom)
    return answer?.dropped === true
  }
  if (!(await dropMonths(pool, { table: 'deliveries', before, log, drop }))) return
  while ((await deleteOld(pool, before, eventsFrom)).length > 0);
}
