// A transaction of what belongs to no team: without events, jobs or a response, but with its entry in the audit log.
import { committed } from '../db/committed.ts'
import type { Pool, Queryable } from '../db/db.ts'
import { namedStatement } from '../db/db.ts'
import type { Clock } from '../process/clock.ts'
import { type Actor, appendEntry, type Change, type EntryValues, entryValues, systemActor } from './audit.ts'

interface Host {
  readonly pool: Pool
  readonly wall: Clock
  readonly by?: Actor
}

interface InstallationTx extends Queryable {
  readonly now: Date
  readonly outbox: { readonly changes: Change[] }
}

const append = namedStatement<object, EntryValues>(`with ${appendEntry('c.team_id is null')} select`)

/** Writes what `record` collected before it commits. */
export async function installationTransaction<T>(
  { pool, wall, by = systemActor('service') }: Host,
  work: (tx: InstallationTx) => Promise<T>,
): Promise<T> {
  return committed(pool, async (session) => {
    const tx: InstallationTx = {
      query: (query) => session.query(query),
      now: wall.now(),
      outbox: { changes: [] },
    }
    const result = await work(tx)
    if (tx.outbox.changes.length > 0) await append(session.last, entryValues(by, tx.outbox.changes, tx.now))
    return result
  })
}
