/** Finds a folder for the server's Unix socket whose path is short enough for the kernel. */
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readOwnFile, writeNewFile } from '../../process/own-files.ts'
import type { DataFolder } from './data-folder.ts'
import { handOver, type OsAccount } from './os-account.ts'

export const PORT = 5432
/** Includes the name of the socket. macOS stops here, Linux four bytes later. */
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

/** A folder of ours under /tmp goes with the server, or stays for the next start while a socket is in it. */
export function closeSocketFolder(folder: DataFolder, socketDir: string): void {
  if (socketDir === folder.run) return
  try {
    rmdirSync(socketDir)
    rmSync(noteFile(folder), { force: true })
  } catch {
    // Not empty: a socket is still in it, and the note leads the next start to it.
  }
}

/** Anybody may have made a folder of that name since, so it counts only while it is ours and closed. */
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
