/** A server that dies under a running service is restarted, and a stop meanwhile leaves nothing behind. */
import assert from 'node:assert/strict'
import { readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import pg from 'pg'
import { initialisedDataDir } from '../../../../test/support/data-dir.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { postmasterPid, processesIn, query, until } from './test-support.ts'

const OWNERS = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND granted`

describe('one folder whose server dies', { concurrency: false }, async () => {
  // Too long for a socket, so that a folder under /tmp is used.
  const dataDir = await initialisedDataDir('x'.repeat(100))

  async function startRecorded(t: TestContext) {
    const said: string[] = []
    const server = await startEmbeddedPostgres({ dataDir, fsync: false, say: (line) => said.push(line) })
    t.after(server.stop)
    const isBack = () => said.at(-1)?.endsWith(' is back.') === true
    return { server, said, isBack }
  }

  const launches = () =>
    readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('starting PostgreSQL').length

  async function assertStops(server: { stop(): Promise<void>; connection: { host: string } }) {
    await server.stop()
    assert.equal(statSync(server.connection.host, { throwIfNoEntry: false }), undefined)
    await until('no process is left', () => processesIn(dataDir).length === 0)
  }

  test('after a kill the same pool works again, with the committed data', async (t) => {
    const { server, said, isBack } = await startRecorded(t)
    const pool = new pg.Pool(server.connection)
    pool.on('error', () => {})
    t.after(() => pool.end())
    await pool.query('CREATE TABLE kept AS SELECT 7 AS n')
    const killed = postmasterPid(dataDir)
    process.kill(killed, 'SIGKILL')
    await until('the pool answers', () => pool.query('SELECT n FROM kept').then(isBack, () => false))
    assert.deepEqual((await pool.query('SELECT n FROM kept')).rows, [{ n: 7 }])
    assert.notEqual(postmasterPid(dataDir), killed)
    assert.equal(said.length, 2)
    assert.match(
      said[0]!,
      /server ended unexpectedly, by SIGKILL\. Its log: .*postgres\.log\. Next try: now\.$/,
    )
    assert.deepEqual(await query(server, OWNERS), [[1]])
    await assert.rejects(startEmbeddedPostgres({ dataDir }), /Another service uses this DATA_DIR/)
    await assertStops(server)
    assert.equal(said.length, 2)
  })

  test('after a killed session the server recovers by itself, and is owned again', async (t) => {
    const { server, said, isBack } = await startRecorded(t)
    const pid = postmasterPid(dataDir)
    const client = new pg.Client(server.connection)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0].pid, 'SIGKILL')
    await until('it is back', isBack)
    assert.match(said[0]!, /^The session that owns the database in .* ended unexpectedly\. Next try: now\.$/)
    assert.equal(postmasterPid(dataDir), pid)
    assert.deepEqual(await query(server, OWNERS), [[1]])
    await assertStops(server)
  })

  test('a failed attempt is logged, and followed by another', async (t) => {
    const { server, said, isBack } = await startRecorded(t)
    const pid = postmasterPid(dataDir)
    renameSync(join(dataDir, 'pg'), join(dataDir, 'away'))
    process.kill(pid, 'SIGKILL')
    await until('a failure', () => said.length === 2)
    assert.match(said[1]!, /is not back: The data folder .* cannot be used \(ENOENT.* Next try: in 1 s\.$/)
    renameSync(join(dataDir, 'away'), join(dataDir, 'pg'))
    await until('it is back', isBack)
    assert.deepEqual(await query(server, 'SELECT n FROM kept'), [[7]])
    await assertStops(server)
  })

  test('stopping works before, during and after a recovery, and while waiting for one', async (t) => {
    for (const moment of ['killed', 'logged', 'launched', 'back']) {
      const { server, said, isBack } = await startRecorded(t)
      const before = launches()
      process.kill(postmasterPid(dataDir), 'SIGKILL')
      if (moment === 'logged') await until(moment, () => said.length > 0)
      if (moment === 'launched') await until(moment, () => launches() > before)
      if (moment === 'back') await until(moment, isBack)
      const startMs = performance.now()
      await assertStops(server)
      assert.ok(performance.now() - startMs < 5_000, moment)
      assert.doesNotMatch(said.join('\n'), /is not back/)
    }
    const { server, said, isBack } = await startRecorded(t)
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await until('it is back', isBack)
    process.kill(postmasterPid(dataDir), 'SIGKILL')
    await until('it waits', () => said.at(-1)?.endsWith('Next try: in 1 s.') === true)
    const before = launches()
    await assertStops(server)
    assert.equal(launches(), before, 'it does not wait for the next try')
    const last = await startRecorded(t)
    assert.deepEqual(await query(last.server, 'SELECT n FROM kept'), [[7]])
    await assertStops(last.server)
  })
})
