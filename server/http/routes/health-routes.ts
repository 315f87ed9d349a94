// GET /api/v1/health: no key on purpose, as load balancers have none.
import { Health } from '../../../contract/health.ts'
import { VERSION } from '../../base/process/version.ts'
import { isoTimestamp } from '../../base/values/dates.ts'
import { isWorkerAlive } from '../../outbox/processes.ts'
import type { World } from '../../world.ts'
import type { App } from '../door/types.ts'

interface Checks {
  database: 'ok' | 'down'
  jobs: 'ok' | 'stalled' | 'unknown'
}

/** Anybody may ask, as often as they like: the database is asked at most once in this time. */
const FRESH_MS = 1_000

export function healthRoutes(app: App, world: World): void {
  let latest: { checks: Promise<Checks>; at: number } | undefined

  const checksNow = () => {
    const at = performance.now()
    if (latest === undefined || at - latest.at > FRESH_MS) latest = { checks: check(world), at }
    return latest.checks
  }

  app.get(
    '/api/v1/health',
    {
      config: { open: true },
      schema: {
        summary: 'Health of the service',
        description: 'Needs no key. 503 when the database is away.',
        tags: ['Service'],
        security: [],
        response: {
          200: { ...Health, description: 'The database answers' },
          503: { ...Health, description: 'The database is away' },
        },
      },
    },
    async (_request, reply) => {
      const checks = await checksNow()
      const status = checks.database === 'down' ? 'unavailable' : checks.jobs === 'ok' ? 'ok' : 'degraded'
      reply.code(checks.database === 'down' ? 503 : 200)
      return { status, version: VERSION, time: isoTimestamp(world.wall.now()), checks } as const
    },
  )
}

async function check(world: World): Promise<Checks> {
  try {
    return { database: 'ok', jobs: (await isWorkerAlive(world.vitalPool)) ? 'ok' : 'stalled' }
  } catch (error) {
    world.log.warn({ err: error }, 'the database did not answer the health check')
    return { database: 'down', jobs: 'unknown' }
  }
}
