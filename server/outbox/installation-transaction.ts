// A transaction of what belongs to no team: without events, due work or an answer, but with its entry in the audit log.
import { committed } from '../base/database/committed.ts'
import type { Pool, Queryable } from '../base/database/db.ts'
import { namedStatement } from '../base/database/named-statement.ts'
import type { Clock } from '../base/process/clock.ts'
import { type Actor, type Change, systemActor } from './audit.ts'
import { appendEntry, type EntryValues, entryValues } from './audit-entry.ts'

interface Host {
  readonly pool: Pool
  readonly wall: Clock
  readonly by?: Actor
}

interface InstallationTx extends Queryable {
  readonly now: Date
  readonly outbox: { readonly changes: Change[] }
}

const append = namedStatement<{ entries: number }, EntryValues>(`
  with ${appendEntry('c.team_id is null')} select count(*)::int as entries from audited`)

/** What was noted by `record` is written before it commits. */
export async function installationTransaction<T>(
  { pool, wall, by = systemActor('service') }: Host,
  work: (tx: InstallationTx) => Promise<T>,
): Promise<T> {
  return committed(pool, async (client) => {
    const tx: InstallationTx = {
      query: (query) => client.query(query),
      now: wall.now(),
      outbox: { changes: [] },
    }
    const result = await work(tx)
    if (tx.outbox.changes.length > 0) {
      const [written] = await append(tx, entryValues(by, tx.outbox.changes, tx.now))
      if (written?.entries !== 1) throw new Error('the installation has no chain of audit entries')
    }
    return result
  })
}
