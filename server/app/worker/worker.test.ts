// Jobs survive failures, dead workers, hanging queues and two services that share one database.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { emitUntyped } from '../../features/events/emit.ts'
import { handleJob, handlersOf } from '../../features/job-handlers.ts'
import { scopeOf, type World } from '../../features/world.ts'
import { type TeamJob, type TeamTask, teamJob } from '../../kernel/jobs/declare-job.ts'
import { claimJobs, clockOf, FIRST_QUEUE, queueOf } from '../../kernel/jobs/jobs.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { fixedClock } from '../../kernel/process/clock.ts'
import { JOB_HANDLERS } from './job-types.ts'

const wall = fixedClock(new Date('2026-11-15T12:00:00.000Z'))
const ran: string[] = []
const gates = new Map<string, () => void>()
const NOT_YET = new Error('not yet')
let failuresLeft = 0
let failure = NOT_YET

const note = teamJob<null>('note', { waits: [], cap: 1_000 })
const shaky = teamJob<null>('shaky', { waits: [1_000, 60_000], cap: 10 })
const scribe = teamJob<null>('scribe', { waits: [1_000], cap: 10 })
const gated = teamJob<null>('gated', { waits: [], cap: 2 })
const atomic = teamJob<null>('atomic', { waits: [1_000], cap: 10 })

const handlers = new Map([
  ...JOB_HANDLERS,
  ...handlersOf(
    handleJob(note, async (_world, { job }) => void ran.push(job.key)),
    handleJob(shaky, async (_world, { job }) => {
      ran.push(job.key)
      if (failuresLeft-- > 0) throw failure
    }),
    handleJob(scribe, async (world, { job, last }) => {
      ran.push(job.key)
      return { recording: failuresLeft-- > 0 ? refuse() : transaction(world, last, async () => {}) }
    }),
    handleJob(gated, (_world, { job }) => new Promise<void>((resolve) => gates.set(job.key, resolve))),
    handleJob(atomic, finishInOwnTransaction),
  ),
])

async function refuse(): Promise<void> {
  throw failure
}

async function finishInOwnTransaction(world: World, { job, last }: TeamTask<null>): Promise<void> {
  await transaction(world, last, async (tx) => {
    emitUntyped(tx, 'api_key.created', { id: job.key })
  })
  ran.push(job.key)
}

const app = await startApp({ wall, handlers })
const { world } = app.service
const worker = app.service.worker!
const teamId = (await app.live.get('/api/v1/me')).body.data.id
const live = await scopeOf(world, { teamId, mode: 'live' })

/** The time passes, and what is due by then is done. */
const pass = async (ms: number) => {
  wall.advance(ms)
  await worker.idle()
}
const add = (work: TeamJob<null>, key: string, at = wall.now()) =>
  transaction(world, live, async (tx) => schedule(tx, work, { at, key, payload: null }))
/** Straight into the table: many at once, in a given queue, or with earlier attempts. */
const insert = (
  { type }: TeamJob<null>,
  keys: string[],
  { part = undefined as string | undefined, runAt = wall.now(), attempts = 0, heldBy = '' } = {},
) =>
  world.pool.query(
    `with inserted as (
       insert into jobs (type, key, queue, clock, team_id, mode, run_at, payload, created_at, attempts)
       select $1, key, $2, $3, $4, 'live', $5, 'null', $5, $6 from unnest($7::text[]) key returning id, queue, clock
     )
     insert into job_claims (job_id, queue, clock, process_id)
     select id, queue, clock, $8 from inserted where $8 <> ''`,
    [type, queueOf(type, live.owner, part), clockOf(live.owner), teamId, runAt, attempts, keys, heldBy],
  )
const jobsOf = async ({ type }: { type: string }) =>
  (
    await world.pool.query(
      `select key, coalesce(process_id, state) as state, attempts, run_at, last_error from jobs
       left join job_claims on job_id = id where type = $1 order by id`,
      [type],
    )
  ).rows
const later = (ms: number) => new Date(wall.now().getTime() + ms)
const timesRan = (key: string) => ran.filter((name) => name === key).length

test('a job runs once, soon after the commit, and is deleted', async () => {
  await add(note, 'a')
  await eventually('job a ran', () => ran.includes('a'))
  await worker.idle()
  assert.deepEqual(await jobsOf(note), [])
  assert.equal(timesRan('a'), 1)
})

test('a job of a transaction that rolls back does not exist', async () => {
  await assert.rejects(
    transaction(world, live, async (tx) => {
      schedule(tx, note, { at: wall.now(), key: 'never', payload: null })
      throw new Error('no')
    }),
  )
  await worker.idle()
  assert.equal(timesRan('never'), 0)
})

