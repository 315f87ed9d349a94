// Several processes are one service: they share requests, limits and metrics; a killed process is replaced without loss of
// acknowledged writes; and however the service ends, no process is left behind.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { isAlive } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { makeClient } from '../support/client.ts'
import { embarque } from '../support/command-line.ts'
import { initialisedDataDir } from '../support/data-dir.ts'
import { type SeveralProcesses, START_MAX_MS, startSeveral } from '../support/endurance/several-processes.ts'
import { eventually } from '../support/eventually.ts'

const LIVE = 'sk_live_several0123456789abcdef'
const TEST = 'sk_test_several0123456789abcdef'
const PER_MINUTE = 900
/** The kernel distributes them at random: so many that each process gets some. */
const CONNECTIONS = 60
const SETTINGS = {
  PROCESSES: '2',
  RATE_LIMIT_PER_MINUTE: String(PER_MINUTE),
  BOOTSTRAP_LIVE_KEY: LIVE,
  BOOTSTRAP_TEST_KEY: TEST,
}

const dataDir = await initialisedDataDir('several')
let service: SeveralProcesses = await startSeveral(dataDir, SETTINGS)
after(() => service.end('SIGKILL'))

const metrics = async () => (await (await request(service.metricsUrl)).body.text()).split('\n')
const metric = async (name: string) =>
  Number((await metrics()).find((line) => line.startsWith(`${name} `))?.slice(name.length + 1) ?? 0)
/** Resolves once all processes run, without those that have ended. */
const allRun = (ended: readonly number[] = []) => {
  const look = async () => {
    const running = await service.processes()
    const { api, worker, parent } = running
    const isWhole = parent === '3/3' && api.length === 2 && worker.length === 1
    return isWhole && ![...api, ...worker].some((pid) => ended.includes(pid)) && running
  }
  return eventually('all processes run', look, START_MAX_MS)
}

/** Another connection may go to another process. */
async function onNewConnection(key: string, path: string): Promise<number> {
  const dispatcher = new Agent({ pipelining: 0 })
  const { statusCode, body } = await request(new URL(path, service.url), {
    headers: { authorization: `Bearer ${key}` },
    dispatcher,
  })
  await body.dump()
  await dispatcher.close()
  return statusCode
}

test('both processes serve requests, logs name the process, and metrics add up', async () => {
  const running = await allRun()
  assert.equal(new Set([...running.api, ...running.worker, service.pid]).size, 4)
  for (let n = 0; n < CONNECTIONS; n++) assert.equal(await onNewConnection(LIVE, '/api/v1/me'), 200)
  const servedBy = () =>
    service.lines().flatMap(({ path, process: name }) => (path === '/api/v1/me' ? [name] : []))
  await eventually('all requests are logged', () => servedBy().length === CONNECTIONS)
  assert.deepEqual([...new Set(servedBy())].sort(), ['api 1', 'api 2'])
  const counted = await metric('embarque_http_requests_total{method="GET",route="/api/v1/me",status="200"}')
  assert.equal(counted, CONNECTIONS)
  for (const name of ['parent', 'api 1', 'api 2', 'worker'])
    assert.ok((await metric(`process_resident_memory_bytes{process="${name}"}`)) > 10_000_000, name)
  assert.equal((await request(new URL('/api/v1/health', service.url))).statusCode, 200)
})

test('a rate limit holds for both processes together, within a second', async () => {
  let passed = 0
  let refused = 0
  const start = performance.now()
  // Each caller keeps its connection, and so its process.
  const caller = async () => {
    const dispatcher = new Agent({ connections: 1, pipelining: 1 })
    const headers = { authorization: `Bearer ${TEST}` }
    while (refused < 100) {
      const { statusCode, body } = await request(new URL('/api/v1/me', service.url), { headers, dispatcher })
      await body.dump()
      if (statusCode === 200) passed++
      else refused++
    }
    await dispatcher.close()
  }
  await Promise.all(Array.from({ length: 8 }, caller))
  const refilled = () => (PER_MINUTE * (performance.now() - start)) / 60_000
  assert.ok(passed >= PER_MINUTE * 0.9, `${passed} passed`)
  assert.ok(passed <= PER_MINUTE * 2 + refilled() + 1, `${passed} passed, ${refilled()} of them refilled`)
  // By then the processes have shared their counts, and the excess is subtracted.
  await wait(2_500)
  let more = 0
  for (let n = 0; n < 2 * PER_MINUTE; n++) if ((await onNewConnection(TEST, '/api/v1/me')) === 200) more++
  assert.ok(passed + more <= PER_MINUTE * 2 + refilled() + 1, `${more} more than ${passed} passed`)
})

