// An archive holds one timeline: a restored database is refused in the archive that it came from, continues in a new one,
// and each archive restores what was written to it.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type ArchiveFolder, archiveIn } from '../../server/kernel/db/archive/archive-folder.ts'
import { listBaseBackups } from '../../server/kernel/db/archive/base-backups.ts'
import { keepArchive } from '../../server/kernel/db/archive/keep-archive.ts'
import { type Recovery, recover } from '../../server/kernel/db/archive/recover.ts'
import { type Connection, withClient } from '../../server/kernel/db/db.ts'
import { openDataFolder } from '../../server/kernel/db/embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '../../server/kernel/db/embedded-postgres/start-embedded-postgres.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { initialisedDataDir, temporaryDataDir, temporaryFolder } from '../support/data-dir.ts'
import { eventually } from '../support/eventually.ts'

const newArchive = () => archiveIn(join(temporaryFolder(), 'backups'))

const queryNames = (connection: Connection, sql: string): Promise<unknown[]> =>
  withClient(connection, async (client) => (await client.query(sql)).rows.map(({ who }) => who))

/** Runs a server until it has a base backup, and writes before and after it. */
async function runUntilBackup(
  t: TestContext,
  archive: ArchiveFolder,
  dataDir: string,
  who: string,
): Promise<void> {
  const archiveDir = archive.root
  const bases = () => listBaseBackups(archive).length
  const before = bases()
  const server = await startEmbeddedPostgres({ dataDir, archiveDir, fsync: false })
  t.after(server.stop)
  const { connection, isArchived } = server
  // A restore to an earlier moment stops at this commit, before the base backup.
  await queryNames(connection, 'create table if not exists begun (who text)')
  await queryNames(connection, `insert into begun values ('${who}')`)
  const { cluster, root } = openDataFolder(dataDir)
  const plan = { archive, connection, clusterDir: cluster, dataDir: root, isOurs: isArchived }
  const keeping = keepArchive({ ...plan, keep: 9, say: () => {} })
  t.after(keeping.stop)
  await eventually(`a base backup of ${who}`, () => bases() > before)
  await queryNames(connection, 'create table if not exists written (who text)')
  await queryNames(connection, `insert into written values ('${who}')`)
  await keeping.stop()
  await server.stop()
}

const ALL = 'select who from written order by who'

/** Restores the archive into a new or a given folder, and queries it. */
function restoreAndQuery(
  { root: from }: ArchiveFolder,
  sql: string,
  more: Partial<Recovery> = {},
): Promise<unknown[]> {
  const plan = { from, to: null, dataDir: temporaryDataDir(), osUser: undefined }
  return recover({ ...plan, say: () => {}, ...more }, (connection) => queryNames(connection, sql))
}

/** Each in a segment of its own. */
async function writeAll(connection: Connection, ...all: string[]): Promise<void> {
  for (const who of all) {
    await queryNames(connection, `insert into written values ('${who}')`)
    await queryNames(connection, 'select pg_switch_wal()')
  }
}

/** Continues with an archived database, without a base backup. */
async function continueArchive(
  archive: ArchiveFolder,
  dataDir: string,
  work: (connection: Connection) => Promise<void>,
) {
  const server = await startEmbeddedPostgres({ dataDir, archiveDir: archive.root, fsync: false })
  await work(server.connection).finally(server.stop)
}

function nextMillisecond(): Promise<true> {
  const before = realClock.now()
  return eventually('it is later', () => realClock.now() > before)
}

/** A moment without a change. */
async function betweenChanges(): Promise<Date> {
  await nextMillisecond()
  const moment = realClock.now()
  await nextMillisecond()
  return moment
}

/** Oldest first. */
function segmentsOf(archive: ArchiveFolder): string[] {
  return readdirSync(archive.wal)
    .filter((name) => /^[0-9A-F]{24}\.gz$/.test(name))
    .sort()
}

const filesOf = ({ root }: ArchiveFolder) => readdirSync(root, { recursive: true }).sort()