test('scheduling the same job type and key again keeps one job', async () => {
  await add(note, 'twice', later(1_000))
  await add(note, 'twice', later(1_000))
  assert.equal((await jobsOf(note)).length, 1)
  await pass(1_000)
  assert.equal(timesRan('twice'), 1)
})

test('a job does not run one millisecond early', async () => {
  await add(note, 'on time', later(5_000))
  await pass(4_999)
  assert.equal(timesRan('on time'), 0)
  await pass(1)
  assert.equal(timesRan('on time'), 1)
})

test('a failure waits as its job type declares; then the job is dead, visible and can be retried', async () => {
  failuresLeft = 3
  await add(shaky, 's')
  await worker.idle()
  assert.equal(timesRan('s'), 1)
  const [first] = await jobsOf(shaky)
  assert.deepEqual(
    [first.state, first.attempts, first.last_error, first.run_at],
    ['waiting', 1, 'not yet', later(1_000)],
  )
  await pass(1_000)
  await pass(59_999)
  assert.equal(timesRan('s'), 2)
  await pass(1)
  assert.equal(timesRan('s'), 3)
  const [dead] = await jobsOf(shaky)
  assert.deepEqual([dead.state, dead.attempts], ['dead', 3])
  await pass(3_600_000)
  assert.equal(timesRan('s'), 3, 'the dead stay dead')
  await world.pool.query(`update jobs set state = 'waiting', attempts = 0 where state = 'dead'`)
  await worker.idle()
  assert.equal(timesRan('s'), 4)
  assert.deepEqual(await jobsOf(shaky), [])
})

async function failTenTimesUncounted(work: TeamJob<null>, key: string): Promise<void> {
  failuresLeft = 10
  await add(work, key)
  await worker.idle()
  for (let times = 1; times <= 10; times++) {
    assert.equal(timesRan(key), times)
    const [{ attempts, run_at, last_error }] = await jobsOf(work)
    assert.deepEqual([attempts, run_at, last_error], [0, later(5_000), failure.message])
    await pass(5_000)
  }
  assert.deepEqual(await jobsOf(work), [], 'done as soon as there is one again')
}

test('a job without a database retries every five seconds, and none of these attempts counts', async () => {
  failure = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  await failTenTimesUncounted(shaky, 'unavailable')
  // A database that responds too late is not unavailable: such a job is not tried for ever.
  failure = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
  failuresLeft = 3
  await add(shaky, 'slow')
  await worker.idle()
  for (const waitMs of [1_000, 60_000]) await pass(waitMs)
  assert.deepEqual(
    (await jobsOf(shaky)).map(({ state }) => state),
    ['dead'],
  )
  await app.asOwner("delete from jobs where type = 'shaky'")
  failure = NOT_YET
})

test('a failure to store its outcome counts as a failure of the job', async (t) => {
  t.after(async () => {
    await app.asOwner("delete from jobs where type = 'scribe'")
    failure = NOT_YET
  })
  failuresLeft = 2
  await add(scribe, 'w')
  await worker.idle()
  const [first] = await jobsOf(scribe)
  assert.deepEqual(
    [first.state, first.attempts, first.last_error, first.run_at],
    ['waiting', 1, 'not yet', later(1_000)],
  )
  await pass(999)
  assert.equal(timesRan('w'), 1, 'it waits as its type says')
  await pass(1)
  assert.equal(timesRan('w'), 2)
  const [dead] = await jobsOf(scribe)
  assert.deepEqual([dead.state, dead.attempts, dead.last_error], ['dead', 2, 'not yet'])

  failure = Object.assign(new Error('the database system is shutting down'), { code: '57P03' })
  await app.asOwner("delete from jobs where type = 'scribe'")
  await failTenTimesUncounted(scribe, 'unwritten')
})

test('a hanging queue uses at most its cap; other queues continue', async () => {
  await insert(
    gated,
    Array.from({ length: 10 }, (_, n) => `hang ${n}`),
    { part: 'slow receiver' },
  )
  await eventually('two hang', () => gates.size === 2)
  await insert(gated, ['other'], { part: 'healthy receiver' })
  await eventually('the healthy queue runs', () => gates.has('other'))
  assert.equal(gates.size, 3)
  assert.equal((await jobsOf(gated)).filter((job) => job.state === world.processId).length, 3)
  for (const _ of Array(11)) {
    const [key, open] = await eventually('one more runs', () => [...gates][0])
    gates.delete(key)
    open()
  }
  await worker.idle()
  assert.deepEqual(await jobsOf(gated), [])
})

