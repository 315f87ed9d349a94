/**
 * Lets one service at a time use a DATA_DIR, from before the first initdb until after the last stop.
 *
 * The server's advisory lock cannot do that alone: it is not there yet while two services race to create the
 * database. A file with a pid in it goes stale, and pids are reused. So the kernel keeps the lock: SQLite's
 * exclusive transaction is the one way Node offers to an fcntl lock, which ends with the process that holds it.
 */
import { closeSync, lstatSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

export interface FolderLock {
  release(): void
}

export function lockFolder(lockFile: string, dataDir: string): FolderLock {
  createClosed(lockFile)
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(lockFile)
    // In memory, because nothing is ever written and a journal would only be one more file to leave behind.
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
  // Whoever holds the lock must keep this object: when it is collected, the lock goes with it.
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
  }
}
