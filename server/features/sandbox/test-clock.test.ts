// The sandbox's clock as decided: GET /api/v1/test/clock and POST /api/v1/test/clock/advance.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeClient } from '../../../test/support/client.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { startApp } from '../../../test/support/start-app.ts'
import { advanceClock } from '../../app/worker/clock-advance.ts'
import { JOB_HANDLERS } from '../../app/worker/job-types.ts'
import { type TeamTask, teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { realClock } from '../../kernel/process/clock.ts'
import { handleJob, handlersOf } from '../job-handlers.ts'
import { createTeam } from '../teams/teams.ts'
import { readClock } from '../teams/test-clock.ts'
import { scopeOf, type World } from '../world.ts'

const CLOCK = '/api/v1/test/clock'
const ADVANCE = '/api/v1/test/clock/advance'
const MINUTE = 60_000

type Note = { name: string; again?: number }
const notes: { name: string; at: Date }[] = []
let failures = 0
let failure = new Error('technical')
let hold: Promise<void> | undefined

const note = teamJob<Note>('note', { waits: [MINUTE], cap: 100 })
const shaky = teamJob<Note>('shaky', { waits: [MINUTE], cap: 1 })
const beside = teamJob<Note>('beside', { waits: [MINUTE], cap: 100, sideBySide: true })

async function runNote(world: World, { payload, scope, job }: TeamTask<Note>): Promise<void> {
  const { name, again } = payload
  await hold
  notes.push({ name, at: scope.clock.now() })
  if (again === undefined || again === 0) return
  await transaction(world, scope, async (tx) =>
    schedule(tx, note, {
      at: new Date(tx.now.getTime() + MINUTE),
      key: `${job.key}+`,
      payload: { name, again: again - 1 },
    }),
  )
}

async function runShaky(): Promise<void> {
  if (failures-- > 0) throw failure
}

let firstBeside: PromiseWithResolvers<void> | undefined

/** The first cannot write down its outcome when the test says so; the others wait for `hold`. */
async function runBeside(_world: World, { payload, scope }: TeamTask<Note>) {
  notes.push({ name: payload.name, at: scope.clock.now() })
  if (firstBeside !== undefined) return hold
  firstBeside = Promise.withResolvers<void>()
  return { recording: firstBeside.promise }
}

const handlers = new Map([
  ...JOB_HANDLERS,
  ...handlersOf(handleJob(note, runNote), handleJob(shaky, runShaky), handleJob(beside, runBeside)),
])

const app = await startApp({ handlers })
const { world } = app.service

/** A team of its own per test, so that clocks do not meet. */
async function newTeam() {
  const { team, secrets } = await createTeam(world, { name: 'Clock', email: 'clock@example.com' })
  const client = makeClient(app.url, secrets.test)
  const now = async () => new Date((await client.get(CLOCK)).body.data.now)
  const plan = async (afterMs: number, payload: Note, work = note) => {
    const scope = await scopeOf(world, { teamId: team.id, mode: 'test' })
    return transaction(world, scope, async (tx) => {
      const at = new Date(tx.now.getTime() + afterMs)
      schedule(tx, work, { at, key: `${team.id} ${payload.name}`, payload })
      return at
    })
  }
  const advance = async (by: string, headers = {}) => client.post(ADVANCE, { by }, headers)
  return { team, secrets, client, now, plan, advance }
}

test('the clock shows real time until it is advanced', async () => {
  const { client } = await newTeam()
  const { status, body } = await client.get(CLOCK)
  assert.equal(status, 200)
  assert.equal(body.success, true)
  assert.ok(Math.abs(new Date(body.data.now).getTime() - realClock.now().getTime()) < 2_000)
  assert.deepEqual([body.data.target, body.data.complete], [null, true])
  assert.equal(body._meta.test_mode, true)
})

test('advance moves it by the duration, and it continues from there', async () => {
  const { advance, now } = await newTeam()
  const before = await now()
  const { status, body } = await advance('P1DT30M')
  assert.equal(status, 200)
  assert.deepEqual([body.data.complete, body.data.ran, body.data.failed], [true, 0, []])
  const moved = new Date(body.data.now).getTime() - before.getTime()
  assert.ok(moved >= 1470 * MINUTE && moved < 1470 * MINUTE + 5_000, String(moved))
  assert.ok((await now()).getTime() >= new Date(body.data.now).getTime())
})

test('all jobs due up to the new time run in order, each at its own time, before the response', async () => {
  const { plan, advance } = await newTeam()
  const c = await plan(30 * MINUTE, { name: 'c' })
  const a = await plan(10 * MINUTE, { name: 'a' })
  const b = await plan(20 * MINUTE, { name: 'b' })
  await plan(31 * MINUTE, { name: 'too late' })
  notes.length = 0
  const { body } = await advance('PT30M')
  assert.deepEqual(notes, [
    { name: 'a', at: a },
    { name: 'b', at: b },
    { name: 'c', at: c },
  ])
  assert.equal(body.data.ran, 3)
})

test('jobs scheduled by jobs run too, if they fall due', async () => {
  const { plan, advance } = await newTeam()
  const first = await plan(MINUTE, { name: 'chain', again: 10 })
  notes.length = 0
  await advance('PT5M30S')
  assert.deepEqual(
    notes.map(({ at }) => (at.getTime() - first.getTime()) / MINUTE),
    [0, 1, 2, 3, 4],
  )
})

test('an advance affects only this team and its test mode', async () => {
  const one = await newTeam()
  const two = await newTeam()
  await two.plan(10 * MINUTE, { name: 'of two' })
  const live = await scopeOf(world, { teamId: one.team.id, mode: 'live' })
  await transaction(world, live, async (tx) => {
    const at = new Date(tx.now.getTime() + 10 * MINUTE)
    schedule(tx, note, { at, key: `${one.team.id} live`, payload: { name: 'live' } })
  })
  notes.length = 0
  await one.advance('PT1H')
  assert.deepEqual(notes, [])
  assert.ok((await two.now()).getTime() < (await one.now()).getTime() - 59 * MINUTE)
  const me = makeClient(app.url, one.secrets.live)
  const key = (await me.post('/api/v1/api-keys', { name: 'x' })).body.data
  assert.ok(
    new Date(key.created_at).getTime() < (await one.now()).getTime() - 59 * MINUTE,
    'live time is real',
  )
})

test('records created after an advance have the time of the test clock', async () => {
  const { client, advance, now } = await newTeam()
  await advance('P30D')
  const key = (await client.post('/api/v1/api-keys', { name: 'x' })).body.data
  assert.ok(Math.abs(new Date(key.created_at).getTime() - (await now()).getTime()) < 2_000)
})

test('jobs of test mode follow its clock without an advance, too', async () => {
  const { plan, advance } = await newTeam()
  await advance('P1D')
  notes.length = 0
  await plan(0, { name: 'by itself' })
  await eventually('it ran', () => notes.some(({ name }) => name === 'by itself'))
})

test('a duration that is invalid, zero, negative or above 2 years: 400 naming "by"', async () => {
  const { client, advance } = await newTeam()
  for (const by of ['', '30 minutes', 'PT0S', '-PT1M', 'P2Y1D', 'P3Y', 'PT', 'P1', 'PT1.5']) {
    const { status, body } = await advance(by)
    assert.equal(status, 400, by)
    assert.equal(body.details[0].field, 'by')
  }
  for (const body of [{}, { by: 5 }, { by: null }])
    assert.equal((await client.post(ADVANCE, body)).status, 400)
  assert.equal((await advance('P2Y')).status, 200)
})

test('live keys have no test clock: 403', async () => {
  const responses = [
    await app.live.get(CLOCK),
    await app.live.post(ADVANCE, { by: 'PT1M' }),
    await app.live.post(ADVANCE, {}),
  ]
  for (const response of responses) {
    assert.equal(response.status, 403)
    assert.equal(response.body.error, 'Forbidden')
  }
})

test('one advance at a time per team: 409 Request in progress', async () => {
  const { plan, advance } = await newTeam()
  await plan(MINUTE, { name: 'held' })
  const gate = Promise.withResolvers<void>()
  hold = gate.promise
  const first = advance('PT2M')
  await eventually('the first is running', async () => {
    const { rows } = await world.pool.query(
      `select 1 from jobs join job_claims on job_id = id where payload like '%"held"%'`,
    )
    return rows.length === 1
  })
  const second = await advance('PT2M')
  assert.equal(second.status, 409)
  assert.equal(second.body.error, 'Request in progress')
  assert.equal(second.headers['retry-after'], '1')
  hold = undefined
  gate.resolve()
  assert.equal((await first).body.data.complete, true)
})

test('of ten simultaneous advances one runs and nine get 409', async () => {
  const { plan, advance, now } = await newTeam()
  await plan(MINUTE, { name: 'held by one' })
  const before = await now()
  const gate = Promise.withResolvers<void>()
  hold = gate.promise
  let refused = 0
  const advances = Array.from({ length: 10 }, async () => {
    const { status, body } = await advance('PT2M')
    if (status === 409) refused++
    return { status, ran: body.data?.ran }
  })
  await eventually('nine are refused while one is under way', () => refused === 9)
  hold = undefined
  gate.resolve()
  const responses = await Promise.all(advances)
  assert.deepEqual(
    responses.filter(({ status }) => status !== 409),
    [{ status: 200, ran: 1 }],
  )
  assert.ok((await now()).getTime() - before.getTime() < 3 * MINUTE, 'and the clock moved once')
})

test('an advance waits for a job that was already running, and runs what it schedules', async () => {
  const { plan, advance } = await newTeam()
  const gate = Promise.withResolvers<void>()
  hold = gate.promise
  await plan(0, { name: 'begun before', again: 1 })
  await eventually('the background worker runs the job', async () => {
    const { rows } = await world.pool.query(
      `select 1 from jobs join job_claims on job_id = id where payload like '%begun before%'`,
    )
    return rows.length === 1
  })
  notes.length = 0
  const advanced = advance('PT1H')
  await eventually('the advance waits', async () => {
    const { rows } = await world.pool.query('select 1 from clocks where advancing_by is not null')
    return rows.length === 1
  })
  hold = undefined
  gate.resolve()
  assert.deepEqual([(await advanced).body.data.complete, (await advanced).body.data.ran], [true, 1])
  assert.equal(notes.length, 2)
  assert.equal(notes[1]!.at.getTime() - notes[0]!.at.getTime() < 2 * MINUTE, true, 'at its own moment')
})

test('a full disk is not a failure of the job: the advance is 503, and the next one continues', async (t) => {
  const { plan, advance } = await newTeam()
  const technical = failure
  failure = Object.assign(new Error('could not extend file'), { code: '53100' })
  t.after(() => {
    failure = technical
  })
  failures = 3
  await plan(MINUTE, { name: 'no room' }, shaky)
  const { status, headers } = await advance('PT2M')
  assert.deepEqual([status, headers['retry-after']], [503, '1'])
  failures = 0
  const { complete, failed } = (await advance('PT2M')).body.data
  assert.deepEqual([complete, failed], [true, []])
  // By the advance, or by the worker just before it.
  await eventually('it ran', () => failures < 0)
  assert.equal(failures, -1, 'once')
})

test('technical failures: three tries at once, then dead and reported', async () => {
  const { plan, advance } = await newTeam()
  failures = 2
  await plan(MINUTE, { name: 'recovers' }, shaky)
  assert.deepEqual((await advance('PT2M')).body.data.failed, [])
  failures = 3
  await plan(MINUTE, { name: 'does not' }, shaky)
  const { body } = await advance('PT2M')
  assert.equal(body.data.complete, true)
  assert.equal(body.data.failed.length, 1)
  assert.deepEqual([body.data.failed[0].kind, body.data.failed[0].error], ['shaky', 'technical'])
  const { rows } = await world.pool.query('select state from jobs where id = $1', [body.data.failed[0].id])
  assert.equal(rows[0].state, 'dead')
})

test('with too much to do it returns complete: false, and the same call continues to the same target', async () => {
  const { team, plan, now } = await newTeam()
  for (let n = 1; n <= 5; n++) await plan(n * MINUTE, { name: `much ${n}` })
  notes.length = 0
  const run = async () => {
    const scope = await scopeOf(world, { teamId: team.id, mode: 'test' })
    const target = new Date(scope.clock.now().getTime() + 10 * MINUTE)
    return advanceClock(world, scope, { handlers, target, limits: { jobsMax: 2, budgetMs: 20_000 } })
  }
  const first = await run()
  assert.deepEqual([first.complete, first.ran], [false, 2])
  assert.ok((await now()).getTime() < new Date(first.target).getTime() - 7 * MINUTE)
  const second = await run()
  assert.deepEqual([second.complete, second.ran, second.target], [false, 2, first.target])
  const third = await run()
  assert.deepEqual([third.complete, third.ran, third.target], [true, 1, first.target])
  assert.equal(notes.length, 5)
})

test('an Idempotency-Key makes an advance happen once', async () => {
  const { advance, now } = await newTeam()
  const headers = { 'idempotency-key': 'jump' }
  const first = await advance('P1D', headers)
  const again = await advance('P1D', headers)
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotent-replayed'], 'true')
  assert.ok((await now()).getTime() < new Date(first.body.data.now).getTime() + MINUTE)
})

test('an advance of a dead process continues with the same Idempotency-Key to the same target', async () => {
  const { team, advance, now } = await newTeam()
  const headers = { 'idempotency-key': 'died' }
  const before = await now()
  await advance('PT1H', headers)
  // The state after a kill between the two transactions: the target is set, the key has no response.
  const target = new Date(before.getTime() + 2 * 60 * MINUTE)
  await world.pool.query('update clocks set target = $2 where id = $1', [team.id, target])
  await world.pool.query(`update idempotency_keys set body = null, status = null where team_id = $1`, [
    team.id,
  ])
  const { status, body } = await advance('PT1H', headers)
  assert.equal(status, 200)
  assert.deepEqual([body.data.target, body.data.complete], [target.toISOString(), true])
  assert.equal((await advance('PT1H', headers)).headers['idempotent-replayed'], 'true')
})

test('a clock left locked by a dead process is freed', async () => {
  const { team, advance } = await newTeam()
  await world.pool.query(`update clocks set advancing_by = 'a ghost' where id = $1`, [team.id])
  assert.equal((await advance('PT1M')).status, 409)
  await eventually('the heartbeat frees the clock', async () => (await advance('PT1M')).status === 200)
})

test('an advance whose clock another process freed is 503, and the next continues', async () => {
  const { plan, advance, team } = await newTeam()
  const gate = Promise.withResolvers<void>()
  hold = gate.promise
  await plan(10 * MINUTE, { name: 'held up' })
  const advanced = advance('PT1H')
  await eventually('the advance runs the job', async () => {
    const { rows } = await world.pool.query('select from job_claims where clock = $1', [team.id])
    return rows.length === 1
  })
  // What the heartbeat of another process does.
  await world.pool.query('update clocks set advancing_by = null where id = $1', [team.id])
  hold = undefined
  gate.resolve()
  const { status, body, headers } = await advanced
  assert.deepEqual([status, body.code, headers['retry-after']], [503, 'service_unavailable', '1'])
  assert.equal((await advance('PT1H')).body.data.complete, true, 'to where the first was to go')
})

test('a failing advance starts no more jobs, waits for running ones, and releases the rest', async (t) => {
  const { advance, team } = await newTeam()
  await transaction(world, await scopeOf(world, { teamId: team.id, mode: 'test' }), async (tx) => {
    const at = new Date(tx.now.getTime() + 10 * MINUTE)
    for (let n = 1; n <= 20; n++)
      schedule(tx, beside, { at, key: `${team.id} ${n}`, payload: { name: `beside ${n}` } })
  })
  const gate = Promise.withResolvers<void>()
  hold = gate.promise
  const release = () => {
    hold = undefined
    gate.resolve()
  }
  t.after(release)
  const claimed = async () =>
    (await world.pool.query('select from job_claims where clock = $1', [team.id])).rowCount
  notes.length = 0
  let hasResponded = false
  const advanced = advance('PT1H').then((response) => {
    hasResponded = true
    return response
  })
  const unwritten = await eventually('eight jobs run at once', () => notes.length === 8 && firstBeside)
  unwritten.reject(new Error('could not be written down'))
  // Long enough to start another job, or to release a running one.
  for (let looks = 0; looks < 20; looks++) assert.equal(await claimed(), 20)
  assert.deepEqual([notes.length, hasResponded], [8, false])
  release()
  assert.equal((await advanced).status, 500)
  // The others are due by now, and left to the worker of this clock.
  await eventually('all are done', async () => {
    const { rowCount } = await world.pool.query('select from jobs where clock = $1', [team.id])
    return rowCount === 0
  })
  const ran = notes.map(({ name }) => name).sort()
  assert.equal(ran.length, 21, 'all of them once, and the first, which was not written down, twice')
  assert.equal(new Set(ran).size, 20)
})

test('a clock that could not be released is free after the next heartbeat', async () => {
  const { advance, team } = await newTeam()
  const { world } = app.service
  await app.asOwner(`
    create function refuse() returns trigger language plpgsql as $$
      begin raise 'the disk is full' using errcode = '53100'; end $$;
    create trigger refuse before update on clocks for each row when (new.id = '${team.id}' and new.advancing_by is null)
      execute function refuse()`)
  assert.equal((await advance('PT1H')).status, 503)
  await app.asOwner('drop function refuse cascade')
  const isHeld = async () => (await readClock(world.pool, team.id)).advancing_by !== null
  assert.equal(await isHeld(), true, 'no other request could move it')
  await eventually('the clock is free', async () => !(await isHeld()))
  assert.equal((await advance('PT1H')).body.data.complete, true, 'and goes on to where it was to go')
})
