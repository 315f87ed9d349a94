// Due work as it lies in the database, for people at a terminal: what waits, what is dead, and reviving that.
import { buildFor, type Queryable, rows } from '../base/database/db.ts'

interface StoredWork {
  id: bigint
  kind: string
  key: string
  state: 'waiting' | 'dead'
  run_at: Date
  attempts: number
  last_error: string | null
}

/** With the process that runs it now. */
type ShownWork = StoredWork & { owner: string | null }

const build = buildFor<{ due_work: StoredWork; due_work_claims: { work_id: bigint; owner: string } }>()

const SHOWN = ['id', 'kind', 'key', 'state', 'run_at', 'attempts', 'last_error', 'owner'] as const

/** The earliest first. */
export async function listWork(db: Queryable, onlyDead: boolean, limit: number): Promise<ShownWork[]> {
  const work = build.selectFrom('due_work').leftJoin('due_work_claims', 'work_id', 'id').select(SHOWN)
  const query = work.orderBy('run_at').orderBy('id').limit(limit)
  return rows(db, onlyDead ? query.where('state', '=', 'dead') : query)
}

/** Lets dead work run again, one piece or all; says how many that were. */
export async function reviveWork(db: Queryable, which: bigint | 'all'): Promise<number> {
  const dead = build
    .updateTable('due_work')
    .set({ state: 'waiting', attempts: 0 })
    .where('state', '=', 'dead')
    .returning('id')
  return (await rows(db, which === 'all' ? dead : dead.where('id', '=', which))).length
}
