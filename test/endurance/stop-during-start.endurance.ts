// A stop while a service of several processes still starts: at each moment it ends soon, together with all its processes. A
// second signal ends it at once, and its database too.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { withClient } from '../../server/kernel/db/db.ts'
import { findRunningServer } from '../../server/kernel/db/embedded-postgres/leftover.ts'
import { isAlive, processesIn } from '../../server/kernel/db/embedded-postgres/test-support.ts'
import { anotherMigrates } from '../support/another-migrates.ts'
import { initialisedDataDir, temporaryDataDir } from '../support/data-dir.ts'
import { START_MAX_MS, spawnSeveral } from '../support/endurance/several-processes.ts'
import { eventually } from '../support/eventually.ts'

const SETTINGS = { PROCESSES: '2' }
/** Much less than the rest of the start would take on a busy machine. */
const SOON_MS = 10_000
/** Longer than two signals that count as one. */
const SECOND_SIGNAL_AFTER_MS = 1_100

function begin(t: TestContext, dataDir: string, settings: Record<string, string> = {}) {
  const service = spawnSeveral(dataDir, { ...SETTINGS, ...settings })
  t.after(() => service.end('SIGKILL'))
  return { ...service, dataDir, pid: service.child.pid ?? 0 }
}

type Beginning = ReturnType<typeof begin>

/** The process and all its descendants. */
function processTree(pid: number): number[] {
  const children = (of: number): number[] => {
    try {
      return readFileSync(`/proc/${of}/task/${of}/children`, 'utf8').split(' ').map(Number).filter(Boolean)
    } catch {
      return []
    }
  }
  return [pid, ...children(pid).flatMap(processTree)]
}

const commandOf = (pid: number) => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
const running = ({ pid }: Beginning, part: string) =>
  processTree(pid).filter((one) => one !== pid && commandOf(one).includes(part))

const MOMENTS: Record<string, (service: Beginning) => boolean | Promise<boolean>> = {
  'the database is created': ({ dataDir }) =>
    readdirSync(dataDir).some(
      (name) => name.startsWith('pg.new') && existsSync(join(dataDir, name, 'pg', 'pg_wal')),
    ),
  'the database is started': ({ dataDir }) => existsSync(join(dataDir, 'pg', 'postmaster.pid')),
  'processes are forked': (service) => running(service, 'one-of-several').length > 0,
  'one process is up': async ({ dataDir }) => {
    const server = await findRunningServer(dataDir)
    if (server === null) return false
    const look = (client: pg.Client) =>
      client.query(`select from processes where description like 'api %' limit 1`)
    return (await withClient(server.connection, look).catch(() => null))?.rowCount === 1
  },
  'the panel is built': ({ text }) => /API +http/.test(text()),
}

for (const [moment, isThere] of Object.entries(MOMENTS))
  test(`SIGTERM while ${moment}`, async (t) => {
    const isNew = moment === 'the database is created'
    const service = begin(t, isNew ? temporaryDataDir() : await initialisedDataDir())
    await eventually(moment, () => isThere(service), START_MAX_MS)
    await assertEndsSoon(service)
  })

test('SIGTERM while it waits for another process that migrates', async (t) => {
  const { url, isWaitedFor } = await anotherMigrates(t)
  const service = begin(t, temporaryDataDir(), { DATABASE_URL: url })
  await isWaitedFor(START_MAX_MS)
  await assertEndsSoon(service)
})

async function assertEndsSoon(service: Beginning): Promise<void> {
  const all = processTree(service.pid)
  const start = performance.now()
  const code = await service.end('SIGTERM')
  const tookMs = performance.now() - start
  assert.equal(code, 0, service.text())
  assert.ok(tookMs < SOON_MS, `${Math.round(tookMs)} ms`)
  assert.match(service.text().trimEnd().split('\n').at(-1) ?? '', /"stopped"/)
  assertNothingLeft(service, all)
}

function assertNothingLeft({ dataDir }: Beginning, all: readonly number[]): void {
  assert.deepEqual(
    all.filter((pid) => isAlive(pid)).map((pid) => [pid, commandOf(pid)]),
    [],
  )
  assert.deepEqual(processesIn(dataDir), [])
  assert.equal(existsSync(join(dataDir, 'pg', 'postmaster.pid')), false)
}

test('a second signal ends the service at once, and its database too', async (t) => {
  const service = begin(t, await initialisedDataDir())
  await eventually('it listens', () => /API +http/.test(service.text()), START_MAX_MS)
  const all = processTree(service.pid)
  const [held] = running(service, 'one-of-several')
  assert.ok(held)
  // A paused process keeps the first signal from ending the service.
  process.kill(held, 'SIGSTOP')
  t.after(() => isAlive(held) && process.kill(held, 'SIGKILL'))
  service.child.kill('SIGTERM')
  await wait(SECOND_SIGNAL_AFTER_MS)
  const start = performance.now()
  assert.equal(await service.end('SIGTERM'), 1)
  assert.ok(performance.now() - start < 1_000)
  process.kill(held, 'SIGCONT')
  await eventually('all processes end', () => all.every((pid) => !isAlive(pid)))
  await eventually('the database has ended', () => processesIn(service.dataDir).length === 0)
  assertNothingLeft(service, all)
})
