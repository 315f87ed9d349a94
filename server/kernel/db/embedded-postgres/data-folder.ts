import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readOwnFile, writeNewFile } from '../../process/own-files.ts'
import { handOver, type OsAccount } from './accounts.ts'

export interface DataFolder {
  root: string
  /** One copy of the binaries for each version. */
  engines: string
  /** The database's own files. */
  cluster: string
  /** The socket, or the note with its place. */
  run: string
  /** Held by the one service that uses the folder. */
  lock: string
  log: string
}

/** initdb passes its own path to a shell in plain double quotes. */
const UNQUOTABLE = /["$`\\\r\n]/

export function openDataFolder(dataDir: string): DataFolder {
  if (!isAbsolute(dataDir)) throw new Error(`DATA_DIR must be an absolute path, and "${dataDir}" is not one.`)
  makePassable(dataDir)
  // The canonical path: a running server is recognised by the path it was started with.
  const root = realpathSync(dataDir)
  if (UNQUOTABLE.test(root)) {
    throw new Error(`DATA_DIR must not contain ", $, \`, a backslash or a line break, and ${root} does.`)
  }
  return {
    root,
    engines: join(root, 'engine'),
    cluster: clusterIn(root),
    run: join(root, 'run'),
    lock: join(root, 'owner.lock'),
    log: join(root, 'postgres.log'),
  }
}

/** Also for a cluster that does not exist. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'pg')
}

/** A folder that the database's user may enter, created if missing. */
export function makePassable(folder: string): void {
  makeFolder(folder)
  letOthersPass(folder)
}

/** mkdir alone would let a strict umask close the new folders to the user the server runs under. */
function makeFolder(dataDir: string): void {
  const first = mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  if (first === undefined) return
  let folder = dataDir
  while (folder.length >= first.length) {
    chmodSync(folder, 0o711)
    folder = dirname(folder)
  }
}

/** Others may pass through the folder, not list it; private files inside have a closed mode of their own. */
function letOthersPass(dataDir: string): void {
  const { mode } = statSync(dataDir)
  if (process.getuid?.() === 0 && (mode & 0o011) !== 0o011) chmodSync(dataDir, (mode & 0o7777) | 0o011)
}

const SHARED_PARENT = '/var/lib/embarque'

/**
 * `.data` in the project. As root the server runs as another user, who cannot enter if a parent folder is
 * closed (a project in /root): then the data lives elsewhere, one folder a project.
 */
export function defaultDataDir(projectDir: string): string {
  const project = realpathSync(projectDir)
  if (process.getuid?.() === 0 && foldersFrom(project).some(isClosedToOthers)) {
    const hash = createHash('sha256').update(project).digest('hex').slice(0, 16)
    return join(SHARED_PARENT, hash)
  }
  return join(project, '.data')
}

function foldersFrom(folder: string): string[] {
  const parent = dirname(folder)
  return parent === folder ? [folder] : [folder, ...foldersFrom(parent)]
}

function isClosedToOthers(folder: string): boolean {
  return (statSync(folder).mode & 0o001) === 0
}

const SQLITE_BUSY = 5

export interface FolderLock {
  release(): void
}

export function lockFolder(lockFile: string, dataDir: string): FolderLock {
  createClosed(lockFile)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(lockFile)
    // In memory, because nothing is ever written and a journal would be one more file to leave behind.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw inUse(dataDir)
    throw new Error(
      `The data folder ${dataDir} cannot be locked (${(error as Error).message}). ` +
        'Set DATA_DIR to a folder on a local disk that this user can write.',
      { cause: error },
    )
  }
  // The holder must keep this object: if it is garbage collected, the lock is gone.
  const held = database
  return {
    release: () => {
      if (held.isOpen) held.close()
    },
  }
}

export function inUse(dataDir: string): Error {
  return new Error(
    `Another service uses this DATA_DIR (${dataDir}). Stop it first, or set DATA_DIR to another folder.`,
  )
}

/**
 * Exclusive creation never opens a file that exists: closing any descriptor of it would silently drop the
 * lock this same process may hold. No other code may open this file either.
 */
function createClosed(lockFile: string): void {
  try {
    closeSync(openSync(lockFile, 'wx', 0o600))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    // SQLite would follow a link.
    if (!lstatSync(lockFile).isFile())
      throw new Error(`${lockFile} is a link, or no plain file. Find out who put it there, and move it away.`)
    // SQLite would not say that the file belongs to another user.
    accessSync(lockFile, constants.R_OK | constants.W_OK)
  }
}

export const PORT = 5432
/** Includes the name of the socket. macOS ends here, Linux four bytes later. */
const SOCKET_PATH_BYTES_MAX = 103

export function socketFile(socketDir: string): string {
  return join(socketDir, `.s.PGSQL.${PORT}`)
}

export function openSocketFolder(folder: DataFolder, account: OsAccount): string {
  mkdirSync(folder.run, { recursive: true, mode: 0o700 })
  handOver(folder.run, account)
  if (Buffer.byteLength(socketFile(folder.run)) <= SOCKET_PATH_BYTES_MAX) return folder.run
  return recordedFolder(folder, account) ?? newFolder(folder, account)
}

/** A folder under /tmp is removed with the server, or stays for the next start while a socket is in it. */
export function closeSocketFolder(folder: DataFolder, socketDir: string): void {
  if (socketDir === folder.run) return
  try {
    rmdirSync(socketDir)
    rmSync(noteFile(folder), { force: true })
  } catch {
    // Not empty: it contains a socket, and the note leads the next start to it.
  }
}

/** Another user may have created a folder of that name since, so it counts only if it is ours and closed. */
function recordedFolder(folder: DataFolder, account: OsAccount): string | undefined {
  try {
    const recorded = (readOwnFile(noteFile(folder)) ?? '').toString().trim()
    const found = lstatSync(recorded)
    const isOurs = found.isDirectory() && found.uid === account.uid && (found.mode & 0o077) === 0
    return isOurs ? recorded : undefined
  } catch {
    return undefined
  }
}

function newFolder(folder: DataFolder, account: OsAccount): string {
  const created = mkdtempSync('/tmp/embarque-')
  if (account.switched) chownSync(created, account.uid, account.gid)
  // The database's account could have left a link in its own folder.
  rmSync(noteFile(folder), { force: true })
  writeNewFile(noteFile(folder), `${created}\n`)
  return created
}

function noteFile(folder: DataFolder): string {
  return join(folder.run, 'where')
}
