// Work of the installation itself that comes again and again.
import { build, rows } from '../base/database/db.ts'
import type { World } from '../world.ts'

/** Books the next one at the next full interval, named by its time: however many services book it, it runs once. */
export async function bookRegularWork(world: World, kind: string, everyMs: number): Promise<void> {
  const now = world.wall.now()
  const runAt = new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs)
  const nobody = { team_id: null, mode: null, last_error: null }
  const piece = { kind, key: runAt.toISOString(), lane: kind, clock: '', payload: 'null' }
  await rows(
    world.pool,
    build
      .insertInto('due_work')
      .values({ ...piece, ...nobody, run_at: runAt, created_at: now })
      .onConflict((conflict) => conflict.doNothing()),
  )
}
