// One archive, two histories: a database that was restored from it went on in it for a while, and then the first one
// again. What is restored is what was written last, whether it has a base backup of its own yet or not.
import assert from 'node:assert/strict'
import { cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
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
  more: Partial<Recovery> = {},
): Promise<unknown[]> {
  const plan = { from, to: null, dataDir: temporaryDataDir(), osUser: undefined, archiveDir: undefined }
  return recover({ ...plan, timeline: null, say: () => {}, ...more }, (connection) => ask(connection, sql))
}

/** Each in a segment of its own. */
async function writeAll(connection: Connection, ...all: string[]): Promise<void> {
  for (const who of all) {
    await ask(connection, `insert into written values ('${who}')`)
    await ask(connection, 'select pg_switch_wal()')
  }
}

/** Goes on with a database that was archived before, without a base backup. */
async function goOn(
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

/** A moment that nothing happens at. */
async function betweenChanges(): Promise<Date> {
  await nextMillisecond()
  const moment = realClock.now()
  await nextMillisecond()
  return moment
}

/** Of a timeline, oldest first. */
function segmentsOf(archive: ArchiveFolder, timeline: number): string[] {
  const pattern = new RegExp(`^0000000${timeline}[0-9A-F]{16}\\.gz$`)
  return readdirSync(archive.wal)
    .filter((name) => pattern.test(name))
    .sort()
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

test('a gap is refused before anything is unpacked where the restore would meet it, and only there', async (t) => {
  const archive = newArchive()
  const first = await initialisedDataDir()
  await liveAs(t, archive, first, 'first')
  const moment = await betweenChanges()
  await goOn(archive, first, (connection) => writeAll(connection, 'left', 'left', 'left'))
  const write = async (connection: Connection) => writeAll(connection, 'copy', 'copy', 'copy', 'copy')
  const plan = {
    from: archive.root,
    archiveDir: archive.root,
    dataDir: temporaryDataDir(),
    osUser: undefined,
  }
  await recover({ ...plan, to: moment, timeline: null, say: () => {} }, write)

  rmSync(join(archive.wal, segmentsOf(archive, 1).at(-2) ?? assert.fail()))
  assert.deepEqual(await restored(archive, ALL), ['copy', 'copy', 'copy', 'copy', 'first'])

  const copy = newArchive()
  cpSync(archive.root, copy.root, { recursive: true })
  const gap = segmentsOf(copy, 2).at(2) ?? assert.fail()
  rmSync(join(copy.wal, gap))
  const said: string[] = []
  const dataDir = temporaryDataDir()
  for (const to of [null, realClock.now()])
    await assert.rejects(
      restored(copy, ALL, { to, dataDir, say: (line) => void said.push(line) }),
      new RegExp(`${gap} is missing in`),
    )
  assert.deepEqual(
    [said.filter((line) => line.startsWith('Unpacking')), existsSync(join(dataDir, 'pg'))],
    [[], false],
  )
  assert.deepEqual(await restored(copy, ALL, { to: moment }), ['first'], 'what is before it is as it was')
})

test('a moment is that of the database that lived then; where two did, or none, it is asked which', async (t) => {
  const archive = newArchive()
  const first = await initialisedDataDir()
  await liveAs(t, archive, first, 'first')
  const branch = await betweenChanges()
  let left: Date = branch
  await goOn(archive, first, async (connection) => {
    await writeAll(connection, 'left')
    left = await betweenChanges()
    await writeAll(connection, 'left later')
  })
  const between = await betweenChanges()
  const copy = temporaryDataDir()
  await restored(archive, 'select 1', { to: branch, dataDir: copy, archiveDir: archive.root })
  let copied: Date = branch
  await goOn(archive, copy, async (connection) => {
    await writeAll(connection, 'copy')
    copied = await betweenChanges()
    await writeAll(connection, 'copy later')
  })

  assert.deepEqual(await restored(archive, ALL), ['copy', 'copy later', 'first'])
  assert.deepEqual(await restored(archive, ALL, { timeline: 1 }), ['first', 'left', 'left later'])
  assert.deepEqual(await restored(archive, ALL, { to: left }), ['first', 'left'])
  assert.deepEqual(await restored(archive, ALL, { to: left, timeline: 2 }), ['first'])
  assert.deepEqual(await restored(archive, ALL, { to: copied }), ['copy', 'first'])
  await assert.rejects(
    restored(archive, ALL, { to: between }),
    /^Error: No history .*timeline 1.*timeline 2.*--timeline/s,
  )

  await goOn(archive, first, (connection) => writeAll(connection, 'first again'))
  await assert.rejects(
    restored(archive, ALL, { to: copied }),
    /^Error: More than one history .*timeline 1.*timeline 2.*--timeline/s,
  )
  assert.deepEqual(await restored(archive, ALL, { to: copied, timeline: 2 }), ['copy', 'first'])
  assert.deepEqual(await restored(archive, ALL, { to: copied, timeline: 1 }), ['first', 'left', 'left later'])
  assert.deepEqual(await restored(archive, ALL, { to: left }), ['first', 'left'])
})

test('who goes on in another archive than it was restored from takes a timeline that is free there', async (t) => {
  const archive = newArchive()
  await liveAs(t, archive, await initialisedDataDir(), 'first')
  const copy = newArchive()
  cpSync(archive.root, copy.root, { recursive: true })
  const writing = (who: string) => `insert into written values ('${who}') returning who`
  await restored(archive, writing('second'), { archiveDir: archive.root })
  // The copy was made before that.
  await restored(copy, writing('third'), { archiveDir: archive.root })
  assert.deepEqual(await restored(archive, ALL), ['first', 'third'])
  assert.deepEqual(await restored(archive, ALL, { timeline: 2 }), ['first', 'second'])
})

test('who is restored again, to a moment before the first time, is followed from before that', async (t) => {
  const archive = newArchive()
  const first = await initialisedDataDir()
  await liveAs(t, archive, first, 'first')
  const earlier = await betweenChanges()
  // So that it makes another.
  forgetArchive(first)
  await liveAs(t, archive, first, 'first later')
  const later = await betweenChanges()
  await goOn(archive, first, (connection) => writeAll(connection, 'left'))
  const writing = (who: string) => `insert into written values ('${who}') returning who`
  await restored(archive, writing('second'), { to: later, archiveDir: archive.root })
  await restored(archive, writing('third'), { to: earlier, archiveDir: archive.root })
  assert.deepEqual(await restored(archive, ALL), ['first', 'third'])
  assert.deepEqual(await restored(archive, ALL, { timeline: 2 }), ['first', 'first later', 'second'])
  // Told to follow the second, it has a branch in its history that it never came to.
  await restored(archive, writing('fourth'), { to: earlier, timeline: 2, archiveDir: archive.root })
  assert.deepEqual(await restored(archive, ALL), ['first', 'fourth'])
})
