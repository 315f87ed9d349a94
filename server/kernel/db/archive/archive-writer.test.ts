// One server at a time writes to an archive: a clone harms nothing, reports why it does not archive, and
// continues when the first has left. A folder holds the history of one database.
import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { initialisedDataDir, temporaryDataDir, temporaryFolder } from '../../../../test/support/data-dir.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import type { Say } from '../../process/log.ts'
import { databaseAccount } from '../embedded-postgres/accounts.ts'
import { openDataFolder } from '../embedded-postgres/data-folder.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { query } from '../embedded-postgres/test-support.ts'
import { archiveIn, beginHistory, historyFile, untilDiskResponds, writerFile } from './archive-folder.ts'
import {
  archivingSettings,
  claimArchive,
  holdArchive,
  leaveArchive,
  readWriter,
  recoverySettings,
  writerFor,
} from './archive-writer.ts'
import { keepArchive } from './keep-archive.ts'

const two = () => [writerFor(temporaryFolder()), writerFor(temporaryFolder())] as const

/** Ages the file by so many seconds. */
function age(root: string, seconds: number): void {
  const at = statSync(writerFile(root)).mtimeMs / 1_000 - seconds
  utimesSync(writerFile(root), at, at)
}

test('the current writer stays, and is named to the next', () => {
  const root = temporaryFolder()
  const [one, other] = two()
  assert.equal(readWriter(root), null)
  assert.equal(claimArchive(root, one), null)
  assert.deepEqual(claimArchive(root, other), one)
  assert.match(one.place, /^\/\S+ on \S+$/)
  assert.deepEqual(readdirSync(root), ['writer'])
  assert.equal(readFileSync(writerFile(root), 'utf8').split('\n')[0], one.token)
  assert.equal(statSync(writerFile(root)).mode & 0o777, 0o644, "the database's user reads it")
})

test('a writer that renews keeps the archive; after a minute without renewal another takes it', () => {
  const root = temporaryFolder()
  const [one, other] = two()
  claimArchive(root, one)
  age(root, 3_600)
  assert.equal(claimArchive(root, one), null)
  assert.deepEqual(claimArchive(root, other), one)
  age(root, 59)
  assert.deepEqual(claimArchive(root, other), one)
  age(root, 3)
  assert.equal(claimArchive(root, other), null)
  assert.deepEqual(claimArchive(root, one), other, 'one that comes back late finds that it is over')
  leaveArchive(root, one)
  assert.deepEqual(readWriter(root), other)
})

test('a writer that leaves, or died in the same folder, makes room at once', () => {
  const root = temporaryFolder()
  const [one, other] = two()
  claimArchive(root, one)
  leaveArchive(root, one)
  assert.equal(existsSync(writerFile(root)), false)
  assert.equal(claimArchive(root, other), null)
  const later = { ...writerFor(temporaryFolder()), identity: other.identity }
  assert.equal(claimArchive(root, later), null, 'only one at a time has the lock of its folder')
})

test('an unreadable writer file counts by its age', () => {
  const root = temporaryFolder()
  const [one] = two()
  writeFileSync(writerFile(root), '')
  assert.equal(claimArchive(root, one)?.place, 'somewhere')
  age(root, 61)
  assert.equal(claimArchive(root, one), null)
})

const original = await initialisedDataDir()
/** A copy of the original, which has stopped once. */
const copy = temporaryDataDir()

async function start(t: TestContext, dataDir: string, archiveDir: string, settings = {}) {
  const said: string[] = []
  const server = await startEmbeddedPostgres({
    dataDir,
    archiveDir,
    fsync: false,
    settings,
    say: (line) => said.push(line),
  })
  t.after(server.stop)
  return { server, said }
}

/** Returns the name of the segment that is to be archived. */
async function endSegment(server: EmbeddedPostgres): Promise<string> {
  await query(server, 'create table if not exists t (n int); insert into t values (1)')
  const [row] = await query(server, 'select pg_walfile_name(pg_switch_wal())')
  return `${row?.[0]}.gz`
}

test('a copy of a running database leaves the archive to the original until that stops', async (t) => {
  const archiveDir = join(temporaryFolder(), 'backups')
  const wal = join(archiveDir, 'wal')
  await (await start(t, original, archiveDir)).server.stop()
  assert.equal(readWriter(archiveDir), null, 'a stop leaves the archive')
  cpSync(join(original, 'pg'), join(copy, 'pg'), { recursive: true })
  const first = await start(t, original, archiveDir)
  const owner = statSync(wal).uid

  const second = await start(t, copy, archiveDir)
  assert.equal(second.said.length, 1)
  assert.match(
    second.said[0] ?? '',
    /is the archive of another database that runs, \S+ on \S+\. Nothing of this/,
  )
  assert.deepEqual([first.server.isArchived(), second.server.isArchived()], [true, false])
  const refused = await endSegment(second.server)
  const log = () => readFileSync(join(copy, 'postgres.log'), 'utf8')
  await eventually("the copy's log has the reason", () => log().includes('this archive was taken over'))
  assert.equal(existsSync(join(wal, refused)), false)
  const archived = await endSegment(first.server)
  await eventually('the original continues', () => existsSync(join(wal, archived)))
  assert.deepEqual(
    [statSync(wal).uid, readdirSync(wal).filter((name) => name.endsWith('.part'))],
    [owner, []],
  )
  assert.deepEqual(first.said, [])

  await second.server.stop()
  assert.equal(readWriter(archiveDir)?.identity, writerFor(original).identity, 'nor is it taken along')
})