test('processes killed under load are replaced, and no acknowledged write is lost or duplicated', async () => {
  const KEYS = 200
  const before = await allRun()
  const killed = [...before.api.slice(0, 1), ...before.worker]
  const client = makeClient(service.url, LIVE)
  const created = new Map<string, string>()
  let next = 0
  /** Retries with the same idempotency key, as integrators do. */
  const create = (key: string) =>
    eventually(`${key} succeeds`, async () => {
      const body = { client_type: 'individual', full_name: `Client ${key}`, email: `${key}@example.com` }
      const reply = await client
        .post('/api/v1/clients', body, { 'idempotency-key': key })
        .catch(() => undefined)
      return reply !== undefined && reply.status < 300 && String(reply.body.data.id)
    })
  const caller = async () => {
    while (next < KEYS) {
      const key = `several-${next++}`
      created.set(key, await create(key))
      if (created.size === KEYS / 4) for (const pid of killed) process.kill(pid, 'SIGKILL')
    }
  }
  await Promise.all(Array.from({ length: 8 }, caller))
  const stored = await service.rows(`select id from clients where email like 'several-%'`)
  assert.deepEqual(
    stored.map(({ id }) => id).sort(),
    [...created.values()].sort(),
    'each exists once, and no other',
  )
  const now = await allRun(killed)
  assert.ok(now.api.includes(before.api[1] ?? 0), 'the other process stays')
  const ends = service.lines().filter(({ msg }) => msg === 'a process ended')
  assert.deepEqual(
    ends.map(({ signal }) => signal),
    ['SIGKILL', 'SIGKILL'],
  )
  assert.equal(await metric('embarque_processes_ended_total{of="worker"}'), 1)
  for (let n = 0; n < 4; n++) assert.equal(await onNewConnection(LIVE, '/api/v1/me'), 200)
})

test('a stuck process is killed and replaced within a minute', async () => {
  const before = await allRun()
  const stuck = [...before.api.slice(0, 1), ...before.worker]
  for (const pid of stuck) process.kill(pid, 'SIGSTOP')
  await eventually('the parent reports missing processes', async () => {
    const { parent } = await service.processes()
    return parent === '1/3'
  })
  // One connection was handed to the stuck process, and is closed when it is killed; others go elsewhere.
  const asked = await Promise.allSettled(Array.from({ length: 4 }, () => onNewConnection(LIVE, '/api/v1/me')))
  assert.ok(asked.filter((one) => one.status === 'fulfilled' && one.value === 200).length >= 3)
  const now = await allRun(stuck)
  assert.ok(now.api.includes(before.api[1] ?? 0), 'the other process stays')
  for (const pid of stuck) assert.equal(isAlive(pid), false)
  const killed = service.lines().filter(({ msg }) => msg === 'a process is stuck and is killed')
  assert.match(
    killed
      .map(({ of }) => of)
      .sort()
      .join(),
    /^api [12],worker$/,
  )
  assert.equal(await metric('embarque_processes_stuck_total{of="worker"}'), 1)
})

/** The line of doctor about processes. */
const doctor = async () =>
  (await embarque(['doctor'], { DATA_DIR: dataDir })).out.match(/^\w+ +processes +.*/m)?.[0] ?? ''

test('doctor reports a parent that hangs, until it continues', async () => {
  await allRun()
  assert.match(await doctor(), /^ok /)
  process.kill(service.pid, 'SIGSTOP')
  try {
    const problem = new RegExp(`^problem .*; not to be heard: parent ${service.pid} on \\S+$`)
    await eventually('doctor reports it', async () => problem.test(await doctor()))
  } finally {
    process.kill(service.pid, 'SIGCONT')
  }
  await eventually('doctor is content again', async () => /^ok /.test(await doctor()))
})

test('SIGTERM stops all processes in order, and leaves no process and no database behind', async () => {
  const { api, worker } = await allRun()
  assert.equal(await service.end('SIGTERM'), 0)
  for (const pid of [...api, ...worker]) assert.equal(isAlive(pid), false)
  assert.equal(service.lines().at(-1)?.msg, 'stopped')
  await assert.rejects(service.rows('select 1'), /does not run/)
})

test('when the parent is killed its processes end, and the next start succeeds', async () => {
  service = await startSeveral(dataDir, SETTINGS)
  const { api, worker } = await allRun()
  assert.equal(await service.end('SIGKILL'), null)
  for (const pid of [...api, ...worker]) await eventually(`${pid} has ended`, () => !isAlive(pid))
  // Longer than it takes until a process without a heartbeat counts as dead.
  service = await startSeveral(dataDir, { ...SETTINGS, DRAIN_SECONDS: '13' })
  assert.equal(await onNewConnection(LIVE, '/api/v1/me'), 200)
})

test('doctor does not report a parent that takes long to stop', async () => {
  await allRun()
  const begin = performance.now()
  const ended = service.end('SIGTERM')
  const lines = new Set<string>()
  while (performance.now() < begin + 12_500) lines.add(await doctor())
  assert.deepEqual(
    [...lines].filter((text) => !/^ok /.test(text)),
    [],
  )
  assert.equal(await ended, 0)
})
