// Work of the installation itself that comes again and again.
import { insertRegularWork } from '../outbox/stored-work.ts'
import type { World } from '../world.ts'

/** Books the next one at the next full interval, named by its time: however many services book it, it runs once. */
export async function bookRegularWork(world: World, kind: string, everyMs: number): Promise<void> {
  const now = world.wall.now()
  const runAt = new Date((Math.floor(now.getTime() / everyMs) + 1) * everyMs)
  await insertRegularWork(world.pool, kind, runAt, now)
}
