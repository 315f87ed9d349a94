// One archive, two histories: a database that was restored from it went on in it for a while, and then the first one
// again. What is restored is what was written last, whether it has a base backup of its own yet or not.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { type ArchiveFolder, archiveIn } from '../../server/base/database/archive/archive-folder.ts'
import { forgetArchive } from '../../server/base/database/archive/archive-note.ts'
import { listBaseBackups } from '../../server/base/database/archive/base-backups.ts'
import { keepArchive } from '../../server/base/database/archive/keep-archive.ts'
import { type Recovery, recover } from '../../server/base/database/archive/recover.ts'
import { type Connection, withClient } from '../../server/base/database/db.ts'
import { openDataFolder } from '../../server/base/database/embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '../../server/base/database/embedded-postgres/start-embedded-postgres.ts'
import { realClock } from '../../server/base/process/clock.ts'
import { initialisedDataDir, temporaryDataDir, temporaryFolder } from '../support/data-dir.ts'
import { eventually } from '../support/eventually.ts'

const newArchive = () => archiveIn(join(temporaryFolder(), 'backups'))

const ask = (connection: Connection, sql: string): Promise<unknown[]> =>
  withClient(connection, async (client) => (await client.query(sql)).rows.map(({ who }) => who))

/** Runs until it has a base backup of its own, and writes something before and after that. */
async function liveAs(t: TestContext, archive: ArchiveFolder, dataDir: string, who: string): Promise<void> {
  const archiveDir = archive.root
  const bases = () => listBaseBackups(archive).length
  const before = bases()
  const server = await startEmbeddedPostgres({ dataDir, archiveDir, fsync: false })
  t.after(server.stop)
  const { connection, isArchived } = server
  // What a restore to an earlier moment stops at: so it branches off before the base backup.
  await ask(connection, 'create table if not exists begun (who text)')
  await ask(connection, `insert into begun values ('${who}')`)
  const { cluster, root } = openDataFolder(dataDir)
  const plan = { archive, connection, clusterDir: cluster, dataDir: root, isOurs: isArchived }
  const keeping = keepArchive({ ...plan, keep: 9, say: () => {} })
  t.after(keeping.stop)
  await eventually(`a base backup of ${who}`, () => bases() > before)
  await ask(connection, 'create table if not exists written (who text)')
  await ask(connection, `insert into written values ('${who}')`)
  await keeping.stop()
  await server.stop()
}

const ALL = 'select who from written order by who'

/** Into a folder of its own, or on in the archive. */
function restored(
  { root: from }: ArchiveFolder,
  sql: string,
  { to = null, dataDir = temporaryDataDir(), archiveDir }: Partial<Recovery> = {},
): Promise<unknown[]> {
  return recover({ from, to, dataDir, osUser: undefined, archiveDir, say: () => {} }, (connection) =>
    ask(connection, sql),
  )
}

test('who takes its archive back begins anew there, and that is what is restored', async (t) => {
  const archive = newArchive()
  const first = await initialisedDataDir()
  await liveAs(t, archive, first, 'first')
  const copy = temporaryDataDir()
  assert.deepEqual(await restored(archive, ALL, { dataDir: copy, archiveDir: archive.root }), ['first'])
  await liveAs(t, archive, copy, 'copy')
  assert.deepEqual(await restored(archive, ALL), ['copy', 'first'])
  await liveAs(t, archive, first, 'first again')
  assert.deepEqual(await restored(archive, ALL), ['first', 'first again'])
})

test('who was restored to before the last base backup is followed without one of its own', async (t) => {
  const archive = newArchive()
  const first = await initialisedDataDir()
  await liveAs(t, archive, first, 'first')
  const moment = realClock.now()
  // So that it makes another.
  forgetArchive(first)
  await liveAs(t, archive, first, 'first later')
  assert.equal(listBaseBackups(archive).length, 2)

  const write = `insert into written values ('copy') returning who`
  const written = await restored(archive, write, { to: moment, archiveDir: archive.root })
  assert.deepEqual(written, ['copy'])
  assert.deepEqual(await restored(archive, ALL), ['copy', 'first'])
  assert.deepEqual(await restored(archive, ALL, { to: moment }), ['first'])

  // It has a base backup of today, and one of its own all the same: from the others the copy's is what comes.
  await liveAs(t, archive, first, 'first again')
  assert.deepEqual(await restored(archive, ALL), ['first', 'first again', 'first later'])
})
