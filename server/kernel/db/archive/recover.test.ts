// The base backup that a restore begins with, the errors of impossible restores, and that a folder in use is
// left alone.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryDataDir, temporaryFolder } from '../../../../test/support/data-dir.ts'
import { lockFolder, openDataFolder } from '../embedded-postgres/data-folder.ts'
import {
  endedEarly,
  explainEnd,
  explainFlaw,
  explainIncomplete,
  findFlaw,
  lastChangeIn,
  type RecoverySource,
  recover,
  recoverySource,
} from './recover.ts'
import { addBase, addSegment, newArchive, segment } from './test-support.ts'

/** With a base backup that has no cluster, and one segment of its log. */
function archiveOfNothing(): string {
  const archive = newArchive(temporaryFolder())
  addBase(archive, segment(16), '2026-11-01T12:00:00.000Z')
  addSegment(archive, segment(16))
  return archive.root
}

/** A folder with the log that another restore reads. */
function folderInUse() {
  const folder = openDataFolder(temporaryDataDir())
  const logDir = join(folder.root, 'restored-wal')
  mkdirSync(logDir)
  const log = join(logDir, `${segment(16)}.gz`)
  writeFileSync(log, 'theirs')
  const plan = { from: archiveOfNothing(), to: null, dataDir: folder.root, say: () => {} }
  const restore = () => recover({ ...plan, osUser: undefined }, async () => {})
  return { folder, log, restore }
}

test('a refused restore leaves the log of another service alone', async (t) => {
  const { folder, log, restore } = folderInUse()
  const lock = lockFolder(folder.lock, folder.root)
  t.after(() => lock.release())
  await assert.rejects(restore(), /Another service uses this DATA_DIR/)
  assert.equal(readFileSync(log, 'utf8'), 'theirs')
  lock.release()
  mkdirSync(folder.cluster)
  await assert.rejects(restore(), /There is a database in \S+ already/)
  assert.equal(readFileSync(log, 'utf8'), 'theirs')
})

test("a failed restore removes its own and a killed one's files, and unlocks the folder", async () => {
  const { folder, log, restore } = folderInUse()
  // The base backup has no cluster, so the server does not start.
  await assert.rejects(restore(), /is not empty and holds no database/)
  assert.deepEqual([existsSync(log), existsSync(folder.cluster)], [false, false])
  lockFolder(folder.lock, folder.root).release()
})

test('a time is restored from the last base backup completed by then', () => {
  const archive = newArchive(temporaryFolder())
  const at = (day: number) => `2026-11-0${day}T12:00:00.000Z`
  assert.throws(() => recoverySource(archive, null), /holds no base backup of Embarque/)
  for (const day of [1, 2, 3]) addBase(archive, segment(day * 16), at(day))
  addSegment(archive, segment(50))
  const chosen = (to: string | null) => {
    const { backup, hasOlder, segments } = recoverySource(archive, to === null ? null : new Date(to))
    return [backup.whole_at, hasOlder, segments[0], segments.length]
  }
  assert.deepEqual(chosen(null), [at(3), true, segment(48), 3])
  assert.deepEqual(chosen(at(3)), [at(3), true, segment(48), 3])
  assert.deepEqual(chosen('2026-11-03T11:59:59Z'), [at(2), true, segment(32), 19])
  assert.deepEqual(chosen(at(1)), [at(1), false, segment(16), 35])
  assert.deepEqual(chosen('2027-01-01T00:00:00Z'), [at(3), true, segment(48), 3])
  assert.throws(
    () => chosen('2026-11-01T11:59:59Z'),
    /^Error: The archive begins at 2026-11-01T12:00:00\.000Z; nothing before that/,
  )
})

