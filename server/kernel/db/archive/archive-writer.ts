import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { randomToken } from '../../crypto/secret-box.ts'
import type { Say } from '../../process/log.ts'
import { openToChange, readOwnFile, writeNewFile } from '../../process/own-files.ts'
import { handOver, type OsAccount, spawnOptions } from '../embedded-postgres/accounts.ts'
import { type DataFolder, makePassable } from '../embedded-postgres/data-folder.ts'
import {
  type ArchiveFolder,
  isDiskChecked,
  isDiskHanging,
  isNoted,
  isThere,
  PACKED,
  PART,
  refuseOtherHistory,
  removeParts,
  untilDiskResponds,
  writerFile,
} from './archive-folder.ts'

/** With the moment that a copy takes, less than a minute of work is on this machine alone. */
const ARCHIVE_AFTER = '45s'

/**
 * A segment is complete and synced under its name, or not there. An existing one is never overwritten: the same content
 * again succeeds, as after a crash, and another content fails. So does every segment while another writer is named.
 */
export function archivingSettings(
  { root, wal }: Pick<ArchiveFolder, 'root' | 'wal'>,
  token: string,
): Record<string, string> {
  const folder = shellWord(wal)
  const file = shellWord(`${wal}/`)
  const command = `read -r w < ${shellWord(writerFile(root))} || exit 1
[ "$w" = ${token} ] || { echo "this archive was taken over by another database or a later start" >&2; exit 1; }
f=${file}%f${PACKED}; p="$f.${token}${PART}"
if [ -e "$f" ]
then gzip -dc "$f" | cmp -s - "%p" || { echo "another %f is archived already" >&2; exit 1; }
else gzip -1 -n -c "%p" > "$p" && sync "$p" && mv "$p" "$f"
fi && sync ${folder}`
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_timeout: ARCHIVE_AFTER,
    archive_command: command,
  }
}

/** For a server on an unpacked base backup: it replays the log up to a moment, or to its end. */
export function recoverySettings(walDir: string, to: Date | null): Record<string, string> {
  const file = `${shellWord(`${walDir}/`)}%f${PACKED}`
  return {
    restore_command: `test -f ${file} && gzip -dc ${file} > "%p"`,
    recovery_target_action: 'promote',
    // A folder holds one history: that of the base backup.
    recovery_target_timeline: 'current',
    // No connection before the recovery is complete.
    hot_standby: 'off',
    // The server cannot read names of time zones yet when it reads this.
    ...(to !== null && { recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00') }),
  }
}

/** One word of a shell, in a setting in which a per cent sign has a meaning. */
function shellWord(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`.replaceAll('%', '%%')
}

/** Several rounds of renewal, and longer than a share may hang for a moment. */
const STALE_AFTER_MS = 60_000
const RENEW_EVERY_MS = 15_000

export interface ArchiveWriter {
  /** The first line of its file, which the archive command compares. */
  readonly token: string
  /** Unique to this database on this machine. */
  readonly identity: string
  /** For people. */
  readonly place: string
}

export interface HeldArchive {
  /** For the server, which archives by itself and only while the archive is its own. */
  readonly settings: Record<string, string>
  isOurs(): boolean
  release(): void
}

export interface HoldPlan {
  archive: ArchiveFolder
  folder: DataFolder
  account: OsAccount
  say: Say
  renewEveryMs?: number
}

/** Takes an archive as soon as it is free, and keeps it until release. Throws if it belongs to another history. */
export function holdArchive(plan: HoldPlan): HeldArchive {
  const { archive, folder, account, say, renewEveryMs = RENEW_EVERY_MS } = plan
  const { root } = archive
  const us = writerFor(folder.root)
  let isReady = false
  let lastTrouble: string | null = null
  let isReleased = false

  /** Returns what prevents it, or null. */
  function take(): string | null {
    // A disk that is not mounted: segments in the empty folder in its place would only seem to be safe.
    if ((isReady || isNoted(folder.root, root)) && !isThere(archive)) return missingText(root)
    const other = isReady ? claimArchive(root, us) : openArchive(archive, folder.cluster, account, us)
    isReady = other === null
    return other === null ? null : takenText(root, other)
  }

  function takeAndReport(): void {
    const trouble = take()
    if (trouble !== null && trouble !== lastTrouble) say(trouble, 'trouble')
    if (trouble === null && lastTrouble !== null) say(`This database is archived to ${root} now.`)
    lastTrouble = trouble
  }

  takeAndReport()
  const renew = async () => {
    if (isDiskChecked(archive)) return
    await untilDiskResponds(archive)
    if (!isReleased) takeAndReport()
  }
  // A failure here is reported by the server's own tries to archive.
  const timer = setInterval(() => renew().catch(() => {}), renewEveryMs).unref()
  return {
    settings: archivingSettings(archive, us.token),
    isOurs: () => readWriter(root)?.token === us.token,
    release() {
      isReleased = true
      clearInterval(timer)
      // A disk that never responds would block the stop; the writer file then becomes stale.
      if (isDiskHanging(archive)) return
      try {
        leaveArchive(root, us)
      } catch {
        // If the disk is unavailable, the writer file becomes stale too.
      }
    },
  }
}

/** Prepares the folder for the database's user. Returns another writer that has it, else null. */
function openArchive(
  folder: ArchiveFolder,
  clusterDir: string,
  account: OsAccount,
  us: ArchiveWriter,
): ArchiveWriter | null {
  try {
    makePassable(folder.root)
    for (const part of [folder.wal, folder.bases]) mkdirSync(part, { recursive: true, mode: 0o700 })
    refuseOtherHistory(folder, clusterDir)
    const other = claimArchive(folder.root, us)
    if (other !== null) return other
    removeParts(folder.wal)
    handOver(folder.wal, account)
    refuseUnwritable(folder, account)
    return null
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException
    if (!syscall) throw error
    throw new Error(`BACKUP_DIR cannot be used (${message}). Choose a folder that this user can write.`, {
      cause: error,
    })
  }
}

function refuseUnwritable({ root, wal }: ArchiveFolder, account: OsAccount): void {
  try {
    execFileSync('/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', wal], {
      ...spawnOptions(account, '/'),
      stdio: 'ignore',
    })
  } catch (cause) {
    throw new Error(
      `The database's user cannot write to BACKUP_DIR (${root}): a folder above is closed to it. ` +
        'Choose one that it can reach, for example below /var/lib.',
      { cause },
    )
  }
}

