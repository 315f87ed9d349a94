/** Whatever was killed at any time, the next start finds the data again. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { before, describe, type TestContext, test } from 'node:test'
import pg from 'pg'
import { initialisedDataDir } from '../../../../test/support/data-dir.ts'
import { connectionTo, takeOwnership } from './owner-session.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import {
  isAlive,
  isRoot,
  isZombie,
  postmasterPid,
  processesIn,
  query,
  spawnService,
  until,
} from './test-support.ts'

describe('one folder across several kills', { concurrency: false }, async () => {
  const dataDir = await initialisedDataDir()
  const start = (say?: (line: string) => void) => startEmbeddedPostgres({ dataDir, fsync: false, say })

  /** A server whose service was killed. */
  let leftoverPid: number

  before(async () => {
    const service = spawnService(dataDir)
    try {
      assert.equal(await service.failure, undefined)
      const server = { connection: connectionTo(join(dataDir, 'run')) }
      await query(server, 'CREATE TABLE kept AS SELECT 7 AS n')
      leftoverPid = postmasterPid(dataDir)
    } finally {
      await service.kill()
    }
  })

  async function assertStarts(t: TestContext): Promise<string[]> {
    const said: string[] = []
    const server = await start((line) => said.push(line))
    t.after(server.stop)
    assert.equal(server.created, false)
    assert.deepEqual(await query(server, 'SELECT n FROM kept'), [[7]])
    await server.stop()
    assert.deepEqual(processesIn(dataDir), [])
    return said
  }

  test('a leftover server that a session still uses is left alone', async (t) => {
    const owner = new pg.Client(connectionTo(join(dataDir, 'run'), 'postgres'))
    t.after(() => owner.end())
    await owner.connect()
    assert.equal(await takeOwnership(owner), true)
    await assert.rejects(start(), /^Error: Another service uses this DATA_DIR/)
    assert.deepEqual((await owner.query('SELECT 1 AS n')).rows, [{ n: 1 }])
  })

  test('after the service is killed its server continues and is taken over', async (t) => {
    assert.equal(postmasterPid(dataDir), leftoverPid)
    assert.equal(isAlive(leftoverPid), true)
    const said = await assertStarts(t)
    assert.match(said.join('\n'), new RegExp(`left running \\(process ${leftoverPid}\\)`))
    assert.equal(isAlive(leftoverPid), false)
  })

  test('orphaned processes of a killed server are awaited', async (t) => {
    const server = await start()
    t.after(server.stop)
    const busy = query(
      server,
      // The statement never notices the end of its server.
      `DO $$ BEGIN WHILE (pg_stat_file('go', true)).size IS NULL LOOP NULL; END LOOP; END $$`,
    ).catch(() => {})
    const running = `SELECT count(*)::int FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'DO%'`
    await until('the loop runs', async () => (await query(server, running))[0]?.[0] === 1)
    const logBytes = statSync(join(dataDir, 'postgres.log')).size
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await server.stop()
    const started = assertStarts(t)
    const logged = () => readFileSync(join(dataDir, 'postgres.log')).subarray(logBytes).toString()
    await until('its successor met the orphan', () => /pre-existing shared memory block/.test(logged()))
    writeFileSync(join(dataDir, 'pg', 'go'), '')
    await started
    await busy
  })

  test('lock files with the id of a foreign process, a zombie, an unused one or none', async (t) => {
    const stranger = asDatabaseUser(t, 'echo $$; exec sleep 60')
    const strangerPid = await firstNumber(stranger)
    // It must outlive the shell, which would reap it: `exec` leaves it a zombie.
    const zombiePid = await firstNumber(asDatabaseUser(t, 'sleep 1 & echo $!; exec sleep 60'))
    await until('a zombie', () => isZombie(zombiePid))
    const left = await lockFilesOfKilled()
    for (const name of [String(strangerPid), String(zombiePid), '4194303', '']) {
      for (const [path, text] of left) writeFileSync(path, name && text.replace(/^\d+/, name))
      await assertStarts(t)
    }
    assert.equal(isAlive(strangerPid), true)
  })

  test('DATABASE_OS_USER changes while a leftover server runs', {
    skip: !isRoot && 'needs root',
  }, async (t) => {
    const service = spawnService(dataDir)
    t.after(service.kill)
    assert.equal(await service.failure, undefined)
    await service.kill()
    const server = await startEmbeddedPostgres({ dataDir, fsync: false, osUser: 'daemon' })
    t.after(server.stop)
    assert.deepEqual(await query(server, 'SELECT n FROM kept'), [[7]])
    await server.stop()
    await assertStarts(t)
    assert.equal(statSync(join(dataDir, 'pg', 'PG_VERSION')).uid, statSync(join(dataDir, 'pg')).uid)
    assert.doesNotMatch(readFileSync(join(dataDir, 'postgres.log'), 'utf8'), /PANIC|Permission denied/)
  })

  /** Runs as the server's own user, because the server ignores processes of other users. */
  function asDatabaseUser(t: TestContext, script: string): ChildProcess {
    const { uid, gid } = statSync(join(dataDir, 'pg'))
    const child = spawn('sh', ['-c', script], { uid, gid, stdio: ['ignore', 'pipe', 'ignore'] })
    t.after(() => child.kill('SIGKILL'))
    return child
  }

  async function firstNumber(child: ChildProcess): Promise<number> {
    const [line] = await once(createInterface(child.stdout!), 'line')
    return Number(line)
  }

  /** The lock files that a server leaves if it is killed with its service. */
  async function lockFilesOfKilled(): Promise<[path: string, text: string][]> {
    const service = spawnService(dataDir)
    assert.equal(await service.failure, undefined)
    await service.kill()
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await until('no orphans', () => processesIn(dataDir).length === 0)
    const paths = ['pg/postmaster.pid', 'run/.s.PGSQL.5432.lock'].map((file) => join(dataDir, file))
    return paths.map((path) => [path, readFileSync(path, 'utf8')])
  }
})
