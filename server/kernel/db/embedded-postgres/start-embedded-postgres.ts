/** Runs a real PostgreSQL for the service where no DATABASE_URL names one: created, started and stopped here. */
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
  /** What the owner of the cluster needs to connect (Unix socket): migrations, backup and restore. */
  connection: SocketConnection
  /** The same for the service, as a role that owns nothing. */
  serviceConnection: SocketConnection
  /** True when this start ran initdb. */
  created: boolean
  /** Whether it has the archive to itself; false without one. */
  isArchived(): boolean
  /**
   * Fast, clean stop: SIGINT to the postmaster, 20 s, then SIGQUIT. Safe to call twice. Until it is called, a
   * server that dies is started again.
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
  /** On unless a test, which can lose its data, switches it off. */
  fsync?: boolean | undefined
  /** More settings for the server, or others than ours. */
  settings?: Record<string, string> | undefined
  readyWithinMs?: number | undefined
  /** Where the caller holds the lock of the folder, before and after. */
  isLocked?: boolean | undefined
  say?: Say | undefined
  /** Aborted where nobody wants it any more: a start that is under way ends, and leaves nothing that runs. */
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
    // From here on only who stops it ends it: others may be using it.
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

/** Undefined where it is not archived. */
function archivedTo(
  archiveDir: string | undefined,
  plan: Omit<HoldPlan, 'archive'>,
): HeldArchive | undefined {
  if (archiveDir !== undefined) return holdArchive({ archive: archiveIn(archiveDir), ...plan })
  forgetArchive(plan.folder.root)
  return undefined
}

/** Keeps the server running until the stop that it returns. */
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
    // One that died, and was not back yet, took nothing with it.
    if (existsSync(socketFile(socketDir))) await clearLeftover(folder, socketDir, say)
    closeSocketFolder(folder, socketDir)
    release()
  }
  return () => {
    stopping ??= stopOnce()
    return stopping
  }
}
