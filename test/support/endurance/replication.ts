// A primary and its standby, real servers: one may be killed and the other promoted. A standby is created by a copy of the
// running primary's folder, because pg_basebackup is not included.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import pg from 'pg'
import {
  databaseAccount,
  handOver,
  type OsAccount,
} from '../../../server/kernel/db/embedded-postgres/accounts.ts'
import { serverSettings } from '../../../server/kernel/db/embedded-postgres/cluster.ts'
import { openDataFolder, openSocketFolder } from '../../../server/kernel/db/embedded-postgres/data-folder.ts'
import { findEngine, installEngine } from '../../../server/kernel/db/embedded-postgres/engine.ts'
import {
  closeSession,
  connectionTo,
  knock,
} from '../../../server/kernel/db/embedded-postgres/owner-session.ts'
import {
  launchPostmaster,
  type OwnPostmaster,
  stopPostmaster,
} from '../../../server/kernel/db/embedded-postgres/postmaster.ts'
import { closeServerLog, openServerLog } from '../../../server/kernel/db/embedded-postgres/server.ts'
import { initialisedDataDir, temporaryDataDir } from '../data-dir.ts'
import { eventually } from '../eventually.ts'

export interface ReplicationServer {
  /** The folder of its socket. */
  readonly host: string
  readonly dataDir: string
  query(sql: string): Promise<Record<string, unknown>[]>
  /** Kills the server at once, without notice to clients. */
  kill(): Promise<void>
}

/** Registers what stops a server after the tests. */
export type Keep = (stop: () => Promise<void>) => void

const REPLICATING = {
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '256MB',
  // A promotion may wait for it; the default is five seconds.
  wal_retrieve_retry_interval: '100ms',
  // Nothing here must survive a power cut.
  full_page_writes: 'off',
}
/** Files of a running server that a copy must not have, or gets by replication. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_stat_tmp'])

/** With a migrated database, like the suite's template. */
export async function startPrimary(
  settings: Record<string, string> = {},
  keep: Keep = after,
): Promise<ReplicationServer> {
  return run(await initialisedDataDir(), { ...REPLICATING, ...settings }, keep)
}

/** Restarts a killed server. */
export function startAgain({ dataDir }: ReplicationServer, keep: Keep = after): Promise<ReplicationServer> {
  return run(dataDir, REPLICATING, keep)
}

/** In a new folder, or in that of a server that has ended. */
export async function startStandby(
  primary: ReplicationServer,
  dataDir: string = temporaryDataDir(),
  keep: Keep = after,
): Promise<ReplicationServer> {
  const cluster = join(dataDir, 'pg')
  rmSync(cluster, { recursive: true, force: true, maxRetries: 5 })
  await copyRunning(primary, cluster)
  writeFileSync(join(cluster, 'standby.signal'), '')
  // Settings made on the running primary are not for its standby.
  writeFileSync(join(cluster, 'postgresql.auto.conf'), '')
  // Only the user of the primary may use its socket.
  handOver(cluster, accountOf(primary.dataDir))
  const { user, port } = connectionTo(primary.host)
  const primary_conninfo = `host=${primary.host} port=${port} user=${user}`
  return run(dataDir, { ...REPLICATING, primary_conninfo }, keep)
}

/** From now on every commit is on both servers. */
export async function waitForBoth(primary: ReplicationServer): Promise<void> {
  await primary.query(`alter system set synchronous_standby_names = '*'`)
  await primary.query('select pg_reload_conf()')
  await eventually('the standby has caught up', async () => {
    const found = await primary.query(`select from pg_stat_replication where sync_state = 'sync'`)
    return found.length > 0
  })
}

async function run(dataDir: string, extra: Record<string, string>, keep: Keep): Promise<ReplicationServer> {
  const host = openSocketFolder(openDataFolder(dataDir), accountOf(dataDir))
  const settings = serverSettings({ socketDir: host, fsync: false, extra })
  let postmaster = await launch(dataDir, settings)
  keep(() => stopPostmaster(postmaster))
  await eventually(`the server in ${dataDir} responses`, async () => {
    // Child processes of a killed server may take a moment to end.
    if (!postmaster.isRunning()) postmaster = await launch(dataDir, settings)
    return isUp(host)
  })
  return {
    host,
    dataDir,
    query: (sql) => queryOnce(host, sql),
    async kill() {
      process.kill(postmaster.pid, 'SIGKILL')
      await postmaster.ended
    },
  }
}

function accountOf(dataDir: string): OsAccount {
  return databaseAccount(join(dataDir, 'pg'), undefined)
}

async function launch(dataDir: string, settings: Record<string, string>): Promise<OwnPostmaster> {
  const { cluster: clusterDir, engines, log } = openDataFolder(dataDir)
  const account = accountOf(dataDir)
  handOver(clusterDir, account)
  const logDescriptor = openServerLog(log, account)
  const engineDir = installEngine(findEngine(), engines)
  try {
    return await launchPostmaster({ engineDir, clusterDir, dataDir, account, settings, logDescriptor })
  } finally {
    closeServerLog(logDescriptor)
  }
}

async function isUp(socketDir: string): Promise<boolean> {
  const response = await knock(socketDir)
  if (typeof response === 'string') return false
  await closeSession(response)
  return true
}

async function queryOnce(socketDir: string, sql: string): Promise<Record<string, unknown>[]> {
  const session = new pg.Client(connectionTo(socketDir))
  session.on('error', () => {})
  await session.connect()
  try {
    return (await session.query(sql)).rows
  } finally {
    await session.end()
  }
}

async function copyRunning({ host, dataDir }: ReplicationServer, to: string): Promise<void> {
  const session = new pg.Client(connectionTo(host))
  await session.connect()
  try {
    await session.query(`select pg_backup_start('a standby', true)`)
    copyFolder(join(dataDir, 'pg'), to)
    mkdirSync(join(to, 'pg_replslot'))
    const { rows } = await session.query('select labelfile from pg_backup_stop(false)')
    writeFileSync(join(to, 'backup_label'), rows[0].labelfile)
  } finally {
    await session.end()
  }
}

/** Files come and go meanwhile. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { mode: 0o700 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (NOT_COPIED.has(entry.name)) continue
    if (entry.isDirectory()) copyFolder(source, target)
    else copyIfThere(source, target)
  }
}

function copyIfThere(from: string, to: string): void {
  try {
    copyFileSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
