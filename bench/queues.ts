// The cost of one claim of 128 jobs beside 100 to 20,000 queues with a job each, four queues a team: with no due job,
// with 64 due, and with all due. Medians of 15; claimed jobs are returned.

import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import type { World } from '../server/features/world.ts'
import {
  claimJobs,
  FIRST_QUEUE,
  type Job,
  queueOf,
  REAL_TIME,
  returnJobs,
} from '../server/kernel/jobs/jobs.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { asOwner } from './as-owner.ts'
import { median } from './side-by-side.ts'

export interface QueueFigures {
  queues: number
  idleMs: number
  fewDueMs: number
  allDueMs: number
}

const TYPE = 'bench-queue'
const COUNTS = { queues: [100, 1_000, 5_000, 20_000], ofATeam: 4, batch: 128, claims: 15 }
const AT_MOST_MS = 25

export async function benchQueues(dataDir: string): Promise<QueueFigures[]> {
  const config = readConfig({ DATA_DIR: dataDir })
  const { world, close } = await openWorld(config, makeLog({ level: 'error' }))
  try {
    const figures: QueueFigures[] = []
    for (const queues of COUNTS.queues) {
      await fill(world, queues)
      await asOwner(dataDir, 'vacuum analyze jobs')
      figures.push({ queues, ...(await measure(world, queues)) })
    }
    return figures
  } finally {
    await world.pool.query('delete from jobs where type = $1', [TYPE])
    await close()
  }
}

export function reportQueues({ queues, idleMs, fewDueMs, allDueMs }: QueueFigures): string {
  const isWithin = Math.max(idleMs, fewDueMs, allDueMs) <= AT_MOST_MS
  const figures = `nothing due ${idleMs.toFixed(2)} ms, few ${fewDueMs.toFixed(1)} ms, all ${allDueMs.toFixed(1)} ms`
  return `a claim beside ${queues} queues: ${figures} (at most ${AT_MOST_MS}): ${isWithin ? 'ok' : 'BEYOND'}`
}

async function measure(world: World, queues: number): Promise<Omit<QueueFigures, 'queues'>> {
  const idleMs = await claimMs(world, 0)
  await setDue(world, COUNTS.batch / 2)
  const fewDueMs = await claimMs(world, COUNTS.batch / 2)
  await setDue(world, Number.MAX_SAFE_INTEGER)
  return { idleMs, fewDueMs, allDueMs: await claimMs(world, Math.min(COUNTS.batch, queues)) }
}

/** Until so many are claimed: the median of several runs. All claims are released. */
async function claimMs(world: World, wanted: number): Promise<number> {
  const running = { runningOfQueue: new Map<string, number>(), runningOfOwner: new Map<string, number>() }
  const request = {
    processId: world.processId,
    caps: new Map([[TYPE, 16]]),
    ...running,
    free: 2 * COUNTS.batch,
  }
  const times: number[] = []
  let after = FIRST_QUEUE
  for (let n = 0; n < COUNTS.claims; n++) {
    const start = performance.now()
    const jobs: Job[] = []
    do {
      const limit = COUNTS.batch - jobs.length
      const claimed = await claimJobs(world.pool, { ...request, now: world.wall.now(), limit, after })
      jobs.push(...claimed.jobs)
      after = claimed.after
    } while (jobs.length < wanted)
    times.push(performance.now() - start)
    await returnJobs(world.pool, jobs)
  }
  return median(times)
}

/** One job per queue, due tomorrow. */
async function fill(world: World, queues: number): Promise<void> {
  await world.pool.query('delete from jobs where type = $1', [TYPE])
  const names = Array.from({ length: queues }, (_, n) => {
    const owner = { teamId: `team_${Math.floor(n / COUNTS.ofATeam)}`, mode: 'live' as const }
    return queueOf(TYPE, owner, String(n % COUNTS.ofATeam))
  })
  await world.pool.query(
    `insert into jobs (type, key, queue, clock, run_at, payload, created_at)
     select $1, queue, queue, $2, $3::timestamptz + interval '1 day', 'null', $3 from unnest($4::text[]) as queue`,
    [TYPE, REAL_TIME, world.wall.now(), names],
  )
}

async function setDue(world: World, count: number): Promise<void> {
  await world.pool.query(
    `update jobs set run_at = $2 where id in (select id from jobs where type = $1 order by id desc limit $3)`,
    [TYPE, world.wall.now(), count],
  )
}
