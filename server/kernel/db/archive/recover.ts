/** Restores a database from an archive, as it was at a moment or at the end, by PostgreSQL's own recovery. */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Say } from '../../process/log.ts'
import { writeNewFile } from '../../process/own-files.ts'
import { isoTimestamp } from '../../values/dates.ts'
import type { Connection } from '../db.ts'
import { databaseAccount, handOver } from '../embedded-postgres/accounts.ts'
import { NEW_CLUSTER, syncFolder } from '../embedded-postgres/cluster.ts'
import { type DataFolder, lockFolder, openDataFolder } from '../embedded-postgres/data-folder.ts'
import { startEmbeddedPostgres } from '../embedded-postgres/start-embedded-postgres.ts'
import {
  type ArchiveFolder,
  archiveIn,
  beginHistory,
  PACKED,
  syncDisk,
  testPacked,
  unpackFile,
} from './archive-folder.ts'
import { recoverySettings } from './archive-writer.ts'
import { FILES, type KnownBackup, listBaseBackups, noneComplete, segmentsSince } from './base-backups.ts'

export interface Recovery {
  /** The folder that was BACKUP_DIR. It is only read. */
  from: string
  /** Null for the end of the archive. */
  to: Date | null
  dataDir: string
  osUser: string | undefined
  say: Say
}

/** The base backup that a recovery unpacks, and the log that it reads after it. */
export interface RecoverySource {
  readonly backup: KnownBackup
  /** Whether the archive has an older base backup. */
  readonly hasOlder: boolean
  readonly walDir: string
  /** In order, also those that are missing in the archive. */
  readonly segments: readonly string[]
}

/** A segment that cannot be read: recovery ends before it. */
interface Flaw {
  file: string
  what: string
  /** How many segments before it can be read. */
  readable: number
  cause?: Error
}

/** `inspect` uses the restored database before its server is stopped. */
export async function recover<T>(plan: Recovery, inspect: (owner: Connection) => Promise<T>): Promise<T> {
  const folder = openDataFolder(plan.dataDir)
  const source = recoverySource(archiveIn(plan.from), plan.to)
  // Held until the end: a second recovery into the folder would remove the log that this one reads.
  const lock = lockFolder(folder.lock, folder.root)
  try {
    if (existsSync(folder.cluster))
      throw new Error(`There is a database in ${folder.root} already. Set DATA_DIR to a new folder.`)
    return await recoverLocked(plan, source, folder, inspect)
  } finally {
    lock.release()
  }
}

/** The last base backup that was complete at the moment. */
export function recoverySource(archive: ArchiveFolder, to: Date | null): RecoverySource {
  const all = listBaseBackups(archive)
  const [oldest] = all
  if (oldest === undefined) throw noneComplete(archive)
  const backup = all.findLast(({ whole_at }) => to === null || new Date(whole_at) <= to)
  if (backup === undefined)
    throw new Error(`The archive begins at ${oldest.whole_at}; nothing before that can be restored from it.`)
  const segments = segmentsSince(backup.start_segment, namesInLog(archive.wal))
  return { backup, hasOlder: backup !== oldest, walDir: archive.wal, segments }
}

function namesInLog(walDir: string): string[] {
  try {
    return readdirSync(walDir)
  } catch (cause) {
    throw new Error(
      `The log of the database cannot be read (${(cause as Error).message}). A base backup is nothing without the ` +
        `log that was written beside it: copy ${walDir} too.`,
      { cause },
    )
  }
}

async function recoverLocked<T>(
  plan: Recovery,
  source: RecoverySource,
  folder: DataFolder,
  inspect: (owner: Connection) => Promise<T>,
): Promise<T> {
  const { to, dataDir, osUser, say } = plan
  const walDir = join(folder.root, 'restored-wal')
  try {
    await prepare(plan, source, folder, walDir)
    const settings = recoverySettings(walDir, to)
    const readyWithinMs = Number.POSITIVE_INFINITY
    try {
      const server = await startEmbeddedPostgres({
        dataDir,
        osUser,
        settings,
        readyWithinMs,
        say,
        isLocked: true,
      })
      return await inspect(server.connection).finally(server.stop)
    } catch (error) {
      // A start of the service must not find a half restored database.
      rmSync(folder.cluster, { recursive: true, force: true })
      throw to !== null && endedEarly(error)
        ? explainEnd({
            to,
            last: lastChangeIn(String(error)),
            flaw: await flawOf(source),
            source,
            cause: error,
          })
        : error
    }
  } finally {
    rmSync(walDir, { recursive: true, force: true })
  }
}

/** Leaves a cluster that starts in recovery. */
async function prepare(
  { to, osUser, say }: Recovery,
  source: RecoverySource,
  folder: DataFolder,
  walDir: string,
): Promise<void> {
  // The server would take a gap or damage for the end. To a moment, it reports itself that it did not arrive.
  const flaw = await findFlaw(source.walDir, to === null ? source.segments : source.segments.slice(0, 1))
  if (flaw !== null) throw explainFlaw(flaw, source)
  copyLog(source, walDir)
  const account = databaseAccount(folder.cluster, osUser)
  if (account.switched) handOver(walDir, account)
  say(`Unpacking the base backup of ${source.backup.whole_at}, then reading the log.`)
  await unpackCluster(source, folder)
}

