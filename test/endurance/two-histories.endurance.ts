// One archive, two histories: a database that was restored from it went on in it for a while, and then the first one
// again. What is restored is what the first one has written, since it was the last.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { archiveIn } from '../../server/base/database/archive/archive-folder.ts'
import { listBaseBackups } from '../../server/base/database/archive/base-backups.ts'
import { keepArchive } from '../../server/base/database/archive/keep-archive.ts'
import { recover } from '../../server/base/database/archive/recover.ts'
import { type Connection, withClient } from '../../server/base/database/db.ts'
import { openDataFolder } from '../../server/base/database/embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '../../server/base/database/embedded-postgres/start-embedded-postgres.ts'
import { initialisedDataDir, temporaryDataDir, temporaryFolder } from '../support/data-dir.ts'
import { eventually } from '../support/eventually.ts'

const archiveDir = join(temporaryFolder(), 'backups')
const archive = archiveIn(archiveDir)

const ask = (connection: Connection, sql: string): Promise<unknown[]> =>
  withClient(connection, async (client) => (await client.query(sql)).rows.map(({ who }) => who))

/** Runs until it has a base backup of its own, and writes something after that. */
async function liveAs(t: TestContext, dataDir: string, who: string): Promise<void> {
  const bases = () => listBaseBackups(archive).length
  const before = bases()
  const server = await startEmbeddedPostgres({ dataDir, archiveDir, fsync: false })
  t.after(server.stop)
  const { connection, isArchived } = server
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

test('who takes its archive back begins anew there, and that is what is restored', async (t) => {
  const first = await initialisedDataDir()
  const restored = (dataDir: string, sql: string, into?: string) =>
    recover(
      { from: archiveDir, to: null, dataDir, osUser: undefined, archiveDir: into, say: () => {} },
      (connection) => ask(connection, sql),
    )
  const all = 'select who from written order by who'
  await liveAs(t, first, 'first')
  const copy = temporaryDataDir()
  assert.deepEqual(await restored(copy, all, archiveDir), ['first'])
  await liveAs(t, copy, 'copy')
  assert.deepEqual(await restored(temporaryDataDir(), all), ['copy', 'first'])
  await liveAs(t, first, 'first again')
  assert.deepEqual(await restored(temporaryDataDir(), all), ['first', 'first again'])
})
