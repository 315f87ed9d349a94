// Schedules due work: what must happen later, or outside a transaction, is stored with the change that causes it.
import { build, type Queryable, rows } from '../base/database/db.ts'
import type { Clock } from '../base/process/clock.ts'
import { laneOf, REAL_TIME, sharedLane } from './lanes.ts'
import type { Tx } from './transaction.ts'
import type { InstallationWork, TeamWork } from './work.ts'

interface Wanted<Payload> {
  /** When it is due, by the team's own clock. */
  at: Date
  /** A second piece of the same kind and key is the same work. */
  key: string
  payload: Payload
}

/** Collected by the transaction, and stored by its flush. */
export function schedule<Payload>(
  tx: Tx,
  { kind, lane, write }: TeamWork<Payload>,
  { at, key, payload }: Wanted<Payload>,
): void {
  const name = lane === 'shared' ? sharedLane(kind) : laneOf(kind, tx.owner)
  tx.outbox.work.push({ kind, key, lane: name, runAt: at, payload: write(payload) })
}

/** Schedules the next run for the next full interval, named by its time: whoever does so too, it runs once. */
export async function scheduleNext(
  { pool, wall }: { pool: Queryable; wall: Clock },
  { kind, everyMs }: InstallationWork,
): Promise<void> {
  const now = wall.now()
  const runAt = new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs)
  const nobody = { team_id: null, mode: null, last_error: null }
  const piece = { kind, key: runAt.toISOString(), lane: sharedLane(kind), clock: REAL_TIME, payload: 'null' }
  await rows(
    pool,
    build
      .insertInto('due_work')
      .values({ ...piece, ...nobody, run_at: runAt, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
  )
}
