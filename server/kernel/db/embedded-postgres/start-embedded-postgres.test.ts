/** The life cycle of an embedded database, on real folders with real servers. */
import assert from 'node:assert/strict'
import {
  chownSync,
  lchownSync,
  linkSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { initialisedDataDir, temporaryDataDir, temporaryFolder } from '../../../../test/support/data-dir.ts'
import { nameOf } from './accounts.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './start-embedded-postgres.ts'
import {
  closedToOthers,
  isAlive,
  isRoot,
  postmasterPid,
  processesIn,
  query,
  spawnService,
} from './test-support.ts'

const NOBODY = 65534
/** An ordinary user that every machine has. */
const DAEMON = 1
const rootOnly = { skip: !isRoot && 'needs root' }
const IN_USE = /^Another service uses this DATA_DIR \(\/.*\)\. Stop it first/

/** An existing database. */
const whole = initialisedDataDir()

describe('one folder', { concurrency: false }, () => {
  const dataDir = join(temporaryFolder(), 'below', 'data')
  const start = (settings = {}) => startEmbeddedPostgres({ dataDir, fsync: false, settings })

  let accountsBefore = new Set<number>()

  test('of simultaneous first starts exactly one succeeds, which creates a database', async () => {
    const services = [1, 2, 3].map(() => spawnService(dataDir))
    const failures = await Promise.all(services.map((service) => service.failure))
    const created = await Promise.all(services.map((service) => service.created()))
    await Promise.all(services.map((service) => service.stop()))
    assert.equal(failures.filter((failure) => failure === undefined).length, 1, failures.join('\n'))
    assert.equal(failures.filter((failure) => IN_USE.test(failure ?? '')).length, 2)
    assert.equal(created.indexOf(true), failures.indexOf(undefined))
    assert.deepEqual(processesIn(dataDir), [])
  })

  test('a stop leaves no process behind', async (t) => {
    const server = await start()
    t.after(server.stop)
    await query(server, 'CREATE TABLE kept AS SELECT 7 AS n')
    const pid = postmasterPid(dataDir)
    if (isRoot) accountsBefore = accountsOf(dataDir)
    assert.ok(processesIn(dataDir).length > 0 || process.platform !== 'linux')
    await Promise.all([server.stop(), server.stop()])
    await server.stop()
    assert.equal(isAlive(pid), false)
    assert.deepEqual(processesIn(dataDir), [])
  })

  describe('started again', { concurrency: false }, () => {
    let server: EmbeddedPostgres
    before(async () => {
      server = await start({ work_mem: '5MB' })
    })
    after(() => server?.stop())

    test('data survive a restart, with UTC, Unicode and the requested settings', async () => {
      assert.equal(server.created, false)
      assert.deepEqual(await query(server, 'SELECT n FROM kept'), [[7]])
      assert.deepEqual(await query(server, 'SHOW work_mem'), [['5MB']])
      assert.deepEqual(await query(server, 'SHOW timezone'), [['UTC']])
      assert.deepEqual(await query(server, 'SELECT current_database()::text'), [['embarque']])
      assert.deepEqual(await query(server, `SELECT lower('ÁÇÃO'), 'ç' < 'd'`), [['áção', false]])
    })

    test('data and socket are closed to others', () => {
      const modeOf = (name: string) => (statSync(join(dataDir, name)).mode & 0o777).toString(8)
      const modes = ['.', 'engine', 'pg', 'run', 'postgres.log', 'owner.lock'].map(modeOf)
      assert.deepEqual(modes, ['711', '755', '700', '700', '600', '600'])
      if (isRoot) assert.notEqual(statSync(join(dataDir, 'pg')).uid, 0)
    })

    test('two services cannot use one folder at once', async () => {
      await assert.rejects(start(), { message: IN_USE })
      const startMs = performance.now()
      assert.match((await spawnService(dataDir).failure) ?? '', IN_USE)
      assert.ok(performance.now() - startMs < 9_000, 'at once, not after its usual wait')
      assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
    })

    test('started by root the server runs under a unique user id, one per folder', rootOnly, async (t) => {
      const dataDirs = [dataDir, await whole]
      const startOther = async () => {
        const other = await startEmbeddedPostgres({ dataDir: await whole, fsync: false })
        t.after(other.stop)
        return other
      }
      const other = await startOther()
      const found = dataDirs.map((folder) => {
        const accounts = [...accountsOf(folder)]
        assert.equal(accounts.length, 1)
        assert.ok((accounts[0] ?? 0) >= 60_706, String(accounts))
        assert.equal(nameOf(accounts[0] ?? 0), undefined)
        assert.equal(statSync(join(folder, 'pg')).mode & 0o777, 0o700)
        return accounts[0]
      })
      assert.equal(new Set(found).size, 2)
      await other.stop()
      const again = await startOther()
      assert.deepEqual([...accountsBefore, ...accountsOf(await whole)], found, 'the same over a restart')
      await again.stop()
    })
  })
})

test('a path too long for a socket works, and its folder under /tmp is removed with the server', async (t) => {
  const dataDir = await initialisedDataDir(join("it's a long näme, ".repeat(4), 'x'.repeat(80)))
  const server = await startEmbeddedPostgres({ dataDir, fsync: false })
  t.after(server.stop)
  assert.match(server.connection.host, /^\/tmp\/embarque-/)
  assert.equal(statSync(server.connection.host).mode & 0o777, 0o700)
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
  await server.stop()
  assert.equal(statSync(server.connection.host, { throwIfNoEntry: false }), undefined)
  assert.deepEqual(readdirSync(join(dataDir, 'run')), [])
})

test('it runs as an ordinary user', { skip: (!isRoot && 'we are one') || closedToOthers }, async (t) => {
  const dataDir = temporaryDataDir()
  chownSync(dataDir, DAEMON, DAEMON)
  const service = spawnService(dataDir, { uid: DAEMON, gid: DAEMON })
  t.after(service.kill)
  assert.equal(await service.failure, undefined)
  assert.equal(statSync(join(dataDir, 'pg')).uid, DAEMON)
  await service.stop()
  assert.deepEqual(processesIn(dataDir), [])

  // A later start by root keeps the owner.
  const server = await startEmbeddedPostgres({ dataDir, fsync: false })
  t.after(server.stop)
  await server.stop()
  const again = spawnService(dataDir, { uid: DAEMON, gid: DAEMON })
  t.after(again.kill)
  assert.equal(await again.failure, undefined)
  await again.stop()
})

/** The accounts of the postmaster, its files, and the socket. */
function accountsOf(dataDir: string): Set<number> {
  const paths = [
    `/proc/${postmasterPid(dataDir)}`,
    ...['pg', 'pg/PG_VERSION', 'run', 'postgres.log'].map(inside),
  ]
  function inside(name: string): string {
    return join(dataDir, name)
  }
  return new Set(paths.map((path) => statSync(path).uid))
}

test('data without an owner is handed over; the user nobody is refused', rootOnly, async (t) => {
  const dataDir = await whole
  const cluster = join(dataDir, 'pg')
  for (const entry of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
    lchownSync(join(cluster, entry), NOBODY, NOBODY)
  await assert.rejects(startEmbeddedPostgres({ dataDir, osUser: 'nobody' }), /Many programs run as "nobody"/)
  const server = await startEmbeddedPostgres({ dataDir, fsync: false })
  t.after(server.stop)
  assert.equal(accountsOf(dataDir).has(NOBODY), false)
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
})

test("symbolic links in place of the service's files are not followed", async (t) => {
  const dataDir = await whole
  // On the same disk, so that it can be hard-linked.
  const victim = join(dirname(dataDir), 'victim')
  writeFileSync(victim, 'mine')
  const start = () => startEmbeddedPostgres({ dataDir, fsync: false })
  for (const name of ['owner.lock', 'postgres.log', 'pg/postmaster.pid']) {
    const file = join(dataDir, name)
    rmSync(file, { force: true })
    symlinkSync(victim, file)
    await assert.rejects(start(), /is a link, or no plain file/, name)
    rmSync(file)
  }
  renameSync(join(dataDir, 'pg'), join(dataDir, 'elsewhere'))
  symlinkSync(join(dataDir, 'elsewhere'), join(dataDir, 'pg'))
  await assert.rejects(start(), /must be a folder, and no link/)
  rmSync(join(dataDir, 'pg'))
  renameSync(join(dataDir, 'elsewhere'), join(dataDir, 'pg'))
  assert.deepEqual([readFileSync(victim, 'utf8'), statSync(victim).uid], ['mine', process.getuid?.()])
  if (isRoot) {
    // The change of owner skips hard links.
    chownSync(join(dataDir, 'pg'), NOBODY, NOBODY)
    linkSync(victim, join(dataDir, 'pg', 'second-name'))
    await assert.rejects(start(), /has another name elsewhere/)
    rmSync(join(dataDir, 'pg', 'second-name'))
    assert.equal(statSync(victim).uid, 0)
  }
  const server = await start()
  t.after(server.stop)
  assert.deepEqual(await query(server, 'SELECT 1'), [[1]])
})
