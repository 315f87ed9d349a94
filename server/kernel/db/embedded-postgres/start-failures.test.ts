/** If the database cannot start, the error says what to do. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { initialisedDataDir, temporaryDataDir, temporaryFolder } from '../../../../test/support/data-dir.ts'
import { recoverySettings } from '../archive/archive-writer.ts'
import { findEngine } from './engine.ts'
import { notReadyYet } from './explain.ts'
import { startEmbeddedPostgres } from './start-embedded-postgres.ts'
import { closedToOthers, isRoot, processesIn, query, spawnService } from './test-support.ts'

const rootOnly = { skip: !isRoot && 'needs root' }
const NOBODY = 65534

test('an unsupported system is referred to DATABASE_URL', () => {
  assert.throws(() => findEngine('win32-x64'), /not on this system \(win32-x64\)\. Set DATABASE_URL/)
})

test('a DATA_DIR that is relative, or that no shell can quote', async () => {
  await assert.rejects(startEmbeddedPostgres({ dataDir: 'here' }), /must be an absolute path/)
  const quoted = join(temporaryFolder(), '"quoted"')
  await assert.rejects(startEmbeddedPostgres({ dataDir: quoted }), /must not contain/)
})

test('DATABASE_OS_USER unknown, or root', rootOnly, async () => {
  const dataDir = temporaryFolder()
  const start = (osUser: string) => startEmbeddedPostgres({ dataDir, osUser })
  await assert.rejects(start('no-such-user'), /no user "no-such-user".*Set DATABASE_OS_USER/)
  await assert.rejects(start('-u'), /no user "-u"/)
  await assert.rejects(start('root'), /refuses to run as root/)
})

test('a folder without write permission', { skip: rootOnly.skip || closedToOthers }, async () => {
  const dataDir = temporaryFolder()
  const service = spawnService(dataDir, { uid: NOBODY, gid: NOBODY })
  assert.match((await service.failure) ?? '', /^The data folder .* cannot be written .*set DATA_DIR/)
})

test('a folder of an earlier start by root, until it is given to this user', {
  skip: rootOnly.skip || closedToOthers,
}, async () => {
  const dataDir = temporaryDataDir()
  const byRoot = spawnService(dataDir)
  assert.equal(await byRoot.failure, undefined)
  await byRoot.stop()
  const locked = spawnService(dataDir, { uid: NOBODY, gid: NOBODY })
  assert.match((await locked.failure) ?? '', /such as root, give the folder .*sudo chown -R/)
  execFileSync('chown', ['-R', String(NOBODY), dataDir])
  const given = spawnService(dataDir, { uid: NOBODY, gid: NOBODY })
  assert.equal(await given.failure, undefined)
  await given.stop()
})

test('a folder the database user cannot reach', rootOnly, async () => {
  const dataDir = temporaryDataDir(join('closed', 'data'))
  chmodSync(dirname(dataDir), 0o700)
  const start = startEmbeddedPostgres({ dataDir })
  await assert.rejects(start, /cannot run the programs .*Set DATA_DIR/s)
})

test('a cluster of another major version, and a folder that is not a cluster', async () => {
  const dataDir = temporaryDataDir()
  mkdirSync(join(dataDir, 'pg'))
  writeFileSync(join(dataDir, 'pg', 'something'), '')
  await assert.rejects(startEmbeddedPostgres({ dataDir }), /is not empty and holds no database/)
  writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '9\n')
  await assert.rejects(startEmbeddedPostgres({ dataDir }), /was made by PostgreSQL 9, .*Make a backup/)
})

const whole = initialisedDataDir()

test('settings that the server refuses: its log is quoted, nothing stays locked or running', async (t) => {
  const dataDir = await whole
  const settings = { shared_buffers: 'plenty' }
  await assert.rejects(
    startEmbeddedPostgres({ dataDir, fsync: false, settings }),
    /did not start.*postgres\.log.*shared_buffers/s,
  )
  assert.deepEqual(processesIn(dataDir), [])
  assert.equal(existsSync(join(dataDir, 'pg', 'postmaster.pid')), false)
  const server = await startEmbeddedPostgres({ dataDir, fsync: false })
  t.after(server.stop)
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
})

test('a start that exceeds its time reports the time, and stops', async () => {
  const dataDir = await whole
  const start = startEmbeddedPostgres({ dataDir, fsync: false, readyWithinMs: 1 })
  await assert.rejects(start, /was not ready after 0\.001 seconds\. Its log: \S+postgres\.log$/)
  assert.deepEqual(processesIn(dataDir), [])
})

test('after a crash only a server that reads its own log is asked to', () => {
  assert.match(notReadyYet({}), /^The database is not ready yet: after a crash it reads its log again/)
  const settings = recoverySettings('/anywhere', null)
  assert.equal(notReadyYet(settings), 'The database is not ready yet: it reads the log from the archive.')
})
