/** Knows what lies where in BACKUP_DIR, and makes it ready for the user that the database runs under. */
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile, writeNewFile } from '../../process/own-files.ts'
import { makePassable } from '../embedded-postgres/data-folder.ts'
import { handOver, type OsAccount, spawnOptions } from '../embedded-postgres/os-account.ts'
import { type ArchiveWriter, takeArchive } from './archive-writer.ts'
import { PART } from './pack-files.ts'

export interface ArchiveFolder {
  root: string
  /** The database's log, in segments that the server itself puts there. */
  wal: string
  /** A folder for each base backup. */
  bases: string
}

export function archiveIn(root: string): ArchiveFolder {
  return { root, wal: join(root, 'wal'), bases: join(root, 'base') }
}

/**
 * For a server that will archive: the segments are its own, all else is the service's. Returns who else writes there,
 * whose archive is left as it is; null where it is ours now.
 */
export function openArchive(
  folder: ArchiveFolder,
  clusterDir: string,
  account: OsAccount,
  us: ArchiveWriter,
): ArchiveWriter | null {
  try {
    return prepare(folder, clusterDir, account, us)
  } catch (error) {
    // What is a sentence already stays one.
    const { syscall, message } = error as NodeJS.ErrnoException
    if (!syscall) throw error
    throw new Error(`BACKUP_DIR cannot be used (${message}). Choose a folder that this user can write.`, {
      cause: error,
    })
  }
}

function prepare(
  folder: ArchiveFolder,
  clusterDir: string,
  account: OsAccount,
  us: ArchiveWriter,
): ArchiveWriter | null {
  const { root } = folder
  makePassable(root)
  for (const part of [folder.wal, folder.bases]) mkdirSync(part, { recursive: true, mode: 0o700 })
  refuseOtherDatabase(folder, clusterDir)
  const other = takeArchive(root, us)
  if (other !== null) return other
  sweepParts(folder.wal)
  handOver(folder.wal, account)
  refuseUnwritable(folder, account)
  return null
}

/** What an earlier one was writing when it ended: nobody else is at it now. */
export function sweepParts(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith(PART)))
    rmSync(join(folder, name), { recursive: true, force: true })
}

/** Segments of two databases have the same names, and the one would be taken for the other's. */
function refuseOtherDatabase({ root, wal }: ArchiveFolder, clusterDir: string): void {
  const file = numberFile(root)
  const ours = databaseNumber(clusterDir)
  const known = readOwnFile(file)?.toString('utf8').trim()
  if (known === ours) return
  if (known !== undefined || readdirSync(wal).length > 0)
    throw new Error(`${root} is the archive of another database. Set BACKUP_DIR to an empty folder.`)
  writeNewFile(file, `${ours}\n`)
}

/** Says which database is archived there. */
export const numberFile = (root: string): string => join(root, 'database')

/** Whether a database is archived there. */
export function isThere({ root }: ArchiveFolder): boolean {
  return existsSync(numberFile(root))
}

/** What initdb numbers a database with for good: the first eight bytes of its control file. */
function databaseNumber(clusterDir: string): string {
  const descriptor = openSync(join(clusterDir, 'global', 'pg_control'), 'r')
  try {
    const bytes = Buffer.alloc(8)
    readSync(descriptor, bytes)
    return String(bytes.readBigUInt64LE())
  } finally {
    closeSync(descriptor)
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