test('a restored database is refused in the archive that it came from, which does not change', async (t) => {
  const archive = newArchive()
  const first = await initialisedDataDir()
  await runUntilBackup(t, archive, first, 'first')
  const files = filesOf(archive)
  const copy = temporaryDataDir()
  assert.deepEqual(await restoreAndQuery(archive, ALL, { dataDir: copy }), ['first'])
  await assert.rejects(
    continueArchive(archive, copy, async () => {}),
    /is the archive of this database from before a restore, .* one history\. Set BACKUP_DIR to an empty folder\.$/,
  )
  assert.deepEqual(filesOf(archive), files)
  await continueArchive(archive, first, (connection) => writeAll(connection, 'first again'))
  assert.deepEqual(await restoreAndQuery(archive, ALL), ['first', 'first again'])
})

test('a restored database continues in a new archive, and each archive restores its own timeline', async (t) => {
  const archive = newArchive()
  const first = await initialisedDataDir()
  await runUntilBackup(t, archive, first, 'first')
  const branch = await betweenChanges()
  let left: Date = branch
  await continueArchive(archive, first, async (connection) => {
    await writeAll(connection, 'left')
    left = await betweenChanges()
    await writeAll(connection, 'left later')
  })

  const copy = temporaryDataDir()
  assert.deepEqual(await restoreAndQuery(archive, ALL, { to: branch, dataDir: copy }), ['first'])
  const second = newArchive()
  await runUntilBackup(t, second, copy, 'copy')
  const copied = await betweenChanges()
  await continueArchive(second, copy, (connection) => writeAll(connection, 'copy later'))
  assert.deepEqual(await restoreAndQuery(second, ALL), ['copy', 'copy later', 'first'])
  assert.deepEqual(await restoreAndQuery(second, ALL, { to: copied }), ['copy', 'first'])
  await assert.rejects(restoreAndQuery(second, ALL, { to: left }), /^Error: The archive begins at /)

  assert.deepEqual(await restoreAndQuery(archive, ALL), ['first', 'left', 'left later'])
  assert.deepEqual(await restoreAndQuery(archive, ALL, { to: left }), ['first', 'left'])
  await continueArchive(archive, first, (connection) => writeAll(connection, 'first again'))
  assert.deepEqual(await restoreAndQuery(archive, ALL), ['first', 'first again', 'left', 'left later'])

  // A restore of what was restored, and another copy of the first archive, in folders of their own.
  const again = temporaryDataDir()
  await restoreAndQuery(second, ALL, { dataDir: again })
  await assert.rejects(
    continueArchive(second, again, async () => {}),
    /one history/,
  )
  const third = newArchive()
  await runUntilBackup(t, third, again, 'third')
  assert.deepEqual(await restoreAndQuery(third, ALL), ['copy', 'copy later', 'first', 'third'])
  const other = temporaryDataDir()
  await restoreAndQuery(archive, ALL, { to: branch, dataDir: other })
  await assert.rejects(
    continueArchive(second, other, async () => {}),
    /one history/,
  )
})

test('a gap in the archive fails only the restores that need it', async (t) => {
  const archive = newArchive()
  const first = await initialisedDataDir()
  await runUntilBackup(t, archive, first, 'first')
  const moment = await betweenChanges()
  await continueArchive(archive, first, (connection) => writeAll(connection, 'a', 'b', 'c', 'd'))
  const gap = segmentsOf(archive).at(-2) ?? assert.fail()
  rmSync(join(archive.wal, gap))
  const lines: string[] = []
  const dataDir = temporaryDataDir()
  const restore = (to: Date | null) =>
    restoreAndQuery(archive, ALL, { to, dataDir, say: (line) => void lines.push(line) })
  await assert.rejects(restore(null), new RegExp(`${gap} is missing in`))
  assert.deepEqual(
    lines.filter((line) => line.startsWith('Unpacking')),
    [],
  )
  await assert.rejects(restore(realClock.now()), new RegExp(`${gap} is missing in .* cannot be reached`))
  assert.equal(existsSync(join(dataDir, 'pg')), false)
  assert.deepEqual(
    await restoreAndQuery(archive, ALL, { to: moment }),
    ['first'],
    'everything before the gap is restored',
  )
})
