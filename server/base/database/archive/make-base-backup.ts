/** Copies a cluster while its server runs: with the log from its beginning on it is a whole database again. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { writeNewFile } from '../../process/own-files.ts'
import { type Connection, onlyRow, withClient } from '../db.ts'
import { syncFolder } from '../embedded-postgres/create-cluster.ts'
import { type ArchiveFolder, sweepParts } from './archive-folder.ts'
import { type BaseBackup, FILES, FORMAT, MANIFEST } from './base-backups.ts'
import { PART, packFile, packText, syncDisk } from './pack-files.ts'
import { lastTimeline } from './wal-segments.ts'

/** Its log is waited for, and must come. */
const STOP_WITHIN = '10min'

export interface BackupPlan {
  archive: ArchiveFolder
  connection: Connection
  clusterDir: string
  /** Aborted when the service stops. */
  signal: AbortSignal
}

interface Draft extends Pick<BackupPlan, 'clusterDir' | 'signal'> {
  draft: string
  /** The first of the log that it needs. */
  segment: string
  timeline: number
}

/** Returns its name. */
export async function makeBaseBackup(plan: BackupPlan): Promise<string> {
  const { archive, connection, signal } = plan
  sweepParts(archive.bases)
  return withClient(connection, (client) => copyCluster(client, plan), signal)
}

async function copyCluster(client: pg.Client, { archive, clusterDir, signal }: BackupPlan): Promise<string> {
  await client.query(`set statement_timeout = '${STOP_WITHIN}'`)
  const timeline = lastTimeline(await readdir(archive.wal))
  const started = await client.query<{ segment: string; name: string }>(
    `select pg_walfile_name(lsn) as segment, to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD"T"HH24MISSMS"Z"')
       as name from pg_backup_start('embarque', fast => true) as lsn`,
  )
  const { segment, name } = onlyRow(started.rows)
  const draft = join(archive.bases, `${name}${PART}`)
  try {
    await writeDraft(client, { draft, segment, timeline, clusterDir, signal })
    renameSync(draft, join(archive.bases, name))
  } catch (error) {
    // On a disk without room it would keep the log from being archived until the next try.
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  syncFolder(archive.bases)
  return name
}

async function writeDraft(
  client: pg.Client,
  { draft, segment, timeline, clusterDir, signal }: Draft,
): Promise<void> {
  const { folders, files } = await packFolder(clusterDir, join(draft, FILES), signal)
  const stopped = await client.query<{ lsn: string; labelfile: string; at: Date }>(
    'select lsn, labelfile, clock_timestamp() as at from pg_backup_stop(wait_for_archive => true)',
  )
  const { lsn, labelfile, at } = onlyRow(stopped.rows)
  files.backup_label = await packText(labelfile, join(draft, FILES, 'backup_label'))
  await syncDisk(draft)
  const backup: BaseBackup = {
    format: FORMAT,
    version: 1,
    start_segment: segment,
    stop_address: lsn,
    last_timeline: timeline,
    whole_at: at.toISOString(),
    folders,
    files,
  }
  writeNewFile(join(draft, MANIFEST), `${JSON.stringify(backup, null, 1)}\n`)
  syncFolder(draft)
}

/** Of the server that runs, or made anew by the next one: no part of the database. */
const LEFT_OUT = [
  /^postmaster\.(?:pid|opts)$/,
  /(?:^|\/)pgsql_tmp[^/]*$/,
  /pg_internal\.init/,
  // These folders must be there, but nothing that is in them.
  /^pg_(?:wal|dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\//,
]
/** The last of all: it must not be older than what it tells of. */
const CONTROL = 'global/pg_control'

async function packFolder(
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<Pick<BaseBackup, 'folders' | 'files'>> {
  const entries = readdirSync(from, { recursive: true, withFileTypes: true })
  const paths = entries.map((entry) => ({
    path: join(entry.parentPath, entry.name).slice(from.length + 1),
    isFolder: entry.isDirectory(),
  }))
  const isKept = (path: string) => !LEFT_OUT.some((pattern) => pattern.test(path))
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const folders = paths.filter(({ path, isFolder }) => isFolder && isKept(path)).map(({ path }) => path)
  for (const path of folders) mkdirSync(join(to, path), { recursive: true, mode: 0o700 })
  const bytes: Record<string, number> = {}
  const files = paths.filter(({ path, isFolder }) => !isFolder && isKept(path) && path !== CONTROL)
  for (const { path } of [...files, { path: CONTROL }]) {
    signal.throwIfAborted()
    const packed = await packFile(join(from, path), join(to, path))
    // A table that was dropped meanwhile is dropped in the log too.
    if (packed !== null) bytes[path] = packed
  }
  return { folders, files: bytes }
}
