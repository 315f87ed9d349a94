import { execFile } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Say } from '../../process/log.ts'
import { accountForInitdb, handOver, type OsAccount, spawnOptions } from './accounts.ts'
import { type DataFolder, PORT } from './data-folder.ts'
import { explainSpawnError, lastLines } from './explain.ts'

export const SUPERUSER = 'embarque'
/** The role of the service, which owns nothing. */
export const SERVICE_ROLE = 'embarque_service'
/** Folders with this prefix are removed by the next start. */
export const NEW_CLUSTER = 'pg.new-'

interface ClusterPlan {
  engineDir: string
  folder: DataFolder
  account: OsAccount
  fsync: boolean
  say: Say
  signal: AbortSignal
}

/** Returns true if it created the cluster. */
export async function ensureCluster(plan: ClusterPlan): Promise<boolean> {
  const { folder, account } = plan
  sweepNewClusters(folder.root)
  if (existsSync(join(folder.cluster, 'PG_VERSION'))) {
    refuseOtherMajor(plan.engineDir, folder)
    return false
  }
  if (existsSync(folder.cluster) && readdirSync(folder.cluster).length > 0) {
    throw new Error(
      `${folder.cluster} is not empty and holds no database. ` +
        'Restore its contents, move it away, or set DATA_DIR to another folder.',
    )
  }
  plan.say(`Creating the database in ${folder.root}.`)
  // A fresh name each time: an initdb that outlived a killed service may still be writing to the last one.
  const place = mkdtempSync(join(folder.root, NEW_CLUSTER))
  const fresh = join(place, 'pg')
  mkdirSync(fresh, { mode: 0o700 })
  const maker = accountForInitdb(account)
  // Only the account's group may enter: other processes of the same user stay outside.
  if (account.switched) {
    lchownSync(place, 0, account.gid)
    chmodSync(place, 0o710)
  }
  handOver(fresh, maker)
  await runInitdb({ ...plan, account: maker }, fresh)
  handOver(fresh, account)
  renameSync(fresh, folder.cluster)
  rmdirSync(place)
  syncFolder(folder.root)
  return true
}

async function runInitdb(
  { engineDir, folder, account, fsync, signal }: ClusterPlan,
  target: string,
): Promise<void> {
  const options = ['-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const args = [
    '-D',
    target,
    '-U',
    SUPERUSER,
    ...options,
    '--no-instructions',
    ...(fsync ? [] : ['--no-sync']),
  ]
  const running = promisify(execFile)(
    join(engineDir, 'bin', 'initdb'),
    args,
    spawnOptions(account, folder.root),
  )
  // Signalled and then awaited: it must not write after the clean-up.
  const end = () => void running.child.kill()
  signal.addEventListener('abort', end, { once: true })
  try {
    await running
  } catch (error) {
    rmSync(dirname(target), { recursive: true, force: true })
    signal.throwIfAborted()
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    if (!stdout && !stderr) throw explainSpawnError(error, folder.root)
    const output = lastLines(`${stdout}${stderr}`)
    const hint = output.includes('could not look up effective user')
      ? 'The user who starts the service needs a name: add one to /etc/passwd. '
      : ''
    throw new Error(`The database could not be created in ${folder.root}. ${hint}initdb said:\n${output}`, {
      cause: error,
    })
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function refuseOtherMajor(engineDir: string, folder: DataFolder): void {
  const theirs = readFileSync(join(folder.cluster, 'PG_VERSION'), 'utf8').trim()
  const ours = basename(engineDir).split('.')[0]
  if (theirs !== ours) {
    throw new Error(
      `${folder.cluster} was made by PostgreSQL ${theirs}, and this release brings ${ours}. ` +
        'Make a backup with the release that made it and restore it with this one into a new DATA_DIR.',
    )
  }
}

function sweepNewClusters(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith(NEW_CLUSTER))) {
    try {
      rmSync(join(dataDir, name), { recursive: true, force: true })
    } catch {
      // A process is still writing there; the next start tries again.
    }
  }
}

/** The rename itself must survive a power cut. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

export interface SettingsChoice {
  socketDir: string
  fsync: boolean
  extra: Record<string, string>
}

export function serverSettings({ socketDir, fsync, extra }: SettingsChoice): Record<string, string> {
  return {
    // Only the socket is open, and only its owner (and root) may use it, so no password is needed.
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Enough for several processes of the service, with threads for heavy work each.
    max_connections: '200',
    shared_buffers: '128MB',
    // Containers have 64 MB of /dev/shm by default; a parallel query would run out of it.
    dynamic_shared_memory_type: 'mmap',
    // Without a network there is no replica; less log is written, and less is read after a crash.
    wal_level: 'minimal',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    max_wal_size: '512MB',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
    // Commits still reach the kernel before the response, so only a power cut can lose them.
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
    ...extra,
  }
}