test('the first missing or damaged segment is found, in reading order', async () => {
  const archive = newArchive(temporaryFolder())
  const { wal } = archive
  const all = [segment(5), segment(6), segment(7), segment(8)]
  for (const name of [...all, segment(9)]) addSegment(archive, name)
  assert.equal(await findFlaw(wal, all), null)
  rmSync(join(wal, `${segment(8)}.gz`))
  assert.deepEqual(await findFlaw(wal, all), { file: `${segment(8)}.gz`, what: 'missing', readable: 3 })
  writeFileSync(join(wal, `${segment(6)}.gz`), 'damaged')
  const damage = await findFlaw(wal, all)
  assert.deepEqual([damage?.file, damage?.readable], [`${segment(6)}.gz`, 1])
  assert.match(damage?.what ?? '', /^damaged \(/)
})

const ENDED = 'FATAL:  recovery ended before configured recovery target was reached'
const log = (moment: string) => `LOG:  redo done at 0/4000110 system usage: CPU: user: 0.00 s
LOG:  last completed transaction was at log time ${moment}
${ENDED}`
const TO = new Date('2026-11-18T00:00:00Z')
const SOURCE: RecoverySource = {
  backup: {
    format: 'embarque-base-backup',
    version: 1,
    start_segment: '000000010000000000000002',
    whole_at: '2026-11-17T04:58:00.000Z',
    folders: [],
    files: {},
    folder: '/backups/base/1',
  },
  hasOlder: false,
  walDir: '/backups/wal',
  segments: [],
}
const OLDER = { ...SOURCE, hasOlder: true }
const GAP = { file: '000000010000000000000007.gz', what: 'missing', readable: 5 }
const FIRST = { file: '000000010000000000000002.gz', what: 'damaged (unexpected end of file)', readable: 0 }
const messageFor = (text: string, flaw: typeof GAP | null = null) =>
  explainEnd({ to: TO, last: lastChangeIn(text), flaw, source: SOURCE, cause: new Error(text) }).message

test('the last reachable time is just before the last change, in any logged zone', () => {
  for (const moment of [
    '2026-11-17 04:58:19.123456+00',
    '2026-11-17 01:58:19.123456-03',
    '2026-11-17 10:43:19.123456+05:45',
  ])
    assert.equal(
      messageFor(log(moment)),
      'The archive ends before 2026-11-18T00:00:00.000Z. Nothing was restored. Name 2026-11-17T04:58:19.122Z or an ' +
        'earlier moment. Without --to all that is there comes back.',
    )
  assert.match(messageFor(log('2026-11-17 04:58:19+00')), /Name 2026-11-17T04:58:18\.999Z or/)
})

test('a time before the base backup is not offered, since it is unreachable', () => {
  for (const text of [log('2026-11-17 04:57:59.999999+00'), ENDED])
    assert.equal(
      messageFor(text),
      'The archive ends before 2026-11-18T00:00:00.000Z. Nothing was restored. Without --to all that is there ' +
        'comes back.',
    )
})

test('a damaged segment is named, with how to restore up to it', () => {
  const upToThere =
    'All that was archived before it comes back, without --to, from a copy of the archive that has'
  const withMoment = messageFor(log('2026-11-17 04:58:19.123456+00'), GAP)
  assert.ok(
    withMoment.startsWith(`${GAP.file} is missing in /backups/wal, so that 2026-11-18T00:00:00.000Z cannot`),
  )
  assert.ok(withMoment.includes(`Name 2026-11-17T04:58:19.122Z or an earlier moment. ${upToThere}`))
  const toItsEnd = explainFlaw(GAP, SOURCE).message
  assert.ok(
    toItsEnd.startsWith(`${GAP.file} is missing in /backups/wal. ${upToThere} neither it nor any later one.`),
  )
})

test('for a damaged base backup an older one is offered only if there is one', () => {
  const older =
    '; or name a moment before 2026-11-17T04:58:00.000Z with --to, and the base backup before it is used.'
  const again = 'Copy all of base and wal again from where they were'
  for (const [text, end] of [
    [explainFlaw(FIRST, SOURCE).message, `${again}.`],
    [explainFlaw(FIRST, OLDER).message, `${again}${older}`],
    [explainIncomplete(SOURCE, new Error('ENOENT')).message, `is not whole (ENOENT). ${again}.`],
    [explainIncomplete(OLDER, new Error('ENOENT')).message, `${again}${older}`],
  ] as const)
    assert.ok(text.endsWith(end), text)
  assert.match(
    explainFlaw(FIRST, SOURCE).message,
    /^0+10+2\.gz, with which the log .* begins, is damaged \(unexp/,
  )
})

test('other server errors are reported unchanged', () => {
  assert.equal(endedEarly(new Error(log('2026-11-17 04:58:19+00'))), true)
  assert.equal(endedEarly(new Error('disk full')), false)
})
