// A base backup that fails leaves no room taken: what is half written would keep the log from being archived.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { initialisedDataDir, temporaryFolder } from '../../../../test/support/data-dir.ts'
import { eventually } from '../../../../test/support/eventually.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { archiveIn } from './archive-folder.ts'
import { makeBaseBackup } from './make-base-backup.ts'

test('one that fails in the middle, or is broken off, leaves nothing behind', async (t) => {
  const dataDir = await initialisedDataDir()
  const archive = archiveIn(join(temporaryFolder(), 'backups'))
  const server = await startEmbeddedPostgres({ dataDir, archiveDir: archive.root, fsync: false })
  t.after(server.stop)
  const clusterDir = join(dataDir, 'pg')
  const begin = (signal: AbortSignal) =>
    makeBaseBackup({ archive, connection: server.connection, clusterDir, signal })
  const drafts = () => readdirSync(archive.bases)

  // Something that is there and cannot be read.
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
  // It comes to what cannot be read by itself, on a busy machine before anybody looks.
  await eventually('it is at work', () => {
    const [draft = 'none'] = drafts()
    return isOver || existsSync(join(archive.bases, draft, 'pg', 'PG_VERSION.gz'))
  })
  halt.abort(new Error('enough'))
  await broken
  assert.deepEqual(drafts(), [])
})