test('a backlog in one queue does not delay the others', async () => {
  const backlog = Array.from({ length: 20_000 }, (_, n) => `backlog ${n}`)
  await insert(gated, backlog, { part: 'backlog', runAt: later(-1_000) })
  await add(note, 'past the backlog')
  await eventually('the other queue ran', () => ran.includes('past the backlog'))
  await world.pool.query('delete from jobs where queue = $1 and id not in (select job_id from job_claims)', [
    queueOf(gated.type, live.owner, 'backlog'),
  ])
  for (const open of gates.values()) open()
  gates.clear()
  await worker.idle()
})

test("a job's work and its completion commit together", async () => {
  await add(atomic, 'whole')
  await worker.idle()
  assert.equal(timesRan('whole'), 1)
  const { rows } = await world.pool.query(
    `select count(*)::int as n from events where payload like '%"whole"%'`,
  )
  assert.equal(rows[0].n, 1)
})

test('a worker presumed dead cannot commit a job that another worker owns', async () => {
  await add(atomic, 'fenced', later(1_000))
  const nothing = new Map<string, number>()
  const running = { runningOfQueue: nothing, runningOfOwner: nothing, free: 20, limit: 1 }
  const request = { now: later(1_000), processId: 'a ghost', caps: new Map([[atomic.type, 10]]), ...running }
  const [job] = (await claimJobs(world.pool, { ...request, after: FIRST_QUEUE })).jobs
  assert.equal(job!.key, 'fenced')
  // The ghost beats no more, so its jobs are freed: here, or by the service's own heartbeat before.
  const { releaseDead } = await import('../../kernel/jobs/processes.ts')
  await releaseDead(world.pool, world.processId, false)
  await pass(1_000)
  assert.equal(timesRan('fenced'), 1)
  await assert.rejects(finishInOwnTransaction(world, atomic.taskOf(job!, live)), {
    name: 'Error',
  })
  const { rows } = await world.pool.query(
    `select count(*)::int as n from events where payload like '%"fenced"%'`,
  )
  assert.equal(rows[0].n, 1, 'the ghost changed nothing')
})

test('the jobs of a process without heartbeat are freed within seconds', async () => {
  const { beat, releaseDead } = await import('../../kernel/jobs/processes.ts')
  await beat(world.pool, {
    id: 'stopped',
    description: 'worker 1',
    clock_offset_ms: null,
    untrusted_proxy: false,
  })
  await insert(note, ['orphan'], { heldBy: 'stopped' })
  assert.equal(await releaseDead(world.pool, world.processId, false), 0, 'a beating process keeps its jobs')
  await world.pool.query(
    `update processes set beat_at = beat_at - interval '11 seconds' where id = 'stopped'`,
  )
  // The service's own heartbeat finds it.
  await eventually('the orphaned job ran', () => ran.includes('orphan'))
  const { rows } = await world.pool.query(`select 1 from processes where id = 'stopped'`)
  assert.equal(rows.length, 0)
})

test('a job that crashes its process repeatedly becomes dead', async () => {
  await insert(note, ['poison'], { attempts: 4 })
  await worker.idle()
  assert.equal(timesRan('poison'), 0)
  assert.equal((await jobsOf(note))[0].state, 'dead')
  await world.pool.query(`delete from jobs where key = 'poison'`)
})

test('job types unknown to this version are left alone', async () => {
  const fromTheFuture = teamJob<null>('from-the-future', { waits: [], cap: 1 })
  await add(fromTheFuture, 'x')
  await worker.idle()
  assert.deepEqual(
    (await jobsOf(fromTheFuture)).map((job) => job.state),
    ['waiting'],
  )
})

test('two services share the jobs: each job runs once', async () => {
  const second = await startApp({
    databaseUrl: app.databaseUrl,
    wall,
    handlers,
    settings: { ROLE: 'worker' },
  })
  assert.equal(second.service.url, null)
  const before = ran.length
  const scope = await scopeOf(world, { teamId, mode: 'live' })
  await transaction(world, scope, async (tx) => {
    for (let n = 0; n < 2_000; n++) schedule(tx, note, { at: wall.now(), key: `shared ${n}`, payload: null })
  })
  await eventually('all ran', async () => (await jobsOf(note)).length === 0)
  await Promise.all([worker.idle(), second.service.worker!.idle()])
  const mine = ran.slice(before)
  assert.equal(mine.length, 2_000)
  assert.equal(new Set(mine).size, 2_000)
})