test('after a restart segments are archived as soon as after the first start', async (t) => {
  const archiveDir = join(temporaryFolder(), 'backups')
  const segments = () => readdirSync(join(archiveDir, 'wal')).length
  await (await start(t, original, archiveDir)).server.stop()
  const { server } = await start(t, original, archiveDir, { archive_timeout: '1s' })
  const before = segments()
  await query(server, 'create table later (n int)')
  await eventually('the segment is archived', () => segments() > before)
})

test('the second takes over by itself when the first is gone', async (t) => {
  const archive = archiveIn(join(temporaryFolder(), 'backups'))
  const said: string[] = []
  const troubles: string[] = []
  const say: Say = (line, weight) => (weight === 'trouble' ? troubles : said).push(line)
  const hold = (dataDir: string) => {
    const folder = openDataFolder(dataDir)
    const account = databaseAccount(folder.cluster, undefined)
    const held = holdArchive({ archive, folder, account, say, renewEveryMs: 5 })
    t.after(held.release)
    return held
  }
  const first = hold(original)
  const second = hold(copy)
  assert.deepEqual([first.isOurs(), second.isOurs()], [true, false])
  assert.deepEqual([said.length, troubles.length], [0, 1])
  first.release()
  await eventually('it has taken over', () => second.isOurs())
  await eventually('it logs so', () => said.at(-1) === `This database is archived to ${archive.root} now.`)
  assert.deepEqual([said.length, troubles.length], [1, 1])
  renameSync(archive.root, `${archive.root}.away`)
  mkdirSync(archive.root)
  assert.equal(second.isOurs(), false)
  await eventually('it reports an unavailable archive', () =>
    /and that is not there now/.test(troubles.at(-1) ?? ''),
  )
  renameSync(join(`${archive.root}.away`, 'database'), join(archive.root, 'database'))
  await eventually('it has taken over in the new folder', () => second.isOurs())
  assert.deepEqual(readdirSync(archive.root).sort(), ['database', 'writer'], 'and not in an empty folder')
})

test('an unresponsive share blocks nothing, and is checked again when it responds', async (t) => {
  const archive = archiveIn(join(temporaryFolder(), 'backups'))
  const folder = openDataFolder(original)
  const account = databaseAccount(folder.cluster, undefined)
  const held = holdArchive({ archive, folder, account, say: () => {}, renewEveryMs: 5 })
  t.after(held.release)
  const number = join(archive.root, 'database')
  const text = readFileSync(number)
  rmSync(number)
  execFileSync('mkfifo', [number])
  // Opening succeeds once a reader is there, which then waits for us.
  const share = await eventually('its disk was checked', () => openedToWrite(number))
  rmSync(join(archive.root, 'writer'))
  const connection = { host: folder.root, user: 'nobody', database: 'none' }
  const plan = { archive, connection, clusterDir: folder.cluster, dataDir: folder.root }
  await keepArchive({ ...plan, keep: 2, isOurs: held.isOurs, say: () => {} }).stop()
  assert.equal(held.isOurs(), false, 'nothing was written meanwhile')
  rmSync(number)
  writeFileSync(number, text)
  closeSync(share)
  await eventually('the archive is held again', () => held.isOurs())
})

test('a writer that stops during a check of the disk still leaves the archive', async () => {
  const archive = archiveIn(join(temporaryFolder(), 'backups'))
  const folder = openDataFolder(original)
  const account = databaseAccount(folder.cluster, undefined)
  const held = holdArchive({ archive, folder, account, say: () => {} })
  assert.equal(held.isOurs(), true)
  const responded = untilDiskResponds(archive)
  held.release()
  assert.equal(readWriter(archive.root), null)
  await responded
})

function openedToWrite(pipe: string): number | false {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return false
  }
}

