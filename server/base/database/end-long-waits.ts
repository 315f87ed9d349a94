// Bounds the wait of commits for a synchronous standby that is away: no time-out of the server ends it, only a cancel.
// `replication.ts` says what comes of them.
import { type Queryable, statement } from './db.ts'

const WAIT_MAX_MS = 5_000

const cancelWaiting = statement(`
  select pg_cancel_backend(pid) from pg_stat_activity
  where wait_event = 'SyncRep' and usename = current_user and datname = current_database()
    and query_start < clock_timestamp() - $1 * interval '1 millisecond'`)

/** Over a session that waits for no standby itself. Each process does so for all. */
export async function endLongWaits(db: Queryable): Promise<void> {
  await cancelWaiting(db, WAIT_MAX_MS)
}