test('an outcome that cannot be stored at once is stored when the database is back', async () => {
  await add(gated, 'recorded late')
  const open = await eventually('the statement runs', () => gates.get('recorded late'))
  await app.asOwner('alter table jobs rename to jobs_unavailable')
  gates.delete('recorded late')
  open()
  await app.asOwner('alter table jobs_unavailable rename to jobs')
  await eventually('the recharge is completed', async () => (await jobsOf(gated)).length === 0)
})

test('a job assigned to this process without its knowledge is freed after two heartbeats', async () => {
  await insert(note, ['unheard of'], { heldBy: world.processId })
  await worker.idle()
  assert.equal(timesRan('unheard of'), 0)
  await eventually('the heartbeat frees the job and it runs', () => timesRan('unheard of') === 1)
})

/** One job a queue, of a type that no worker of this file serves. */
const crowd = (team: string, count: number, { at = wall.now(), clock = '' } = {}) =>
  world.pool.query(
    `insert into jobs (type, key, queue, clock, team_id, mode, run_at, payload, created_at)
     select 'crowd', $1 || n, 'crowd:' || $1 || '/live:' || n, $4, $1, 'live', $3, 'null', $3
     from generate_series(1, $2::int) n`,
    [team, count, at, clock],
  )
/** Claims of a process that runs so many jobs of an owner, which may run 100 of it. */
function claimsBeside(t: TestContext, owner: string, running: number) {
  t.after(() => world.pool.query("delete from jobs where type = 'crowd'"))
  let after = FIRST_QUEUE
  return async (limit = 10) => {
    const claimed = await claimJobs(world.pool, {
      now: wall.now(),
      processId: 'a ghost of the crowd',
      caps: new Map([['crowd', 10]]),
      runningOfQueue: new Map(),
      runningOfOwner: new Map([[owner, running]]),
      free: 200 - running,
      limit,
      after,
    })
    after = claimed.after
    return claimed.jobs
  }
}

test('beside very many queues that wait, due jobs are claimed at once, by each clock', async (t) => {
  await crowd('team_many', 600, { at: later(86_400_000) })
  const claim = claimsBeside(t, 'team_other/live', 1)
  const keys = async () => (await claim()).map(({ key }) => key)
  assert.deepEqual(await keys(), [])
  await crowd('team_few', 1)
  await crowd('team_tomorrow', 1, { at: later(86_400_000), clock: teamId })
  assert.deepEqual(await keys(), ['team_few1'])
  await world.pool.query('update clocks set offset_ms = 86400000 where id = $1', [teamId])
  assert.deepEqual(await keys(), ['team_tomorrow1'], 'due by a clock that was moved')
  assert.deepEqual(await keys(), [], 'each of them once')
  await world.pool.query('update clocks set offset_ms = 0 where id = $1', [teamId])
})

test('beside very many queues of one team, queues of other teams are served, new ones too', async (t) => {
  await crowd('team_many', 600)
  const claim = claimsBeside(t, 'team_many/live', 100)
  const keys = async () => (await claim()).map(({ key }) => key)
  assert.deepEqual(await keys(), [], 'the team that runs as much as it may gets nothing more')
  for (const team of ['team_few', 'team_late']) {
    await crowd(team, 1)
    assert.deepEqual(await keys(), [`${team}1`])
  }
  await world.pool.query("delete from jobs where type = 'crowd' and team_id = 'team_few'")
  await crowd('team_few', 1)
  assert.deepEqual(await keys(), ['team_few1'], 'a queue that was served before is not waited for')
})

test('a job due neither among the earliest nor the latest gets its turn', async (t) => {
  await crowd('team_many', 600, { at: later(-60_000) })
  await crowd('team_zzz', 1, { at: later(-30_000) })
  await crowd('team_many_more', 600)
  const claim = claimsBeside(t, 'team_many/live', 100)
  const taken: string[] = []
  for (let n = 0; n < 10 && !taken.includes('team_zzz'); n++)
    for (const { team_id } of await claim(1)) taken.push(team_id ?? '')
  assert.ok(taken.includes('team_zzz'))
})

test('as slots become free, the team with the fewest running jobs comes first', async (t) => {
  await crowd('team_many', 50, { at: later(-60_000) })
  await crowd('team_few', 1)
  const taken = await claimsBeside(t, 'team_many/live', 20)(3)
  assert.deepEqual(taken.map(({ team_id }) => team_id).sort(), ['team_few', 'team_many', 'team_many'])
})

test('a team uses at most half of the slots that the others leave', async (t) => {
  await crowd('team_many', 600, { at: later(-60_000) })
  assert.equal((await claimsBeside(t, 'team_many/live', 0)(200)).length, 100)
  assert.equal((await claimsBeside(t, 'team_other/live', 150)(200)).length, 25)
})
