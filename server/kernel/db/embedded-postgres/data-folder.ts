/** Knows what lies where in DATA_DIR, and makes that folder when it is missing. */
import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

export interface DataFolder {
  root: string
  /** One copy of the binaries for each version. */
  engines: string
  /** The database's own files. */
  cluster: string
  /** The socket, or the note that says where it is. */
  run: string
  /** Held by the one service that uses the folder. */
  lock: string
  log: string
}

/** initdb hands its own path to a shell in plain double quotes. */
const UNQUOTABLE = /["$`\\\r\n]/

export function openDataFolder(dataDir: string): DataFolder {
  if (!isAbsolute(dataDir)) throw new Error(`DATA_DIR must be an absolute path, and "${dataDir}" is not one.`)
  makePassable(dataDir)
  // One folder, one name: a running server is recognised by the path it was started with.
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

/** Also of one that is not there yet, or not to be made. */
export function clusterIn(dataDir: string): string {
  return join(dataDir, 'pg')
}

/** A folder of ours that the database's user can come into, made where it is missing. */
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
