// Lists due work for people: what waits, runs or is dead; and revives what is dead.
import { type Queryable, statement } from '../base/database/db.ts'
import { namedStatement } from '../base/database/named-statement.ts'
import type { Actor } from './audit.ts'
import { appendEntry, type EntryValues, entryValues } from './audit-entry.ts'

export interface StoredWork {
  id: bigint
  kind: string
  key: string
  state: 'waiting' | 'dead'
  run_at: Date
  attempts: number
  last_error: string | null
  /** The process that runs it, if one does. */
  process_id: string | null
}

const select = statement<StoredWork>(`
  select id, kind, key, state, run_at, attempts, last_error, owner as process_id
  from due_work left join due_work_claims on work_id = id
  where state = 'dead' or not $1
  order by run_at, id limit $2`)

/** The earliest due first. */
export async function listWork(db: Queryable, onlyDead: boolean, limit: number): Promise<StoredWork[]> {
  return select(db, onlyDead, limit)
}

const revive = namedStatement<{ pieces: number }, EntryValues & { id: bigint | null }>(`
  with revived as (
    update due_work set state = 'waiting', attempts = 0
    where state = 'dead' and (:id::bigint is null or id = :id)
    returning id
  ), ${appendEntry('c.team_id is null and exists (select from revived)')}
  select count(*)::int as pieces from revived`)

/** Lets one dead piece, or all of them, run as if for the first time; how many there were. */
export async function reviveWork(
  db: Queryable,
  which: bigint | 'all',
  by: Actor,
  now: Date,
): Promise<number> {
  const change = {
    topic: 'settings',
    object: 'due_work',
    objectId: String(which),
    before: { state: 'dead' },
    after: { state: 'waiting' },
  } as const
  const entry = entryValues(by, [change], now)
  const [revived] = await revive(db, { ...entry, id: which === 'all' ? null : which })
  return revived?.pieces ?? 0
}
