// A claim reads the claims of all processes once, also by a query plan from when there were none.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/support/start-app.ts'
import {
  claimJobs,
  claimJobsOfClock,
  completeJobs,
  FIRST_QUEUE,
  REAL_TIME,
  returnJobs,
  sharedQueue,
} from './jobs.ts'

const TYPE = 'planned'
const JOBS = 60
/** After so many runs a session keeps the plan of a statement. */
const RUNS = 7

const app = await startApp({ settings: { ROLE: 'api' } })
const { world } = app.service
const now = world.wall.now()

const scans = async (): Promise<number> => {
  await world.pool.query('select pg_stat_force_next_flush()')
  const { rows } = await world.pool.query<{ scans: bigint }>(
    `select seq_scan as scans from pg_stat_user_tables where relname = 'job_claims'`,
  )
  return Number(rows[0]?.scans)
}
const caps = new Map([[TYPE, JOBS]])
const running = { runningOfQueue: new Map(), runningOfOwner: new Map(), free: JOBS, limit: JOBS }
const request = { now, processId: world.processId, caps, ...running, after: FIRST_QUEUE }
const CLAIMS = {
  'of all queues': async () => (await claimJobs(world.pool, request)).jobs,
  'of a clock': () =>
    claimJobsOfClock(world.pool, {
      clock: REAL_TIME,
      until: now,
      processId: world.processId,
      types: [TYPE],
      limit: JOBS,
    }),
}

for (const [name, claim] of Object.entries(CLAIMS))
  test(`claims ${name} scan the claims of others once, not per job`, async () => {
    await app.asOwner('delete from job_claims; delete from jobs')
    // Where the table is known to be empty, reading all of it looks like the cheapest way to look for one.
    await app.asOwner('vacuum job_claims')
    await world.pool.query(
      `insert into jobs (type, key, queue, clock, run_at, payload, created_at)
       select $1, n::text, $2, $3, $4, 'null', $4 from generate_series(1, $5::int) n`,
      [TYPE, sharedQueue(TYPE), REAL_TIME, now, JOBS],
    )
    for (let run = 0; run < RUNS; run++) await returnJobs(world.pool, await claim())
    const before = await scans()
    const jobs = await claim()
    const read = (await scans()) - before
    assert.equal(new Set(jobs.map(({ id }) => id)).size, JOBS)
    assert.ok(read <= 2, `they were read ${read} times`)
    assert.deepEqual(await claim(), [], 'what is claimed is not claimed again')
    await completeJobs(
      world.pool,
      jobs.map((job, index) => (index === 0 ? { ...job, claim: 0n } : job)),
    )
    const { rows } = await world.pool.query('select key from jobs where type = $1', [TYPE])
    assert.deepEqual(rows, [{ key: jobs[0]?.key }], 'what is not ours any more is not completed')
  })
