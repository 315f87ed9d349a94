/** An aborted start leaves nothing behind, and a process that exits stops its server. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { initialisedDataDir, temporaryDataDir } from '../../../../test/support/data-dir.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { isAlive, postmasterPid, processesIn, query, spawnService, until } from './test-support.ts'

const start = (dataDir: string, halt?: AbortSignal) => startEmbeddedPostgres({ dataDir, fsync: false, halt })

const unfinished = (dataDir: string) => readdirSync(dataDir).filter((name) => name.startsWith('pg.new-'))

const initdbIsAtWork = (dataDir: string) =>
  until('initdb is at work', () =>
    unfinished(dataDir).some((name) => existsSync(join(dataDir, name, 'pg', 'pg_wal'))),
  )

async function assertHalts(t: TestContext, dataDir: string, untilAtWork: () => Promise<void>) {
  const wish = new AbortController()
  const halted = start(dataDir, wish.signal)
  // Cleans up if the test fails.
  t.after(() => halted.then((server) => server.stop()).catch(() => {}))
  await untilAtWork()
  wish.abort(new Error('enough'))
  await assert.rejects(halted, /enough/)
  assert.deepEqual(processesIn(dataDir), [])
  assert.deepEqual(unfinished(dataDir), [])
  await assert.rejects(start(dataDir, wish.signal), /enough/, 'nor is one begun')
}

describe('a folder without a database', { concurrency: false }, () => {
  const dataDir = temporaryDataDir()

  test('halted while initdb is at work', (t) => assertHalts(t, dataDir, () => initdbIsAtWork(dataDir)))

  test('started again, and killed in the middle of initdb', async (t) => {
    const service = spawnService(dataDir)
    t.after(service.kill)
    service.failure.catch(() => {})
    await initdbIsAtWork(dataDir)
    await service.kill()
    const server = await start(dataDir)
    t.after(server.stop)
    assert.equal(server.created, true)
    assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
    await server.stop()
    await until('the orphaned initdb is gone', () => processesIn(dataDir).length === 0)
    const again = await start(dataDir)
    t.after(again.stop)
    assert.equal(again.created, false)
    assert.deepEqual(unfinished(dataDir), [])
  })
})

test('halted while the server is at work, and started again: once it is up, only its stop ends it', async (t) => {
  const dataDir = await initialisedDataDir()
  const isAtWork = () => existsSync(join(dataDir, 'pg', 'postmaster.pid'))
  await assertHalts(t, dataDir, () => until('the server is at work', isAtWork))
  const wish = new AbortController()
  const server = await start(dataDir, wish.signal)
  t.after(server.stop)
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
  wish.abort()
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
  await server.stop()
})

test('a process that ends without having stopped its server takes it along', async (t) => {
  const dataDir = await initialisedDataDir()
  const service = spawnService(dataDir)
  t.after(service.kill)
  assert.equal(await service.failure, undefined)
  const pid = postmasterPid(dataDir)
  service.child.stdin?.write('exit\n')
  await until('both are gone', () => service.child.exitCode === 7 && !isAlive(pid))
  await until('so is all that the server ran', () => processesIn(dataDir).length === 0)
  assert.equal(existsSync(join(dataDir, 'pg', 'postmaster.pid')), false, 'it has written everything down')
})
