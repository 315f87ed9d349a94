// Which base backups there are, and what is removed with the old ones.
import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../../../../test/support/data-dir.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { listBaseBackups, removeOldBackups } from './base-backups.ts'
import { addBase, addSegment, newArchive } from './test-support.ts'

const DAYS = [1, 2, 3, 4]
const segmentOf = (day: number) => `0000000100000000000000${day}0`
const wholeAt = (day: number) => `2026-11-0${day}T12:00:00.000Z`

/** With the segment that it begins with, and one of the same timeline after it. */
function addDay(archive: ArchiveFolder, day: number, segment = segmentOf(day)): void {
  addBase(archive, segment, wholeAt(day))
  for (const name of [segment, `${segment.slice(0, -1)}8`]) addSegment(archive, name)
}

/** A base backup a day, a segment for each, and one between; and what is not a base backup. */
function archiveOfDays(): ArchiveFolder {
  const archive = newArchive(temporaryFolder())
  for (const day of DAYS) addDay(archive, day)
  mkdirSync(join(archive.bases, '20261109.part'))
  mkdirSync(join(archive.bases, '20261108'))
  writeFileSync(join(archive.bases, '20261108', 'backup.json'), '{"format": "embarque-ba')
  writeFileSync(join(archive.bases, 'notes.txt'), '')
  return archive
}

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
  addDay(archive, 5, '000000020000000000000025')
  removeOldBackups(archive, 2)
  assert.deepEqual(
    readdirSync(archive.wal).map((name) => `${name.slice(7, 8)} ${name.slice(-5, -3)}`),
    ['1 28', '1 30', '1 38', '1 40', '1 48', '2 25', '2 28'],
  )
})
