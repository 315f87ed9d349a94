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
  const halt = new AbortController()
  const halted = start(dataDir, halt.signal)
  // Cleans up if the test fails.
  t.after(() => halted.then((server) => server.stop()).catch(() => {}))
  await untilAtWork()
  halt.abort(new Error('enough'))
  await assert.rejects(halted, /enough/)
  assert.deepEqual(processesIn(dataDir), [])
  assert.deepEqual(unfinished(dataDir), [])
  await assert.rejects(start(dataDir, halt.signal), /enough/, 'nor is one begun')
}

describe('a folder without a database', { concurrency: false }, () => {
  const dataDir = temporaryDataDir()

  test('a start halted during initdb ends cleanly', (t) =>
    assertHalts(t, dataDir, () => initdbIsAtWork(dataDir)))

  test('a start killed during initdb can be repeated', async (t) => {
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

test('a start halted while the server starts can be repeated; once up, only its stop ends it', async (t) => {
  const dataDir = await initialisedDataDir()
  const isAtWork = () => existsSync(join(dataDir, 'pg', 'postmaster.pid'))
  await assertHalts(t, dataDir, () => until('the server is at work', isAtWork))
  const halt = new AbortController()
  const server = await start(dataDir, halt.signal)
  t.after(server.stop)
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
  halt.abort()
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
  await server.stop()
})

test('a process that exits without stopping its server takes it down', async (t) => {
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
