/** Runs PostgreSQL for the service if no DATABASE_URL is set: creates, starts and stops it. */
import { existsSync } from 'node:fs'
import type { Say } from '../../process/log.ts'
import { archiveIn, forgetArchive } from '../archive/archive-folder.ts'
import { type HeldArchive, type HoldPlan, holdArchive } from '../archive/archive-writer.ts'
import { databaseAccount } from './accounts.ts'
import { ensureCluster, serverSettings } from './cluster.ts'
import {
  closeSocketFolder,
  type DataFolder,
  type FolderLock,
  lockFolder,
  openDataFolder,
  openSocketFolder,
  socketFile,
} from './data-folder.ts'
import { type Engine, findEngine, installEngine, removeOtherEngines } from './engine.ts'
import { explainFileError } from './explain.ts'
import { keepRunning } from './keep-running.ts'
import { clearLeftover } from './leftover.ts'
import { closeSession, connectionTo, ensureDatabase, serviceConnectionTo } from './owner-session.ts'
import { stopPostmaster } from './postmaster.ts'
import { type RunningServer, runServer, type ServerPlan, watchLogSize } from './server.ts'

interface SocketConnection {
  host: string
  port: number
  user: string
  database: string
  ssl: false
}

export interface EmbeddedPostgres {
  /** The owner's connection (Unix socket): migrations, backup and restore. */
  connection: SocketConnection
  /** The service's connection, as a role that owns nothing. */
  serviceConnection: SocketConnection
  /** True if this start ran initdb. */
  created: boolean
  /** Whether it is the only writer of the archive; false without one. */
  isArchived(): boolean
  /**
   * Fast, clean stop: SIGINT to the postmaster, 20 s, then SIGQUIT. Safe to call twice. Until then a server
   * that dies is restarted.
   */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Absolute. */
  dataDir: string
  /** DATABASE_OS_USER; matters only as root. */
  osUser?: string | undefined
  /** BACKUP_DIR, where its log is archived. Absolute. */
  archiveDir?: string | undefined
  /** On by default; tests, which can lose their data, switch it off. */
  fsync?: boolean | undefined
  /** Additional or overriding settings of the server. */
  settings?: Record<string, string> | undefined
  readyWithinMs?: number | undefined
  /** The caller holds the lock of the folder, before and after. */
  isLocked?: boolean | undefined
  say?: Say | undefined
  /** Aborts a start; nothing keeps running. */
  halt?: AbortSignal | undefined
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const engine = findEngine()
  let lock: FolderLock | undefined
  try {
    const folder = openDataFolder(options.dataDir)
    lock = options.isLocked ? { release() {} } : lockFolder(folder.lock, folder.root)
    return await startLocked(options, engine, folder, lock)
  } catch (error) {
    lock?.release()
    throw explainFileError(error, options.dataDir)
  }
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  engine: Engine,
  folder: DataFolder,
  lock: FolderLock,
): Promise<EmbeddedPostgres> {
  const { fsync = true, say = () => {} } = options
  const account = databaseAccount(folder.cluster, options.osUser)
  const socketDir = openSocketFolder(folder, account)
  const halt = new AbortController()
  const signal = AbortSignal.any([halt.signal, ...(options.halt ? [options.halt] : [])])
  let held: HeldArchive | undefined
  let stop = async () => closeSocketFolder(folder, socketDir)
  try {
    const engineDir = installEngine(engine, folder.engines)
    signal.throwIfAborted()
    const created = await ensureCluster({ engineDir, folder, account, fsync, say, signal })
    held = archivedTo(options.archiveDir, { folder, account, say })
    const extra = { ...held?.settings, ...options.settings }
    const settings = serverSettings({ socketDir, fsync, extra })
    const { readyWithinMs } = options
    const plan = { engineDir, folder, account, settings, socketDir, say, readyWithinMs }
    const server = await runServer({ ...plan, signal })
    // From here on only `stop` ends it: other processes may be using it.
    stop = stopper(server, { ...plan, signal: halt.signal }, halt, () => {
      held?.release()
      lock.release()
    })
    await ensureDatabase(server.session)
    removeOtherEngines(engineDir)
    const serviceConnection = serviceConnectionTo(socketDir)
    const isArchived = () => held?.isOurs() ?? false
    return { connection: connectionTo(socketDir), serviceConnection, created, isArchived, stop }
  } catch (error) {
    await stop()
    held?.release()
    throw error
  }
}

/** Undefined if it is not archived. */
function archivedTo(
  archiveDir: string | undefined,
  plan: Omit<HoldPlan, 'archive'>,
): HeldArchive | undefined {
  if (archiveDir !== undefined) return holdArchive({ archive: archiveIn(archiveDir), ...plan })
  forgetArchive(plan.folder.root)
  return undefined
}

/** Keeps the server running until the returned stop is called. */
function stopper(
  first: RunningServer,
  plan: ServerPlan,
  halt: AbortController,
  release: () => void,
): () => Promise<void> {
  const { folder, socketDir, say } = plan
  const unwatchLog = watchLogSize(folder.log, say)
  const kept = keepRunning(first, plan)
  let stopping: Promise<void> | undefined

  async function stopOnce(): Promise<void> {
    unwatchLog()
    halt.abort()
    const { postmaster, session } = await kept
    await stopPostmaster(postmaster)
    await closeSession(session)
    // A server that died and was not restarted yet left its files.
    if (existsSync(socketFile(socketDir))) await clearLeftover(folder, socketDir, say)
    closeSocketFolder(folder, socketDir)
    release()
  }
  return () => {
    stopping ??= stopOnce()
    return stopping
  }
}
