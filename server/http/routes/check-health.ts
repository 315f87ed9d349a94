// Reports the health of the service: whether its database answers, and whether any process does due work.
import type { Health } from '../../../contract/health.ts'
import { VERSION } from '../../base/process/version.ts'
import { isoTimestamp } from '../../base/values/dates.ts'
import { isWorkerAlive } from '../../outbox/processes.ts'
import type { World } from '../../world.ts'

type Checks = Health['checks']

/** Anybody may ask, as often as they like: the database is asked at most once in this time. */
const FRESH_MS = 1_000

export function makeHealthCheck(world: World): () => Promise<{ status: 200 | 503; body: Health }> {
  let latest: { checks: Promise<Checks>; at: number } | undefined

  const checksNow = () => {
    const at = performance.now()
    if (latest === undefined || at - latest.at > FRESH_MS) latest = { checks: check(world), at }
    return latest.checks
  }

  return async () => {
    const checks = await checksNow()
    const isDown = checks.database === 'down'
    const status = isDown ? 'unavailable' : checks.jobs === 'ok' ? 'ok' : 'degraded'
    const body = { status, version: VERSION, time: isoTimestamp(world.wall.now()), checks } as const
    return { status: isDown ? 503 : 200, body }
  }
}

async function check(world: World): Promise<Checks> {
  try {
    return { database: 'ok', jobs: (await isWorkerAlive(world.vitalPool)) ? 'ok' : 'stalled' }
  } catch (error) {
    world.log.warn({ err: error }, 'the database did not answer the health check')
    return { database: 'down', jobs: 'unknown' }
  }
}
