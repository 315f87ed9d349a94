// A worker claims more of a busy lane than it may run, runs no more of it for that, and takes from nobody.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { failWork } from '../../server/outbox/due-work.ts'
import { clockOf, laneOf, sharedLane } from '../../server/outbox/lanes.ts'
import { beat, releaseDead } from '../../server/outbox/processes.ts'
import { type TeamWork, teamWork } from '../../server/outbox/work.ts'
import { makeClaim } from '../../server/worker/claim-in-turns.ts'
import { kindsOf, serve } from '../../server/worker/serve.ts'
import { startWorker, type WorkerOptions } from '../../server/worker/start-worker.ts'
import { eventually } from '../support/eventually.ts'
import { startApp } from '../support/start-app.ts'

const CAP = 2
const AHEAD = 6
const patient = teamWork<null>('patient', { waits: [], cap: CAP, ahead: AHEAD })
/** Of no team: a team may have half of the slots. */
const plain = teamWork<null>('plain', { waits: [], cap: CAP, lane: 'shared' })
const ofTeam = teamWork<null>('of-team', { waits: [], cap: CAP })

const running = new Map<string, () => void>()
const ran: string[] = []
let most = 0
const gated = (work: TeamWork<null>) =>
  serve(work, (_world, { piece }) => {
    ran.push(piece.key)
    return new Promise<void>((resolve) => {
      running.set(piece.key, resolve)
      most = Math.max(most, running.size)
    })
  })
const kinds = kindsOf(gated(patient), gated(plain), gated(ofTeam))

const app = await startApp({ settings: { ROLE: 'api' } })
const { world } = app.service
const teamId = (await app.live.get('/api/v1/me')).body.data.id

async function insert(
  { kind, lane }: TeamWork<null>,
  count: number,
  mode: 'live' | 'test' = 'live',
): Promise<void> {
  const owner = { teamId, mode }
  await world.pool.query(
    `insert into due_work (kind, key, lane, clock, team_id, mode, run_at, payload, created_at)
     select $1, $1 || ' ' || $5 || ' ' || n, $2, $3, $4, $5, now() - interval '1 hour' + n * interval '1 ms', 'null',
       now()
     from generate_series(1, $6::int) n`,
    [kind, lane === 'shared' ? sharedLane(kind) : laneOf(kind, owner), clockOf(owner), teamId, mode, count],
  )
}
const claims = async () =>
  (
    await world.pool.query('select count(*)::int as n from due_work_claims where owner = $1', [
      world.processId,
    ])
  ).rows[0].n
const left = async () =>
  (
    await world.pool.query('select count(*)::int as n from due_work where kind = any($1)', [
      [...kinds.keys()],
    ])
  ).rows[0].n
/** The worker knows of what the database gave it. */
const holdsAll = async () => running.size === CAP && (await claims()) === AHEAD
const open = (key: string) => {
  running.get(key)?.()
  running.delete(key)
}
/** Until all is done. */
async function openAll(): Promise<void> {
  await eventually('all is done', async () => {
    for (const key of running.keys()) open(key)
    return (await left()) === 0
  })
}

function start(t: TestContext, options: WorkerOptions) {
  ran.length = 0
  most = 0
  const worker = startWorker(world, kinds, { pollMs: 50, ...options })
  t.after(async () => {
    await openAll()
    await worker.stop()
  })
  return worker
}

test('more of a lane is held than runs, never more than its cap runs, and all of it runs once', async (t) => {
  await insert(patient, 20)
  start(t, { slots: 16, bite: 8 })
  await eventually('as much is held as may be', holdsAll)
  assert.equal(ran.length, CAP)
  await insert(plain, 1)
  await eventually('another lane runs at once', () => ran.includes('plain live 1'))
  open(ran[0] ?? '')
  await eventually('the next of the lane follows', () => ran.length === CAP + 2)
  await openAll()
  assert.equal(ran.length, 21)
  assert.equal(new Set(ran).size, 21)
  assert.equal(most, CAP + 1)
})

test('where no slot is left, what is held ahead is given back', async (t) => {
  await insert(patient, 10)
  start(t, { slots: 4, bite: 2 })
  await eventually('as much is held as may be', holdsAll)
  await insert(plain, 2)
  await eventually('nothing is held but what runs', async () => running.size === 4 && (await claims()) === 4)
})