export function writerFor(dataDir: string): ArchiveWriter {
  const { dev, ino } = statSync(dataDir)
  return {
    token: randomToken(16),
    identity: `${thisBoot()}:${dev}:${ino}`,
    place: `${dataDir} on ${hostname()}`,
  }
}

/** The lock of DATA_DIR holds for all containers of one kernel. */
function thisBoot(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return hostname()
  }
}

/** Null without a writer. */
export function readWriter(root: string): ArchiveWriter | null {
  const text = readOwnFile(writerFile(root))?.toString('utf8')
  if (text === undefined) return null
  const [token = '', identity = '', place = 'somewhere'] = text.split('\n')
  return { token, identity, place }
}

/** Returns the other writer, or null if the archive is ours. It stays ours only while this is repeated. */
export function claimArchive(root: string, us: ArchiveWriter): ArchiveWriter | null {
  const found = readWriter(root)
  if (found?.token === us.token) {
    renewWriter(root, us)
    return null
  }
  // Written beside it, so that ages are compared by the clock of that disk, which may be remote.
  const draft = `${writerFile(root)}.${us.token}${PART}`
  writeNewFile(draft, textOf(us))
  try {
    // The database's own user reads it too.
    chmodSync(draft, 0o644)
    if (found !== null && found.identity !== us.identity && !isStale(root, draft)) return found
    renameSync(draft, writerFile(root))
    return null
  } finally {
    rmSync(draft, { force: true })
  }
}

export function leaveArchive(root: string, us: ArchiveWriter): void {
  if (readWriter(root)?.token === us.token) rmSync(writerFile(root), { force: true })
}

const textOf = ({ token, identity, place }: ArchiveWriter) => `${token}\n${identity}\n${place}\n`

function renewWriter(root: string, us: ArchiveWriter): void {
  const descriptor = openToChange(writerFile(root))
  try {
    writeSync(descriptor, textOf(us), 0)
  } finally {
    closeSync(descriptor)
  }
}

function isStale(root: string, justNow: string): boolean {
  const atMs = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return atMs(justNow) - atMs(writerFile(root)) > STALE_AFTER_MS
}

export function takenText(root: string, { place }: ArchiveWriter): string {
  return (
    `${root} is the archive of another database that runs, ${place}. Nothing of this one is archived there, ` +
    'so that neither spoils it. Stop that one, or set BACKUP_DIR to another folder.'
  )
}

export function missingText(root: string): string {
  return (
    `${root} was the archive of this database, and that is not there now. Nothing is archived until it is: ` +
    'mount its disk again, or set BACKUP_DIR to another folder.'
  )
}
