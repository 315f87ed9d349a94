// How the service is: whether its database answers, and whether anybody does the due work.
import type { Health } from '../../../contract/health.ts'
import { statement } from '../../base/database/db.ts'
import { VERSION } from '../../base/process/version.ts'
import { isoTimestamp } from '../../base/values/dates.ts'
import { DEAD_AFTER_MS } from '../../outbox/processes.ts'
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

const anyWorker = statement<{ alive: boolean }>(`
  select exists (select from processes
    where description not like 'api %' and beat_at > clock_timestamp() - $1 * interval '1 millisecond') as alive`)

async function check(world: World): Promise<Checks> {
  try {
    const [row] = await anyWorker(world.vitalPool, DEAD_AFTER_MS)
    return { database: 'ok', jobs: row?.alive ? 'ok' : 'stalled' }
  } catch (error) {
    world.log.warn({ err: error }, 'the database did not answer the health check')
    return { database: 'down', jobs: 'unknown' }
  }
}
