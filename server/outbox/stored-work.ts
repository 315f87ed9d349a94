// Due work as it lies in the database, for people at a terminal and for what comes again by the clock.
import type { Generated } from 'kysely'
import type { Mode } from '../../contract/teams.ts'
import { buildFor, type Queryable, rows } from '../base/database/db.ts'

interface DueWorkTable {
  id: Generated<bigint>
  kind: string
  key: string
  lane: string
  clock: string
  team_id: string | null
  mode: Mode | null
  run_at: Date
  payload: string
  state: Generated<'waiting' | 'dead'>
  attempts: Generated<number>
  last_error: string | null
  created_at: Date
}

const build = buildFor<{ due_work: DueWorkTable; due_work_claims: { work_id: bigint; owner: string } }>()

export interface ShownWork {
  id: bigint
  kind: string
  key: string
  state: 'waiting' | 'dead'
  run_at: Date
  attempts: number
  last_error: string | null
  /** The process that runs it now. */
  owner: string | null
}

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

/** Work of the installation itself. However many services store it, it is there once. */
export async function insertRegularWork(db: Queryable, kind: string, runAt: Date, now: Date): Promise<void> {
  const nobody = { team_id: null, mode: null, last_error: null }
  const piece = { kind, key: runAt.toISOString(), lane: kind, clock: '', payload: 'null' }
  const insert = build
    .insertInto('due_work')
    .values({ ...piece, ...nobody, run_at: runAt, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
  await rows(db, insert)
}