test('work of the same team that is not held ahead is left to others until it may run', async (t) => {
  await insert(patient, 10)
  start(t, { slots: 4, bite: 2 })
  await eventually('as much is held as may be', holdsAll)
  await insert(ofTeam, 1)
  await insert(plain, 1)
  await eventually('a claim was made since', () => ran.includes('plain live 1'))
  assert.equal(await claims(), AHEAD + 1)
  assert.ok(!ran.includes('of-team live 1'))
  await eventually('it has its turn', () => {
    for (const key of running.keys()) if (key.startsWith('patient')) open(key)
    return ran.includes('of-team live 1')
  })
})

test('a worker that stops gives back what it has not begun', async (t) => {
  await insert(patient, 10)
  const worker = start(t, { slots: 16, bite: 8 })
  await eventually(
    'as much is held as may be',
    async () => running.size === CAP && (await claims()) === AHEAD,
  )
  const stopping = worker.stop()
  await eventually('only what runs is held', async () => (await claims()) === CAP)
  for (const key of running.keys()) open(key)
  await stopping
  assert.equal(await claims(), 0)
  assert.equal(ran.length, CAP)
  await world.pool.query('delete from due_work where kind = $1', [patient.kind])
})

test('where its process dies, a run is counted for what had begun, and not for what was held ahead', async (t) => {
  await insert(patient, 20)
  start(t, { slots: 16, bite: 8 })
  // Until what it holds was claimed in several bites, the last of which filled it up.
  for (let ended = 0; ended < 7; ended++) {
    await eventually('the lane runs what it may', () => running.size === CAP)
    open([...running.keys()][0]!)
  }
  await eventually('what ended is written down, and all is held that may be', async () => {
    return (await left()) === 13 && (await holdsAll())
  })
  assert.equal(await releaseDead(world.pool, 'another', true, new Map([[patient.kind, CAP]])), AHEAD)
  const { rows } = await world.pool.query('select key from due_work where attempts = 1 order by key')
  assert.deepEqual(
    rows.map(({ key }) => key),
    [...running.keys()].sort(),
  )
})

test('what ends its process is put aside in time, also where nothing before it is ever written down', async (t) => {
  t.after(async () => {
    await world.pool.query("delete from due_work_claims where owner = 'a ghost'")
    await world.pool.query('delete from due_work where kind = $1', [patient.kind])
  })
  const POISON = 'patient live 5'
  const RUNS_MAX = 4
  await insert(patient, 10)
  const claim = makeClaim({ ...world, processId: 'a ghost' }, () => {})
  const nothing = new Map<string, number>()
  const caps = new Map([[patient.kind, CAP]])
  const ahead = { caps: new Map([[patient.kind, AHEAD]]), heldOfTeam: nothing, teamCap: 10 }
  const use = { caps, running: nothing, runningOfTeam: nothing, teamCap: 10, ahead }
  let crashes = 0
  for (let isOver = false; !isOver; ) {
    // The heart of this service leaves it alone.
    await beat(world.pool, 'a ghost', 'worker 1', null)
    const { pieces } = await claim(use, AHEAD)
    for (const piece of pieces) {
      const isPoison = piece.key === POISON
      if (piece.attempt > RUNS_MAX) await failWork(world.pool, piece, null, 'ended its process too often')
      isOver = isPoison && piece.attempt > RUNS_MAX
      if (isPoison) break
    }
    if (isOver) break
    crashes++
    assert.ok(crashes <= 5 * RUNS_MAX, 'it goes on for ever')
    await releaseDead(world.pool, 'another', true, caps)
  }
  const after = Array.from({ length: 5 }, (_, n) => `patient live ${n + 6}`)
  const { rows } = await world.pool.query(
    'select from due_work where attempts > 0 and key = any($1::text[])',
    [after],
  )
  assert.ok(rows.length < CAP, 'what came after it was never counted, but for one beside it')
})

test('of work that is not held ahead a run is counted for all that a dead process had', async (t) => {
  await insert(patient, 10)
  start(t, { slots: 16, bite: 8 })
  await eventually('as much is held as may be', holdsAll)
  assert.equal(await releaseDead(world.pool, 'another', true, new Map()), AHEAD)
  const { rowCount } = await world.pool.query('select from due_work where attempts = 1')
  assert.equal(rowCount, AHEAD)
})

test('of a test clock nothing is held ahead: an advance would wait for it', async (t) => {
  await insert(patient, 10, 'test')
  await insert(patient, 10)
  start(t, { slots: 16, bite: 8 })
  await eventually('as much is held as may be', async () => (await claims()) === AHEAD + CAP)
})
