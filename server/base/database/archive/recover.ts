/** Makes a database out of an archive again, as it was at a moment or at the end of what was archived. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeNewFile } from '../../process/own-files.ts'
import type { Say } from '../../process/say.ts'
import type { Connection } from '../db.ts'
import { NEW_CLUSTER, syncFolder } from '../embedded-postgres/create-cluster.ts'
import { type DataFolder, openDataFolder } from '../embedded-postgres/data-folder.ts'
import { lockFolder } from '../embedded-postgres/folder-lock.ts'
import { databaseAccount, handOver } from '../embedded-postgres/os-account.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import { archiveIn } from './archive-folder.ts'
import { recoverySettings } from './archive-settings.ts'
import { baseBackupFor, FILES, listBaseBackups } from './base-backups.ts'
import { type Beginning, backupNotWhole, endedEarly, explainEnd, logFlawed } from './explain-recovery.ts'
import { findFirstFlaw, findFlaw } from './find-flaw.ts'
import { historiesIn, namesInLog } from './log-folder.ts'
import { syncDisk, unpackFile } from './pack-files.ts'
import { neededFiles, timelineFrom } from './wal-segments.ts'

export interface Recovery {
  /** The folder that was BACKUP_DIR. It is only read. */
  from: string
  /** Null for all that is there. */
  to: Date | null
  dataDir: string
  osUser: string | undefined
  /** Where the new database goes on being archived. */
  archiveDir: string | undefined
  say: Say
}

/** `look` sees the database that came of it, before its server is stopped. */
export async function recover<T>(plan: Recovery, look: (owner: Connection) => Promise<T>): Promise<T> {
  const folder = openDataFolder(plan.dataDir)
  const beginning = beginningOf(plan)
  // Until all is done or removed again: whoever came in between would have the log taken away that it reads.
  const lock = lockFolder(folder.lock, folder.root)
  try {
    if (existsSync(folder.cluster))
      throw new Error(`There is a database in ${folder.root} already. Set DATA_DIR to a new folder.`)
    return await recoverLocked(plan, beginning, folder, look)
  } finally {
    lock.release()
  }
}

async function recoverLocked<T>(
  plan: Recovery,
  beginning: Beginning,
  folder: DataFolder,
  look: (owner: Connection) => Promise<T>,
): Promise<T> {
  const { to, dataDir, osUser, archiveDir, say } = plan
  const walDir = join(folder.root, 'restored-wal')
  try {
    const timeline = await putInPlace(plan, beginning, folder, walDir)
    const settings = recoverySettings(walDir, timeline, to)
    const readyWithinMs = Number.POSITIVE_INFINITY
    try {
      const server = await startEmbeddedPostgres({
        dataDir,
        osUser,
        archiveDir,
        settings,
        readyWithinMs,
        say,
        isLocked: true,
      })
      return await look(server.connection).finally(server.stop)
    } catch (error) {
      // Half of what was asked for would be taken for all of it.
      rmSync(folder.cluster, { recursive: true, force: true })
      throw to !== null && endedEarly(error)
        ? explainEnd(error, to, await findFlaw(...logOf(beginning)), beginning)
        : error
    }
  } finally {
    rmSync(walDir, { recursive: true, force: true })
  }
}

function beginningOf({ from, to }: Recovery): Beginning {
  const archive = archiveIn(from)
  const backup = baseBackupFor(archive, to)
  return { backup, hasOlder: listBaseBackups(archive)[0]?.folder !== backup.folder, walDir: archive.wal }
}

/** Where the log is, what of it is needed, and the segment that it begins with. */
function logOf({ backup, walDir }: Beginning): [walDir: string, names: string[], from: string] {
  return [walDir, neededFiles(namesInLog(walDir), backup.start_segment), backup.start_segment]
}

/** A cluster that has its log still to read; returns up to the end of which timeline. */
async function putInPlace(
  { to, osUser, say }: Recovery,
  beginning: Beginning,
  folder: DataFolder,
  walDir: string,
): Promise<number> {
  const { backup } = beginning
  await copyLog(beginning, walDir, to)
  const account = databaseAccount(folder.cluster, osUser)
  if (account.switched) handOver(walDir, account)
  say(`Unpacking the base backup of ${backup.whole_at}, then reading the log.`)
  await unpackCluster(beginning, folder)
  return timelineFrom(historiesIn(walDir), backup.start_segment)
}

/** Under another user's eyes: the server reads copies of its own, and the archive stays as it is. */
async function copyLog(beginning: Beginning, to: string, until: Date | null): Promise<void> {
  const log = logOf(beginning)
  // On the way to a moment the server itself says that it did not get there; to the end it would stop at a gap.
  const flaw = await (until === null ? findFlaw : findFirstFlaw)(...log)
  if (flaw !== null) throw logFlawed(flaw, beginning)
  const [from, names] = log
  // Of one that was killed.
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { mode: 0o700 })
  for (const name of names) copyFileSync(join(from, name), join(to, name))
}

/** It is there as a cluster either whole or not at all. */
async function unpackCluster(beginning: Beginning, folder: DataFolder): Promise<void> {
  const { backup } = beginning
  const place = mkdtempSync(join(folder.root, NEW_CLUSTER))
  const fresh = join(place, 'pg')
  try {
    mkdirSync(fresh, { mode: 0o700 })
    for (const path of backup.folders) mkdirSync(join(fresh, path), { recursive: true, mode: 0o700 })
    for (const [path, bytes] of Object.entries(backup.files))
      await unpackFile(join(backup.folder, FILES, path), join(fresh, path), bytes)
    await syncDisk(fresh)
    writeNewFile(join(fresh, 'recovery.signal'), '')
    renameSync(fresh, folder.cluster)
    syncFolder(folder.root)
  } catch (cause) {
    throw backupNotWhole(beginning, cause as Error)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
