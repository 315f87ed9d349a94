// Jobs without work, 500 at a time. Ours is the worker: claims by queue, cap and clock, handlers, grouped completion,
// heartbeat. The bare side marks rows with SKIP LOCKED, commits, deletes them and commits: the minimum of a crash-safe
// queue whose jobs run outside transactions.
import type pg from 'pg'
import { readConfig } from '../server/app/boot/config.ts'
import { openWorld } from '../server/app/boot/world.ts'
import { startHeartbeat } from '../server/app/worker/heartbeat.ts'
import { startWorker } from '../server/app/worker/worker.ts'
import { handleJob, handlersOf } from '../server/features/job-handlers.ts'
import type { Pool } from '../server/kernel/db/db.ts'
import { installationJob } from '../server/kernel/jobs/declare-job.ts'
import { REAL_TIME, sharedQueue } from '../server/kernel/jobs/jobs.ts'
import { makeLog } from '../server/kernel/process/log.ts'
import { asOwner } from './as-owner.ts'
import { type Result, sideBySide } from './side-by-side.ts'
import { stopwatch } from './stopwatch.ts'

const JOBS = 20_000
const BATCH = 500
const nothing = installationJob('nothing', { waits: [], cap: 2 * BATCH, everyMs: 1 })
const HANDLERS = handlersOf(handleJob(nothing, async () => {}))

export async function benchJobs(dataDir: string): Promise<Result> {
  const { world, alone, close } = await openWorld(
    readConfig({ DATA_DIR: dataDir }),
    makeLog({ level: 'warn' }),
  )
  const heartbeat = await startHeartbeat(world, alone)
  await asOwner(
    dataDir,
    `create table if not exists bare_work (id bigint generated always as identity primary key,
    run_at timestamptz not null, payload text not null, state text not null default 'waiting', owner text);
    create index if not exists bare_work_due on bare_work (run_at, id) where state = 'waiting';
    grant all on bare_work to public`,
  )
  try {
    return await sideBySide({
      name: `jobs over a bare SKIP LOCKED loop, ${BATCH} at a time`,
      ours: () => ours(world, dataDir),
      bare: () => bare(world.pool, dataDir),
      // Our queues are fair between owners, which the loop is not.
      atLeast: 0.3,
    })
  } finally {
    await asOwner(dataDir, 'drop table bare_work')
    await heartbeat.stop()
    await close()
  }
}

async function ours(world: Awaited<ReturnType<typeof openWorld>>['world'], dataDir: string): Promise<number> {
  await world.pool.query(
    `insert into jobs (type, key, queue, clock, run_at, payload, created_at)
     select $3, 'job ' || n, $4, $5, $1, '{}', $1 from generate_series(1, $2::int) n`,
    [world.wall.now(), JOBS, nothing.type, sharedQueue(nothing.type), REAL_TIME],
  )
  await asOwner(dataDir, 'analyze jobs')
  const stop = stopwatch()
  const worker = startWorker(world, HANDLERS, { slots: 2 * BATCH })
  await worker.idle()
  const rate = stop(JOBS)
  await worker.stop()
  return rate
}

/**
 * The minimum of a crash-safe queue that runs jobs outside a transaction: mark a batch as taken and commit,
 * do nothing, delete it and commit.
 */
async function bare(pool: Pool, dataDir: string): Promise<number> {
  await pool.query(
    `insert into bare_work (run_at, payload) select now(), '{}' from generate_series(1, $1::int)`,
    [JOBS],
  )
  await asOwner(dataDir, 'analyze bare_work')
  const client: pg.PoolClient = await pool.connect()
  const stop = stopwatch()
  for (let left = JOBS; left > 0; ) {
    const { rows } = await client.query({
      name: 'bare-claim',
      text: `update bare_work set state = 'running', owner = 'me' where id = any(array(
        select id from bare_work where state = 'waiting' and run_at <= now()
        order by run_at, id limit ${BATCH} for update skip locked)) returning id, payload`,
    })
    await client.query({
      name: 'bare-complete',
      text: 'delete from bare_work where id = any($1::bigint[])',
      values: [rows.map((row) => row.id)],
    })
    left -= rows.length
  }
  const rate = stop(JOBS)
  client.release()
  return rate
}
