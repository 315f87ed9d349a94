/** Runs a real PostgreSQL for the service where no DATABASE_URL names one: created, started and stopped here. */
import type pg from 'pg'
import { ensureCluster } from './create-cluster.ts'
import { type DataFolder, openDataFolder } from './data-folder.ts'
import { type Engine, findEngine, installEngine, removeOtherEngines } from './engine.ts'
import { explainFileError } from './explain.ts'
import { type FolderLock, inUse, lockFolder } from './folder-lock.ts'
import { databaseAccount } from './os-account.ts'
import { closeSession, connectionTo, ensureDatabase, takeOwnership } from './owner-session.ts'
import { stopPostmaster } from './postmaster.ts'
import { type RunningServer, runServer } from './run-server.ts'
import { watchLogSize } from './server-log.ts'
import { serverSettings } from './server-settings.ts'
import { closeSocketFolder, openSocketFolder } from './socket-folder.ts'

export interface EmbeddedPostgres {
  /** What a pg.Pool needs to connect (Unix socket). */
  connection: { host: string; port: number; user: string; database: string; ssl: false }
  /** True when this start ran initdb. */
  created: boolean
  /** Fast, clean stop: SIGINT to the postmaster, 20 s, then SIGQUIT. Safe to call twice. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Absolute. */
  dataDir: string
  /** DATABASE_OS_USER; matters only as root. */
  osUser?: string | undefined
  /** On unless a test, which can lose its data, switches it off. */
  fsync?: boolean | undefined
  /** More settings for the server, or others than ours. */
  settings?: Record<string, string> | undefined
  say?: ((line: string) => void) | undefined
}

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const engine = findEngine()
  let lock: FolderLock | undefined
  try {
    const folder = openDataFolder(options.dataDir)
    lock = lockFolder(folder.lock, folder.root)
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
  let stop = async () => closeSocketFolder(folder, socketDir)
  try {
    const engineDir = installEngine(engine, folder.engines)
    const created = await ensureCluster({ engineDir, folder, account, fsync, say })
    const settings = serverSettings({ socketDir, fsync, extra: options.settings ?? {} })
    const server = await runServer({ engineDir, folder, account, settings, socketDir, say })
    stop = stopper(server, folder, socketDir, lock, say)
    if (!(await takeOwnership(server.session))) throw inUse(folder.root)
    await ensureDatabase(server.session)
    removeOtherEngines(engineDir)
    return { connection: connectionTo(socketDir), created, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function stopper(
  { postmaster, session }: RunningServer,
  folder: DataFolder,
  socketDir: string,
  lock: FolderLock,
  say: (line: string) => void,
): () => Promise<void> {
  const unwatchLog = watchLogSize(folder.log, say)
  let stopping: Promise<void> | undefined
  tellUnexpectedEnds(session, postmaster.ended, folder, (line) => {
    if (!stopping) say(line)
  })

  async function stopOnce(): Promise<void> {
    unwatchLog()
    await stopPostmaster(postmaster)
    await closeSession(session)
    closeSocketFolder(folder, socketDir)
    lock.release()
  }
  return () => {
    stopping ??= stopOnce()
    return stopping
  }
}

/** Neither is fatal to us: the folder's lock still holds, and the service decides what a lost database means. */
function tellUnexpectedEnds(
  session: pg.Client,
  ended: Promise<string>,
  folder: DataFolder,
  say: (line: string) => void,
): void {
  session.once('end', () => say(`The session that owns the database in ${folder.root} ended unexpectedly.`))
  void ended.then((how) => say(`The database server ended unexpectedly, ${how}. Its log: ${folder.log}`))
}
