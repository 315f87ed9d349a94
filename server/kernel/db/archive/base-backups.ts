/** The base backups of an archive: creates, lists and removes them, with the segments of the log that they need. */
import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { readOwnFile, writeNewFile } from '../../process/own-files.ts'
import { type Connection, onlyRow, statement, withClient } from '../db.ts'
import { syncFolder } from '../embedded-postgres/cluster.ts'
import {
  type ArchiveFolder,
  PACKED,
  PART,
  packFile,
  packText,
  RESTORED,
  removeParts,
  syncDisk,
} from './archive-folder.ts'

const FORMAT = 'embarque-base-backup'
/** Written last: a folder without it is not complete. */
const MANIFEST = 'backup.json'
/** Beside the manifest: the files of the cluster, each packed by itself. */
export const FILES = 'pg'

interface BaseBackup {
  format: typeof FORMAT
  version: 1
  /** The first segment of the log that it needs. */
  start_segment: string
  /** The first moment that can be restored from it. */
  whole_at: string
  folders: string[]
  /** Bytes of each file before it was packed. */
  files: Record<string, number>
}

export interface KnownBackup extends BaseBackup {
  folder: string
}

/** Oldest first. */
export function listBaseBackups({ bases }: ArchiveFolder): KnownBackup[] {
  return namesIn(bases).flatMap((name) => {
    const folder = join(bases, name)
    const backup = readManifest(folder)
    return backup === null ? [] : [{ ...backup, folder }]
  })
}

function namesIn(bases: string): string[] {
  try {
    return readdirSync(bases).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

function readManifest(folder: string): BaseBackup | null {
  try {
    const backup = JSON.parse(readOwnFile(join(folder, MANIFEST))?.toString('utf8') ?? 'null')
    return backup?.format === FORMAT && backup.version === 1 ? backup : null
  } catch {
    // A file among the folders, or a manifest that was cut short.
    return null
  }
}

export function noneComplete({ root, bases }: ArchiveFolder): Error {
  const [incomplete] = namesIn(bases)
  return new Error(
    incomplete === undefined
      ? `${root} holds no base backup of Embarque. Name the folder that was BACKUP_DIR.`
      : `${bases} holds no whole base backup: ${incomplete} has no ${MANIFEST} that can be read. Copy it again.`,
  )
}

/** Removes all but the newest ones, and the log that only they need. */
export function removeOldBackups(archive: ArchiveFolder, keep: number): void {
  const all = listBaseBackups(archive)
  for (const { folder } of all.slice(0, -keep)) {
    // First the manifest: an incomplete backup must never look complete.
    rmSync(join(folder, MANIFEST))
    rmSync(folder, { recursive: true })
  }
  const [oldest] = all.slice(-keep)
  if (oldest === undefined) return
  for (const name of readdirSync(archive.wal).filter((name) => isBefore(name, oldest.start_segment)))
    rmSync(join(archive.wal, name), { force: true })
}

/** The name of a segment is its timeline, log and number, in eight hexadecimal digits each. */
const SEGMENT = /^[0-9A-F]{24}/
const SEGMENTS_PER_LOG = 256

function isBefore(name: string, segment: string): boolean {
  return SEGMENT.test(name) && name.slice(8, 24) < segment.slice(8)
}

/** All segments from this one to the last of its timeline in the archive, also those that are missing there. */
export function segmentsSince(first: string, names: readonly string[]): string[] {
  const timeline = first.slice(0, 8)
  const archived = names.filter((name) => SEGMENT.test(name) && name.slice(24) === PACKED)
  const last = archived
    .filter((name) => name.startsWith(timeline))
    .sort()
    .at(-1)
  const segments = [first]
  for (let number = numberOf(first) + 1; last !== undefined && number <= numberOf(last); number++)
    segments.push(timeline + hex(Math.floor(number / SEGMENTS_PER_LOG)) + hex(number % SEGMENTS_PER_LOG))
  return segments
}

const numberOf = (segment: string) =>
  Number.parseInt(segment.slice(8, 16), 16) * SEGMENTS_PER_LOG + Number.parseInt(segment.slice(16, 24), 16)

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** For the log of a backup to be archived. */
const STOP_WITHIN = '10min'

export interface BackupPlan {
  archive: ArchiveFolder
  connection: Connection
  clusterDir: string
  /** Aborted when the service stops. */
  signal: AbortSignal
}

/** Copies a cluster while its server runs: with the log since then it is a complete database. Returns its name. */
export async function createBaseBackup(plan: BackupPlan): Promise<string> {
  const { archive, connection, signal } = plan
  removeParts(archive.bases)
  return withClient(connection, (client) => copyCluster(client, plan), signal)
}

const start = statement<{ segment: string; name: string }>(`
  select pg_walfile_name(lsn) as segment, to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD"T"HH24MISSMS"Z"')
    as name from pg_backup_start('embarque', fast => true) as lsn`)

async function copyCluster(client: pg.Client, { archive, clusterDir, signal }: BackupPlan): Promise<string> {
  await client.query(`set statement_timeout = '${STOP_WITHIN}'`)
  const { segment, name } = onlyRow(await start(client))
  const draft = join(archive.bases, `${name}${PART}`)
  try {
    await writeDraft(client, { draft, segment, clusterDir, signal })
    renameSync(draft, join(archive.bases, name))
  } catch (error) {
    // On a full disk the draft would prevent the log from being archived until the next try.
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
  syncFolder(archive.bases)
  return name
}

const stop = statement<{ labelfile: string; at: Date }>(
  'select labelfile, clock_timestamp() as at from pg_backup_stop(wait_for_archive => true)',
)

async function writeDraft(
  client: pg.Client,
  {
    draft,
    segment,
    clusterDir,
    signal,
  }: {
    readonly draft: string
    readonly segment: string
    readonly clusterDir: string
    readonly signal: AbortSignal
  },
): Promise<void> {
  const { folders, files } = await packFolder(clusterDir, join(draft, FILES), signal)
  const { labelfile, at } = onlyRow(await stop(client))
  files.backup_label = await packText(labelfile, join(draft, FILES, 'backup_label'))
  await syncDisk(draft)
  const whole_at = at.toISOString()
  const backup: BaseBackup = { format: FORMAT, version: 1, start_segment: segment, whole_at, folders, files }
  writeNewFile(join(draft, MANIFEST), `${JSON.stringify(backup, null, 1)}\n`)
  syncFolder(draft)
}

/** Files of the running server that the next one creates again. */
const LEFT_OUT = [
  /^postmaster\.(?:pid|opts)$/,
  new RegExp(`^${RegExp.escape(RESTORED)}$`),
  /(?:^|\/)pgsql_tmp[^/]*$/,
  /pg_internal\.init/,
  // These folders must exist, empty.
  /^pg_(?:wal|dynshmem|notify|replslot|serial|snapshots|stat_tmp|subtrans)\//,
]
/** Copied last: it must not be older than the files it describes. */
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
