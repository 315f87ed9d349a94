// Hourly housekeeping: forgets idempotency keys past their day, and books its own next run.
import { build, rows } from '../base/db.ts'
import { forgetOldKeys } from '../base/idempotency.ts'
import type { World } from '../world.ts'

const HOUR_MS = 3_600_000

export async function keepHouse(world: World): Promise<void> {
  // First of all, so that a failure of this hour does not end the hours to come.
  await bookHouseKeeping(world)
  while (await forgetOldKeys(world.pool, world.wall.now()));
}

/** The next full hour's piece, named by the hour: however many services book it, it runs once. */
export async function bookHouseKeeping(world: World): Promise<void> {
  const now = world.wall.now()
  const hour = new Date(now.getTime() + HOUR_MS).toISOString().slice(0, 13)
  const piece = { kind: 'keep-house', key: hour, lane: 'keep-house', clock: '', payload: 'null' }
  const times = { run_at: new Date(`${hour}:00:00.000Z`), created_at: now }
  const nobody = { team_id: null, mode: null, last_error: null }
  await rows(
    world.pool,
    build
      .insertInto('due_work')
      .values({ ...piece, ...times, ...nobody })
      .onConflict((conflict) => conflict.doNothing()),
  )
}
