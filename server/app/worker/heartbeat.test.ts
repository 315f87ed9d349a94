// The heartbeat runs one round at a time, however long the database takes.
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { World } from '../../features/world.ts'
import { BEAT_EVERY_MS } from '../../kernel/jobs/processes.ts'
import { startHeartbeat } from './heartbeat.ts'
import type { WorkerConfig } from './settings.ts'

/** A heartbeat whose database responds at once or on demand, with the test's time. */
async function makeHeartbeat(t: TestContext) {
  t.mock.timers.enable()
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const asked: string[] = []
  const state = { stall: Promise.resolve(), claims: [] as bigint[] }
  const responses: [name: string, begins: RegExp, rows: () => unknown[]][] = [
    ['beat', /insert into processes/, () => []],
    ['release', /claims_freed/, () => [{ freed: 0 }]],
    ['look', /^select claim/, () => state.claims.map((claim) => ({ claim }))],
    ['free', /^delete from job_claims where process_id = \$1 and/, () => []],
    ['leave', /with gone as \(delete/, () => []],
    ['end waits', /pg_cancel_backend/, () => []],
  ]
  const query = async ({ text }: { text: string }) => {
    const [name, , rows] = responses.find(([, begins]) => begins.test(text)) ?? assert.fail(text)
    asked.push(name)
    await state.stall
    return { rows: rows() }
  }
  const world = {
    config: { role: 'worker' },
    processId: 'this one',
    vitalPool: { query },
    held: new Set<bigint>(),
    log: { info() {}, warn: (fields: object) => assert.fail(JSON.stringify(fields)) },
    signals: { notifyAll() {} },
    forwarding: { isUntrusted: false },
  } as unknown as World<WorkerConfig>
  const heartbeat = await startHeartbeat(world, false)
  asked.length = 0
  /** Lets pending promises run; no code here needs more turns than this. */
  const turn = async () => {
    for (let turns = 0; turns < 100; turns++) await undefined
  }
  const pass = async (ms: number) => {
    now += ms
    t.mock.timers.tick(ms)
    await turn()
  }
  const hangs = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    state.stall = promise
    return async () => {
      resolve()
      await turn()
    }
  }
  const times = (name: string) => asked.filter((one) => one === name).length
  return { heartbeat, state, world, asked, times, pass, turn, hangs }
}

test('a heartbeat due during another is skipped, and the next is on time', async (t) => {
  const { pass, hangs, times, asked } = await makeHeartbeat(t)
  const response = hangs()
  for (let beats = 0; beats < 3; beats++) await pass(BEAT_EVERY_MS)
  assert.deepEqual(asked, ['end waits'])
  await response()
  assert.equal(times('beat'), 1)
  await pass(BEAT_EVERY_MS)
  assert.equal(times('beat'), 2)
})

test('a stop waits for the running heartbeat: none follows the sign-off', async (t) => {
  const { heartbeat, pass, turn, hangs, asked } = await makeHeartbeat(t)
  const response = hangs()
  for (let beats = 0; beats < 2; beats++) await pass(BEAT_EVERY_MS)
  const stopping = heartbeat.stop()
  await turn()
  assert.deepEqual(asked, ['end waits'])
  await response()
  await stopping
  assert.deepEqual(asked, ['end waits', 'beat', 'release', 'look', 'leave'])
})

test('a claim unknown to this process is freed at the second heartbeat', async (t) => {
  const { pass, state, times } = await makeHeartbeat(t)
  state.claims = [7n]
  await pass(BEAT_EVERY_MS)
  assert.equal(times('free'), 0)
  await pass(BEAT_EVERY_MS)
  assert.equal(times('free'), 1)
})

test('two looks in quick succession, after a delay, free nothing', async (t) => {
  const { world, pass, state, hangs, times } = await makeHeartbeat(t)
  state.claims = [7n]
  const response = hangs()
  await pass(BEAT_EVERY_MS)
  await pass(BEAT_EVERY_MS - 10)
  await response()
  assert.equal(times('look'), 1)
  await pass(10)
  assert.equal(times('look'), 2)
  assert.equal(times('free'), 0, 'its answer may be on its way')
  world.held.add(7n)
  await pass(BEAT_EVERY_MS)
  assert.equal(times('free'), 0)
})
