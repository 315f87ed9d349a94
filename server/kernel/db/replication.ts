// Synchronous replication: a commit waits a few seconds for a required standby. If that wait is cancelled,
// the change is stored, perhaps only here, so its outcome is reported as unknown.
import type { ClientBase } from 'pg'
import { type Queryable, statement } from './db.ts'

const WAIT_MAX_MS = 5_000
/** The server's function behind the notice: its text may be in any language. */
const WAITING_ROUTINE = 'SyncRepWaitForLSN'

const cancelWaiting = statement(`
  select pg_cancel_backend(pid) from pg_stat_activity
  where wait_event = 'SyncRep' and usename = current_user and datname = current_database()
    and query_start < clock_timestamp() - $1 * interval '1 millisecond'`)

/** No time-out of the server ends such a wait, only a cancel: each process cancels for all. */
export async function endLongWaits(db: Queryable): Promise<void> {
  await cancelWaiting(db, WAIT_MAX_MS)
}

export interface ReplicationWatch {
  /** Called after the commit. A repeat with the same idempotency key gets the stored response. */
  refuseUnreplicated(): void
  stop(): void
}

/** For the length of one transaction. */
export function watchReplication(client: ClientBase): ReplicationWatch {
  let isUnreplicated = false
  const note = ({ routine }: { routine?: string | undefined }) => {
    if (routine === WAITING_ROUTINE) isUnreplicated = true
  }
  client.on('notice', note)
  return {
    refuseUnreplicated() {
      if (!isUnreplicated) return
      const message = 'the database stored a change, but no standby had it in time'
      throw Object.assign(new Error(message), { code: '08007' })
    },
    stop: () => void client.off('notice', note),
  }
}
