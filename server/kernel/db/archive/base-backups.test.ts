// Base backups: listing, removal with their segments, and that a failed one leaves nothing behind.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { initialisedDataDir, temporaryFolder } from '../../../../test/support/data-dir.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { type ArchiveFolder, archiveIn } from './archive-folder.ts'
import { createBaseBackup, listBaseBackups, removeOldBackups, segmentsSince } from './base-backups.ts'
import { addBase, addSegment, newArchive, segment } from './test-support.ts'

const DAYS = [1, 2, 3, 4]
const wholeAt = (day: number) => `2026-11-0${day}T12:00:00.000Z`

/** One base backup a day with its first segment and a later one; and other files. */
function archiveOfDays(): ArchiveFolder {
  const archive = newArchive(temporaryFolder())
  for (const day of DAYS) {
    addBase(archive, segment(day * 16), wholeAt(day))
    for (const number of [day * 16, day * 16 + 8]) addSegment(archive, segment(number))
  }
  mkdirSync(join(archive.bases, '20261109.part'))
  mkdirSync(join(archive.bases, '20261108'))
  writeFileSync(join(archive.bases, '20261108', 'backup.json'), '{"format": "embarque-ba')
  writeFileSync(join(archive.bases, 'notes.txt'), '')
  return archive
}

test('the newest stay, with the log from the oldest of them', () => {
  const archive = archiveOfDays()
  for (const name of [`${segment(5)}.gz.t.part`, `${segment(16)}.00000028.backup.gz`, '00000002.history.gz'])
    writeFileSync(join(archive.wal, name), '')
  removeOldBackups(archive, 10)
  assert.equal(listBaseBackups(archive).length, 4)
  removeOldBackups(archive, 2)
  assert.deepEqual(
    listBaseBackups(archive).map(({ whole_at }) => whole_at),
    [wholeAt(3), wholeAt(4)],
  )
  assert.deepEqual(
    readdirSync(archive.wal).sort(),
    ['00000002.history.gz', ...[48, 56, 64, 72].map((number) => `${segment(number)}.gz`)].sort(),
  )
})

test('segments are listed up to the last one present, missing ones included, across log files', () => {
  const packed = (...numbers: number[]) => numbers.map((number) => `${segment(number)}.gz`)
  const others = [
    `${segment(299)}.gz.part`,
    segment(299),
    `${segment(299)}.partial.gz`,
    `${segment(299, 2)}.gz`,
  ]
  assert.deepEqual(segmentsSince(segment(254), [...packed(250, 254, 257), ...others]), [
    segment(254),
    segment(255),
    segment(256),
    segment(257),
  ])
  assert.equal(segment(257), '000000010000000100000001')
  assert.deepEqual(segmentsSince(segment(7), packed(3)), [segment(7)])
  assert.deepEqual(segmentsSince(segment(7, 2), []), [segment(7, 2)])
})

test('a failed or interrupted backup leaves nothing behind', async (t) => {
  const dataDir = await initialisedDataDir()
  const archive = archiveIn(join(temporaryFolder(), 'backups'))
  const server = await startEmbeddedPostgres({ dataDir, archiveDir: archive.root, fsync: false })
  t.after(server.stop)
  const clusterDir = join(dataDir, 'pg')
  const begin = (signal: AbortSignal) =>
    createBaseBackup({ archive, connection: server.connection, clusterDir, signal })
  const drafts = () => readdirSync(archive.bases)

  // A file that cannot be read.
  const socket = createServer().listen(join(clusterDir, 'zzz'))
  t.after(() => socket.close())
  await once(socket, 'listening')
  await assert.rejects(begin(new AbortController().signal), /ENXIO/)
  assert.deepEqual(drafts(), [])

  const halt = new AbortController()
  let isOver = false
  const broken = assert.rejects(begin(halt.signal), /enough|ENXIO/).finally(() => {
    isOver = true
  })
  // The failure may come before the test looks, on a busy machine.
  await eventually('the backup is running', () => {
    const [draft = 'none'] = drafts()
    return isOver || existsSync(join(archive.bases, draft, 'pg', 'PG_VERSION.gz'))
  })
  halt.abort(new Error('enough'))
  await broken
  assert.deepEqual(drafts(), [])
})
