/** The base backups of an archive: which there are, and which may go. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile } from '../../process/own-files.ts'
import type { ArchiveFolder } from './archive-folder.ts'
import { lastTimeline, olderFiles, timelineNumber } from './wal-segments.ts'

export const FORMAT = 'embarque-base-backup'
/** Written last: what has none is not whole. */
export const MANIFEST = 'backup.json'
/** Beside the manifest: the files of the cluster, each packed by itself. */
export const FILES = 'pg'

export interface BaseBackup {
  format: typeof FORMAT
  version: 1
  /** From here on its log is needed. */
  start_segment: string
  /** By here it was whole. The first ones made do not say. */
  stop_address?: string
  /** The last timeline of which its archive had a history when it was begun. The first ones made do not say. */
  last_timeline?: number
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
    // A file among the folders, or one that was cut short.
    return null
  }
}

/** Whether it was begun when the last of the timelines in an archive was there already. */
export function isSinceAll(
  { start_segment, last_timeline = 1 }: BaseBackup,
  names: readonly string[],
): boolean {
  return Math.max(timelineNumber(start_segment), last_timeline) >= lastTimeline(names)
}

export function noneWhole({ root, bases }: ArchiveFolder): Error {
  const [half] = namesIn(bases)
  return new Error(
    half === undefined
      ? `${root} holds no base backup of Embarque. Name the folder that was BACKUP_DIR.`
      : `${bases} holds no whole base backup: ${half} has no ${MANIFEST} that can be read. Copy it again.`,
  )
}

/** All but the newest ones, and the log that only they need. */
export function removeOldBackups(archive: ArchiveFolder, keep: number): void {
  const all = listBaseBackups(archive)
  for (const { folder } of all.slice(0, -keep)) {
    // First what makes it one: half a backup must never be taken for a whole one.
    rmSync(join(folder, MANIFEST))
    rmSync(folder, { recursive: true })
  }
  const beginnings = all.slice(-keep).map(({ start_segment }) => start_segment)
  if (beginnings.length === 0) return
  for (const name of olderFiles(readdirSync(archive.wal), beginnings))
    rmSync(join(archive.wal, name), { force: true })
}
