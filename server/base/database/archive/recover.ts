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
import { FILES } from './base-backups.ts'
import { type Beginning, chooseHistory, type Wanted } from './choose-history.ts'
import { backupNotWhole, endedEarly, explainEnd, lastChangeIn, logFlawed } from './explain-recovery.ts'
import { findFlaw, untilGap } from './find-flaw.ts'
import { namesInLog } from './log-folder.ts'
import { logReader } from './log-reader.ts'
import { PACKED, syncDisk, unpackFile } from './pack-files.ts'
import { isHistory } from './wal-segments.ts'

export interface Recovery extends Wanted {
  /** The folder that was BACKUP_DIR. It is only read. */
  from: string
  dataDir: string
  osUser: string | undefined
  /** Where the new database goes on being archived. */
  archiveDir: string | undefined
  say: Say
}

/** `look` sees the database that came of it, before its server is stopped. */
export async function recover<T>(plan: Recovery, look: (owner: Connection) => Promise<T>): Promise<T> {
  const folder = openDataFolder(plan.dataDir)
  const beginning = chooseHistory(archiveIn(plan.from), plan, plan.say)
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
    await putInPlace(plan, beginning, folder, walDir)
    const settings = recoverySettings(walDir, beginning.timeline, to)
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
        ? explainEnd(to, lastChangeIn(String(error)), await flawOf(beginning), beginning, error)
        : error
    }
  } finally {
    rmSync(walDir, { recursive: true, force: true })
  }
}

const flawOf = ({ walDir, segments }: Beginning) => findFlaw(walDir, segments)

/** A cluster that has its log still to read. */
async function putInPlace(
  { to, osUser, archiveDir, say }: Recovery,
  beginning: Beginning,
  folder: DataFolder,
  walDir: string,
): Promise<void> {
  const { backup } = beginning
  await (to === null ? refuseFlaw(beginning) : refuseEarlyEnd(beginning, to))
  copyLog(beginning, walDir, archiveDir)
  const account = databaseAccount(folder.cluster, osUser)
  if (account.switched) handOver(walDir, account)
  say(`Unpacking the base backup of ${backup.whole_at}, then reading the log.`)
  await unpackCluster(beginning, folder)
}

/** To the end, the server would take a gap or damage for that. */
async function refuseFlaw(beginning: Beginning): Promise<void> {
  const flaw = await flawOf(beginning)
  if (flaw !== null) throw logFlawed(flaw, beginning)
}

/** On the way to a moment the server itself says that it did not get there, but only after hours of unpacking. */
async function refuseEarlyEnd(beginning: Beginning, to: Date): Promise<void> {
  const { walDir, segments } = beginning
  const first = await findFlaw(walDir, segments.slice(0, 1))
  if (first !== null) throw logFlawed(first, beginning)
  const log = logReader(walDir)
  const last = log.last(untilGap(walDir, segments))
  if (last === null || last.atMs > to.getTime()) return
  const flaw = await flawOf(beginning)
  const readable = log.last(segments.slice(0, flaw?.readable))
  throw explainEnd(to, readable && new Date(readable.atMs), flaw, beginning)
}

/** Under another user's eyes: the server reads copies of its own, and the archive stays as it is. */
function copyLog({ walDir, segments }: Beginning, to: string, archiveDir: string | undefined): void {
  // Of one that was killed.
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { mode: 0o700 })
  const copy = (from: string, isWanted: (name: string) => boolean) => {
    for (const name of namesInLog(from).filter(isWanted)) copyFileSync(join(from, name), join(to, name))
  }
  // By the histories the server knows which timelines are taken; others may be where it goes on than where it was.
  const goesOnIn = archiveDir === undefined ? walDir : archiveIn(archiveDir).wal
  if (existsSync(goesOnIn)) copy(goesOnIn, isHistory)
  const needed = new Set(segments.map((segment) => `${segment}${PACKED}`))
  copy(walDir, (name) => isHistory(name) || needed.has(name))
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