test('a restored or different database is refused in a folder with history', (t) => {
  const archive = archiveIn(join(temporaryFolder(), 'backups'))
  const restored = temporaryDataDir()
  cpSync(join(original, 'pg'), join(restored, 'pg'), { recursive: true })
  beginHistory(join(restored, 'pg'))
  const hold = (dataDir: string, to = archive) => {
    const folder = openDataFolder(dataDir)
    const account = databaseAccount(folder.cluster, undefined)
    const held = holdArchive({ archive: to, folder, account, say: () => {} })
    t.after(held.release)
    return held
  }
  hold(original).release()
  assert.throws(
    () => hold(restored),
    /is the archive of this database from before a restore, and .* one history\. Set BACKUP_DIR to an empty folder\.$/,
  )
  const own = archiveIn(join(temporaryFolder(), 'backups'))
  assert.equal(hold(restored, own).isOurs(), true)
  assert.throws(() => hold(original, own), /from before a restore/)
  assert.equal(hold(original).isOurs(), true, 'its own folder is as it was')

  writeFileSync(historyFile(own.root), '1\n')
  assert.throws(
    () => hold(restored, own),
    /is the archive of another database\. Set BACKUP_DIR to an empty folder\.$/,
  )
  rmSync(historyFile(own.root))
  writeFileSync(join(own.wal, '000000010000000000000001.gz'), '')
  assert.throws(() => hold(restored, own), /is the archive of another database/)
})

// The archive command as a shell runs it: atomic, never overwriting, with any folder name.

const SEGMENT = '000000010000000000000007'

/** Replaces the file's path and name and doubled per cent signs, as the server does. */
function runAs(command: string | undefined, cwd: string, path: string) {
  const line = (command ?? '').replaceAll(/%([pf%])/g, (_all, sign) =>
    sign === 'p' ? path : sign === 'f' ? SEGMENT : '%',
  )
  return spawnSync('/bin/sh', ['-c', line], { cwd, encoding: 'utf8' })
}

for (const name of ['plain', 'it\'s 100% of "this" & $HOME', 'with %f %p in it'])
  test(`a folder called ${name} can be archived to`, () => {
    const cluster = temporaryFolder()
    const wal = join(cluster, name, 'wal')
    mkdirSync(wal, { recursive: true })
    const root = join(cluster, name)
    const { archive_command, archive_timeout, wal_level } = archivingSettings({ root, wal }, 'our-token')
    writeFileSync(writerFile(root), 'our-token\nidentity\nplace\n')
    assert.deepEqual([archive_timeout, wal_level], ['45s', 'replica'])
    const archive = () => runAs(archive_command, cluster, 'segment')
    const content = Buffer.alloc(100_000, 'log')
    writeFileSync(join(cluster, 'segment'), content)
    const file = join(wal, `${SEGMENT}.gz`)

    writeFileSync(`${file}.our-token.part`, 'what a crash left')
    assert.deepEqual([archive().status, readdirSync(wal)], [0, [`${SEGMENT}.gz`]])
    assert.deepEqual(gunzipSync(readFileSync(file)), content)
    assert.equal(archive().status, 0, 'the same again is fine')
    const packed = readFileSync(file)
    writeFileSync(join(cluster, 'segment'), 'another')
    const refused = archive()
    assert.equal(refused.status, 1)
    assert.equal(refused.stderr, `another ${SEGMENT} is archived already\n`)
    assert.deepEqual(readFileSync(file), packed)
    writeFileSync(file, packed.subarray(0, 50))
    assert.equal(archive().status, 1, 'nor over one that is damaged')

    rmSync(file)
    writeFileSync(writerFile(root), 'another-token\nidentity\nplace\n')
    assert.equal(archive().stderr, 'this archive was taken over by another database or a later start\n')
    rmSync(writerFile(root))
    assert.equal(archive().status, 1, 'nor without a writer')
    assert.deepEqual(readdirSync(wal), [])

    const { restore_command, recovery_target_time, recovery_target_timeline } = recoverySettings(
      wal,
      new Date(0),
    )
    assert.deepEqual(
      [recovery_target_time, recovery_target_timeline],
      ['1970-01-01 00:00:00.000+00', 'current'],
    )
    writeFileSync(file, gzipSync('restored'))
    assert.equal(runAs(restore_command, cluster, 'back').status, 0)
    assert.equal(readFileSync(join(cluster, 'back'), 'utf8'), 'restored')
    const missing = runAs(restore_command?.replaceAll('%f', 'nothing'), cluster, 'none')
    assert.deepEqual([missing.status, readdirSync(cluster).includes('none')], [1, false])
  })

test('a missing folder fails, and a restore without a target recovers everything', () => {
  const cluster = temporaryFolder()
  writeFileSync(join(cluster, 'segment'), 'log')
  writeFileSync(writerFile(cluster), 't\n')
  const { archive_command } = archivingSettings({ root: cluster, wal: join(cluster, 'gone') }, 't')
  assert.notEqual(runAs(archive_command, cluster, 'segment').status, 0)
  assert.equal('recovery_target_time' in recoverySettings(cluster, null), false)
})
