// A restore into a folder that is in use: who uses it goes on as if nobody had asked.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { temporaryDataDir, temporaryFolder } from '../../../../test/support/data-dir.ts'
import { openDataFolder } from '../embedded-postgres/data-folder.ts'
import { lockFolder } from '../embedded-postgres/folder-lock.ts'
import { archiveIn } from './archive-folder.ts'
import { FORMAT } from './base-backups.ts'
import { recover } from './recover.ts'

const FIRST = '000000010000000000000010'

/** Of a base backup in which there is no cluster, and one segment of its log. */
function archiveOfNothing(): string {
  const { root, bases, wal } = archiveIn(temporaryFolder())
  const folder = join(bases, '20261101')
  mkdirSync(folder, { recursive: true })
  mkdirSync(wal)
  const parts = { start_segment: FIRST, whole_at: '2026-11-01T12:00:00.000Z', folders: [], files: {} }
  writeFileSync(join(folder, 'backup.json'), JSON.stringify({ format: FORMAT, version: 1, ...parts }))
  writeFileSync(join(wal, `${FIRST}.gz`), gzipSync('log'))
  return root
}

/** With the log in it that another restore reads. */
function folderInUse() {
  const folder = openDataFolder(temporaryDataDir())
  const logDir = join(folder.root, 'restored-wal')
  mkdirSync(logDir)
  const segment = join(logDir, `${FIRST}.gz`)
  writeFileSync(segment, 'theirs')
  const plan = { from: archiveOfNothing(), to: null, timeline: null, dataDir: folder.root, say: () => {} }
  const restore = () => recover({ ...plan, osUser: undefined, archiveDir: undefined }, async () => {})
  return { folder, segment, restore }
}

test('one that is refused leaves the log alone that another reads', async (t) => {
  const { folder, segment, restore } = folderInUse()
  const lock = lockFolder(folder.lock, folder.root)
  t.after(() => lock.release())
  await assert.rejects(restore(), /Another service uses this DATA_DIR/)
  assert.equal(readFileSync(segment, 'utf8'), 'theirs')
  lock.release()
  mkdirSync(folder.cluster)
  await assert.rejects(restore(), /There is a database in \S+ already/)
  assert.equal(readFileSync(segment, 'utf8'), 'theirs')
})

test('one that fails takes along what it made and what a killed one left, and others may use the folder', async () => {
  const { folder, segment, restore } = folderInUse()
  // There is no cluster in the base backup, so that the server does not start.
  await assert.rejects(restore(), /is not empty and holds no database/)
  assert.deepEqual([existsSync(segment), existsSync(folder.cluster)], [false, false])
  lockFolder(folder.lock, folder.root).release()
})
