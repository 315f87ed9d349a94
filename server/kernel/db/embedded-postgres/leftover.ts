import { closeSync, existsSync, ftruncateSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Say } from '../../process/log.ts'
import { openToChange, readOwnFile } from '../../process/own-files.ts'
import { clusterIn, type DataFolder, inUse, openDataFolder, socketFile } from './data-folder.ts'
import { closeSession, connectionTo, knock, serviceConnectionTo, takeOwnership } from './owner-session.ts'
import { adoptPostmaster, isPostmasterOf, stopPostmaster } from './postmaster.ts'
import type { EmbeddedPostgres } from './start-embedded-postgres.ts'

export async function clearLeftover(folder: DataFolder, socketDir: string, say: Say): Promise<void> {
  const pidFile = join(folder.cluster, 'postmaster.pid')
  const written = readOwnFile(pidFile)
  if (written === undefined) return removeSocket(socketDir)
  const pid = Number.parseInt(written.toString('utf8'), 10)
  const isOwned = await refuseWhileOwned(folder, socketDir)
  if (isPostmasterOf(pid, folder.cluster)) {
    say(`Stopping the database server that an earlier service left running (process ${pid}).`)
    await stopPostmaster(adoptPostmaster(pid, folder.cluster))
  } else if (isOwned) {
    // The process id is of another container, so no signal may be sent to it.
    throw new Error(
      `A database server that was started in another container, or while ${folder.root} had another name, ` +
        'still runs on it. Stop that server first.',
    )
  }
  disown(pidFile, pid)
  removeSocket(socketDir)
}

/** The folder's lock shows that no service runs; on disks without such locks, the server knows. */
async function refuseWhileOwned(folder: DataFolder, socketDir: string): Promise<boolean> {
  const response = await knock(socketDir)
  if (response === 'silent') return false
  // A server that starts or stops accepts no session, so no service owns it.
  if (response === 'busy') return true
  const isFree = await takeOwnership(response).catch(() => true)
  await closeSession(response)
  if (!isFree) throw inUse(folder.root)
  return true
}

/**
 * The server refuses to start while the file names a living process or a zombie. Our own id, its parent's,
 * marks the file as stale. Removing it would also remove the check for orphans with shared memory.
 */
function disown(pidFile: string, pid: number): void {
  if (!existsSync(pidFile)) return
  if (Number.isInteger(pid)) {
    replace(pidFile, (text) => text.replace(/^.*/, String(process.pid)))
  } else rmSync(pidFile)
}

/** Never follows a link: the file is in a folder of the database's account. */
function replace(file: string, change: (text: string) => string): void {
  const text = (readOwnFile(file) ?? '').toString('utf8')
  const descriptor = openToChange(file)
  try {
    ftruncateSync(descriptor)
    writeFileSync(descriptor, change(text))
  } finally {
    closeSync(descriptor)
  }
}

function removeSocket(socketDir: string): void {
  rmSync(socketFile(socketDir), { force: true })
  rmSync(`${socketFile(socketDir)}.lock`, { force: true })
}

type Ways = Pick<EmbeddedPostgres, 'connection' | 'serviceConnection'>

export async function findRunningServer(dataDir: string): Promise<Ways | null> {
  if (!existsSync(join(clusterIn(dataDir), 'postmaster.pid'))) return null
  const { run } = openDataFolder(dataDir)
  const note = join(run, 'where')
  const socketDir = readOwnFile(note)?.toString('utf8').trim() ?? run
  const response = await knock(socketDir)
  if (typeof response === 'string') return null
  await closeSession(response)
  return { connection: connectionTo(socketDir), serviceConnection: serviceConnectionTo(socketDir) }
}
