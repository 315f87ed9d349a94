/** Keeps the server's log in one plain file that cannot fill the disk. */
import { closeSync, fchownSync, ftruncateSync, lstatSync, rmSync } from 'node:fs'
import { openToAppend, openToChange, readOwnFile, writeNewFile } from '../../process/own-files.ts'
import type { Say } from '../../process/say.ts'
import { lastLines } from './explain.ts'
import type { OsAccount } from './os-account.ts'

const LOG_BYTES_MAX = 10 * 1024 * 1024
const CHECK_EVERY_MS = 60_000

/** The descriptor appends: that is what makes it safe to empty the file while the server writes. */
export function openServerLog(logFile: string, account: OsAccount): number {
  const descriptor = openToAppend(logFile)
  if (account.switched) fchownSync(descriptor, account.uid, account.gid)
  return descriptor
}

export function closeServerLog(descriptor: number): void {
  closeSync(descriptor)
}

export function logSizeBytes(logFile: string): number {
  return lstatSync(logFile, { throwIfNoEntry: false })?.size ?? 0
}

export function logTail(logFile: string, fromByte: number): string {
  return lastLines((readOwnFile(logFile) ?? Buffer.alloc(0)).subarray(fromByte).toString('utf8'))
}

/** Two files at most: the log, and the one before it. */
export function rotateWhenLarge(logFile: string, bytesMax = LOG_BYTES_MAX): void {
  if (logSizeBytes(logFile) <= bytesMax) return
  // Emptied rather than renamed, because the running server keeps writing to the file it was given.
  rmSync(`${logFile}.old`, { force: true })
  writeNewFile(`${logFile}.old`, readOwnFile(logFile) ?? '')
  const descriptor = openToChange(logFile)
  ftruncateSync(descriptor)
  closeSync(descriptor)
}

/** Returns the way to stop watching. */
export function watchLogSize(logFile: string, say: Say): () => void {
  const timer = setInterval(() => {
    try {
      rotateWhenLarge(logFile)
    } catch (error) {
      say(`The database's log ${logFile} could not be rotated: ${(error as Error).message}`, 'trouble')
    }
  }, CHECK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