/** The server's user may not be able to read the archive. */
function copyLog({ walDir, segments }: RecoverySource, to: string): void {
  // Left by a recovery that was killed.
  rmSync(to, { recursive: true, force: true })
  mkdirSync(to, { mode: 0o700 })
  for (const file of segments.map((segment) => `${segment}${PACKED}`))
    if (existsSync(join(walDir, file))) copyFileSync(join(walDir, file), join(to, file))
}

/** The cluster appears under its name only when it is complete. */
async function unpackCluster(source: RecoverySource, folder: DataFolder): Promise<void> {
  const { backup } = source
  const place = mkdtempSync(join(folder.root, NEW_CLUSTER))
  const fresh = join(place, 'pg')
  try {
    mkdirSync(fresh, { mode: 0o700 })
    for (const path of backup.folders) mkdirSync(join(fresh, path), { recursive: true, mode: 0o700 })
    for (const [path, bytes] of Object.entries(backup.files))
      await unpackFile(join(backup.folder, FILES, path), join(fresh, path), bytes)
    beginHistory(fresh)
    await syncDisk(fresh)
    writeNewFile(join(fresh, 'recovery.signal'), '')
    renameSync(fresh, folder.cluster)
    syncFolder(folder.root)
  } catch (cause) {
    throw explainIncomplete(source, cause as Error)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

const flawOf = ({ walDir, segments }: RecoverySource) => findFlaw(walDir, segments)

/** The first segment that is missing or damaged; null if all are intact. */
export async function findFlaw(walDir: string, segments: readonly string[]): Promise<Flaw | null> {
  for (const [readable, segment] of segments.entries()) {
    const file = `${segment}${PACKED}`
    if (!existsSync(join(walDir, file))) return { file, what: 'missing', readable }
    const cause = await testPacked(join(walDir, file)).then(
      () => null,
      (error: Error) => error,
    )
    if (cause !== null) return { file, what: `damaged (${cause.message})`, readable, cause }
  }
  return null
}

const COPY_AGAIN = 'Copy all of base and wal again from where they were'
const UP_TO_FLAW =
  'All that was archived before it comes back, without --to, from a copy of the archive that has neither it nor any ' +
  'later one.'

export function explainFlaw({ file, what, readable, cause }: Flaw, source: RecoverySource): Error {
  const { backup, walDir } = source
  if (readable > 0) return new Error(`${file} is ${what} in ${walDir}. ${UP_TO_FLAW}`, { cause })
  return new Error(
    `${file}, with which the log of the base backup of ${backup.whole_at} begins, is ${what} in ${walDir}. ` +
      `${COPY_AGAIN}${orOlder(source)}.`,
    { cause },
  )
}

const orOlder = ({ backup, hasOlder }: RecoverySource) =>
  hasOlder
    ? `; or name a moment before ${backup.whole_at} with --to, and the base backup before it is used`
    : ''

export function explainIncomplete(source: RecoverySource, cause: Error): Error {
  const why = `The base backup ${source.backup.folder} is not whole (${cause.message}).`
  return new Error(`${why} ${COPY_AGAIN}${orOlder(source)}.`, { cause })
}

/** Whether the server replayed all that it found and did not arrive at the moment. */
export function endedEarly(error: unknown): boolean {
  return String(error).includes('recovery ended before configured recovery target')
}

/** `last` is the last change that could be read. */
export function explainEnd({
  to,
  last,
  flaw,
  source: { backup, walDir },
  cause,
}: {
  readonly to: Date
  readonly last: Date | null
  readonly flaw: Flaw | null
  readonly source: RecoverySource
  readonly cause?: unknown
}): Error {
  // The server stops at the first change after a moment, so the moment must be before the last change.
  const reached = last && new Date(last.getTime() - 1)
  const earlier =
    reached !== null && reached >= new Date(backup.whole_at)
      ? `Name ${isoTimestamp(reached)} or an earlier moment. `
      : ''
  const why =
    flaw === null
      ? `The archive ends before ${isoTimestamp(to)}.`
      : `${flaw.file} is ${flaw.what} in ${walDir}, so that ${isoTimestamp(to)} cannot be reached.`
  const rest = flaw === null ? 'Without --to all that is there comes back.' : UP_TO_FLAW
  return new Error(`${why} Nothing was restored. ${earlier}${rest}`, { cause })
}

/** The last change that the server found, from its log. */
export function lastChangeIn(log: string): Date | null {
  const [, day, time, sign, hours, minutes = '00'] =
    /last completed transaction was at log time (\S+) ([\d:.]+)([+-])(\d\d)(?::?(\d\d))?/.exec(log) ?? []
  return day === undefined ? null : new Date(Date.parse(`${day}T${time}${sign}${hours}:${minutes}`))
}
