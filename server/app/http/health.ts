// Reports health: whether the database responds and takes writes, whether a worker runs jobs, whether the
// clock is right, and whether the process accepts requests.

import type { Server } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Health, Liveness, Traffic } from '../../../contract/service.ts'
import { judgeClock } from '../../features/readiness/readiness.ts'
import type { World } from '../../features/world.ts'
import { isReadOnly, refusedLately } from '../../kernel/db/errors.ts'
import { isWorkerAlive } from '../../kernel/jobs/processes.ts'
import { VERSION } from '../../kernel/process/project.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { drainMs } from './settings.ts'

type Checks = Health['checks']

/** Health is public, so the database is queried at most once in this time. */
const FRESH_MS = 1_000

interface HealthChecks {
  health(): Promise<HealthResponse<Health>>
  /** Queries nothing: it reports that the process responds. */
  live(): HealthResponse<Liveness>
  ready(): Promise<HealthResponse<Traffic>>
}

interface HealthResponse<Body> {
  status: 200 | 503
  body: Body
}

export function makeHealthChecks(world: World, drain: Drain): HealthChecks {
  let latest: { checks: Promise<Checks>; at: number } | undefined

  const checksNow = () => {
    const at = performance.now()
    if (latest === undefined || at - latest.at > FRESH_MS) latest = { checks: check(world), at }
    return latest.checks
  }

  const signed = <Status extends string>(status: Status) => ({
    status,
    version: VERSION,
    time: isoTimestamp(world.wall.now()),
  })

  return {
    async health() {
      const checks = withClock(world, withRefusals(world, await checksNow()))
      const isDown = checks.database === 'down'
      const isWell = checks.database === 'ok' && checks.jobs === 'ok' && checks.clock === undefined
      const status = isDown ? 'unavailable' : isWell ? 'ok' : 'degraded'
      return { status: isDown ? 503 : 200, body: { ...signed(status), checks } }
    },
    live: () => ({ status: 200, body: signed('ok') }),
    async ready() {
      if (drain.isOn()) return { status: 503, body: signed('draining') }
      const isDown = (await checksNow()).database === 'down'
      return { status: isDown ? 503 : 200, body: signed(isDown ? 'unavailable' : 'ready') }
    },
  }
}

/** A write that failed a moment ago reports more than a query, such as a full disk. */
function withRefusals({ pool, vitalPool }: World, checks: Checks): Checks {
  const isRefusing = checks.database === 'ok' && (refusedLately(pool) || refusedLately(vitalPool))
  return isRefusing ? { ...checks, database: 'read_only' } : checks
}

/** Reported only if the clock is wrong. Metrics and `doctor` show by how much. */
function withClock({ clockOffsetMs }: World, checks: Checks): Checks {
  const isOff = judgeClock(Math.abs(clockOffsetMs?.() ?? 0)) === 'problem'
  return isOff ? { ...checks, clock: 'off' } : checks
}

async function check(world: World): Promise<Checks> {
  try {
    const jobs = (await isWorkerAlive(world.vitalPool)) ? 'ok' : 'stalled'
    return { database: (await isReadOnly(world.vitalPool)) ? 'read_only' : 'ok', jobs }
  } catch (error) {
    world.log.warn({ err: error }, 'the database did not answer the health check')
    return { database: 'down', jobs: 'unknown' }
  }
}

// Keeps responding while load balancers notice that the process stops: each response then closes its
// connection, so that the next request goes elsewhere.

export interface Drain {
  isOn(): boolean
  /** Resolves when load balancers have stopped sending requests. */
  begin(): Promise<void>
}

export function makeDrain(server: Server, config: Parameters<typeof drainMs>[0]): Drain {
  let isOn = false
  return {
    isOn: () => isOn,
    async begin() {
      isOn = true
      // The listener runs before headers are written, and does nothing until the drain begins.
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
      await wait(drainMs(config))
    },
  }
}
