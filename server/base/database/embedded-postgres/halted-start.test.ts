/** A start that nobody wants any more leaves nothing, and a process that just ends takes its server along. */
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { initialisedDataDir, temporaryDataDir } from '../../../../test/support/data-dir.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { isAlive, postmasterPid, processesIn, query, spawnService, until } from './test-support.ts'

const atWork = {
  initdb: (dataDir: string) =>
    readdirSync(dataDir).some(
      (name) => name.startsWith('pg.new-') && existsSync(join(dataDir, name, 'pg', 'pg_wal')),
    ),
  'the server': (dataDir: string) => existsSync(join(dataDir, 'pg', 'postmaster.pid')),
}

for (const [who, isAtWork] of Object.entries(atWork))
  test(`halted while ${who} is at work, and started again`, async (t) => {
    const dataDir = who === 'initdb' ? temporaryDataDir() : await initialisedDataDir()
    const wish = new AbortController()
    const start = (halt?: AbortSignal) => startEmbeddedPostgres({ dataDir, fsync: false, halt })
    const halted = start(wish.signal)
    // Where this test fails, nothing stays.
    t.after(() => halted.then((server) => server.stop()).catch(() => {}))
    await until(`${who} is at work`, () => isAtWork(dataDir))
    wish.abort(new Error('enough'))
    await assert.rejects(halted, /enough/)
    assert.deepEqual(processesIn(dataDir), [])
    assert.deepEqual(
      readdirSync(dataDir).filter((name) => name.startsWith('pg.new-')),
      [],
    )
    await assert.rejects(start(wish.signal), /enough/, 'nor is one begun')
    const server = await start()
    t.after(server.stop)
    assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
  })

test('once it is up, only its stop ends it', async (t) => {
  const wish = new AbortController()
  const dataDir = await initialisedDataDir()
  const server = await startEmbeddedPostgres({ dataDir, fsync: false, halt: wish.signal })
  t.after(server.stop)
  wish.abort()
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
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
