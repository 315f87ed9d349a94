// Which base backup a moment is reached from, and what is removed with the old ones.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import { type ArchiveFolder, archiveIn } from './archive-folder.ts'
import { type BaseBackup, baseBackupFor, FORMAT, listBaseBackups, removeOldBackups } from './base-backups.ts'

const DAYS = [1, 2, 3, 4]
const segmentOf = (day: number) => `0000000100000000000000${day}0`
const wholeAt = (day: number) => `2026-11-0${day}T12:00:00.000Z`

/** With the segment that it begins with, and one of the same timeline after it. */
function addBase(
  archive: ArchiveFolder,
  day: number,
  segment = segmentOf(day),
  more: Partial<BaseBackup> = {},
): void {
  const folder = join(archive.bases, `2026110${day}`)
  mkdirSync(join(folder, 'pg'), { recursive: true })
  const manifest = { format: FORMAT, version: 1, start_segment: segment, whole_at: wholeAt(day) }
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ ...manifest, folders: [], files: {}, ...more }))
  for (const name of [segment, `${segment.slice(0, -1)}8`]) writeFileSync(join(archive.wal, `${name}.gz`), '')
}

/** Of a database that was restored and went on in the archive: each timeline before it, and where it was left. */
function addHistory(
  archive: ArchiveFolder,
  timeline: number,
  branches: [timeline: number, place: number][],
): void {
  const lines = branches.map(([before, place]) => `${before}\t0/${place}000100\tbefore 2026-11-17\n`)
  writeFileSync(join(archive.wal, `0000000${timeline}.history.gz`), gzipSync(lines.join('')))
}

/** A base backup a day, a segment for each, and one between; and what is not a base backup. */
function archiveOfDays(): ArchiveFolder {
  const archive = archiveIn(temporaryFolder())
  mkdirSync(archive.wal)
  for (const day of DAYS) addBase(archive, day)
  mkdirSync(join(archive.bases, '20261109.part'))
  mkdirSync(join(archive.bases, '20261108'))
  writeFileSync(join(archive.bases, '20261108', 'backup.json'), '{"format": "embarque-ba')
  writeFileSync(join(archive.bases, 'notes.txt'), '')
  return archive
}

test('a moment is reached from the last one that was whole by then', () => {
  const archive = archiveOfDays()
  const from = (to: string | null) => baseBackupFor(archive, to === null ? null : new Date(to)).whole_at
  assert.equal(from(null), wholeAt(4))
  assert.equal(from('2026-11-03T11:59:59Z'), wholeAt(2))
  assert.equal(from('2026-11-03T12:00:00Z'), wholeAt(3))
  assert.equal(from('2027-01-01T00:00:00Z'), wholeAt(4))
  assert.throws(() => from('2026-11-01T11:59:59Z'), /^Error: The archive begins at 2026-11-01T12:00:00\.000Z/)
  assert.throws(() => baseBackupFor(archiveIn('/nowhere'), null), /\/nowhere holds no base backup/)
})

test('what a restored database went on with is followed before it has a base backup of its own', () => {
  const archive = archiveOfDays()
  const from = (to: number | null) =>
    baseBackupFor(archive, to === null ? null : new Date(wholeAt(to))).whole_at
  addHistory(archive, 2, [[1, 28]])
  assert.equal(from(null), wholeAt(2), 'from those after it only what it left can be reached')
  assert.equal(from(4), wholeAt(2), 'at any moment')
  assert.equal(from(2), wholeAt(2))
  assert.equal(from(1), wholeAt(1), 'what was before it is as it was')
  addHistory(archive, 2, [[1, 38]])
  assert.equal(from(null), wholeAt(3))
  addBase(archive, 5, '000000020000000000000035')
  assert.equal(from(null), wholeAt(5))
  addHistory(archive, 3, [[1, 18]])
  assert.equal(from(null), wholeAt(1), 'the last that went on, from wherever it did')
  addHistory(archive, 3, [[1, 5]])
  assert.equal(from(null), wholeAt(5), 'one that none leads to cannot be')
})

test('a base backup that was made since a database went on elsewhere is what is followed', () => {
  const archive = archiveOfDays()
  const from = (to: string | null) => baseBackupFor(archive, to === null ? null : new Date(to)).whole_at
  addHistory(archive, 2, [[1, 28]])
  addBase(archive, 5, segmentOf(5), { last_timeline: 2 })
  assert.equal(from(null), wholeAt(5))
  addHistory(archive, 3, [[1, 58]])
  assert.equal(from(null), wholeAt(5))
  assert.equal(
    from('2026-11-05T11:59:59Z'),
    wholeAt(4),
    'what was before the last that leads there is as it was',
  )
})

test('a history that cannot be read, or no log at all, is told', () => {
  const archive = archiveOfDays()
  writeFileSync(join(archive.wal, '00000002.history.gz'), 'damaged')
  assert.throws(() => baseBackupFor(archive, null), /00000002\.history\.gz is damaged \(.*Copy it again/)
  rmSync(archive.wal, { recursive: true })
  assert.throws(() => baseBackupFor(archive, null), /^Error: The log of the database cannot be read \(ENOENT/)
})

test('the newest stay, with the log from the oldest of them on', () => {
  const archive = archiveOfDays()
  removeOldBackups(archive, 10)
  assert.equal(listBaseBackups(archive).length, 4)
  removeOldBackups(archive, 2)
  assert.deepEqual(
    listBaseBackups(archive).map(({ whole_at }) => whole_at),
    [wholeAt(3), wholeAt(4)],
  )
  assert.deepEqual(
    readdirSync(archive.wal).map((name) => name.slice(-5, -3)),
    ['30', '38', '40', '48'],
  )
})

test('the log of one that goes on from an earlier moment stays with it', () => {
  const archive = archiveOfDays()
  addBase(archive, 5, '000000020000000000000025')
  removeOldBackups(archive, 2)
  assert.deepEqual(
    readdirSync(archive.wal).map((name) => `${name.slice(7, 8)} ${name.slice(-5, -3)}`),
    ['1 28', '1 30', '1 38', '1 40', '1 48', '2 25', '2 28'],
  )
})
