/** Decides which user of the machine the database runs under: PostgreSQL refuses to run as root. */
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

export interface OsAccount {
  uid: number
  gid: number
  /** True when we are root and become this user to run the server. */
  switched: boolean
}

/** Nothing of the caller's: a locale that is not installed, PGPORT or TZ would change what the server does. */
const PLAIN_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

/**
 * As root: DATABASE_OS_USER, else whoever owns the data already (so that one start with sudo, or a `postgres`
 * user installed later, does not lock anybody out), else `postgres`, else `nobody`.
 */
export function databaseAccount(clusterDir: string, osUser: string | undefined): OsAccount {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, switched: false }
  if (osUser) return accountNamed(osUser)
  const owner = statSync(clusterDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid, switched: true }
  return findAccount('postgres') ?? accountNamed('nobody')
}

export function spawnOptions(account: OsAccount, cwd: string) {
  // Node wants signed 32-bit ids here, and macOS counts `nobody` from the top (4294967294).
  const identity = account.switched ? { uid: account.uid | 0, gid: account.gid | 0 } : {}
  return { cwd, env: PLAIN_ENVIRONMENT, ...identity }
}

/** Gives a folder (and, where it was somebody else's, all in it) to the account, closed to everybody else. */
export function handOver(folder: string, account: OsAccount): void {
  const { uid, gid, mode } = statSync(folder)
  if (account.switched && (uid !== account.uid || gid !== account.gid)) {
    chownSync(folder, account.uid, account.gid)
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      lchownSync(join(folder, entry), account.uid, account.gid)
    }
  }
  if ((mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
}

function accountNamed(name: string): OsAccount {
  const account = findAccount(name)
  if (!account) {
    throw new Error(
      `This machine has no user "${name}" to run the database under. ` +
        'Set DATABASE_OS_USER to one that exists, or DATABASE_URL to a server of your own.',
    )
  }
  if (account.uid === 0) {
    throw new Error(`PostgreSQL refuses to run as root: set DATABASE_OS_USER to a user other than "${name}".`)
  }
  return account
}

/** `id` asks every source of users the machine has; /etc/passwd is only one of them. */
function findAccount(name: string): OsAccount | undefined {
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) return undefined
  try {
    return { uid: askId('-u', name), gid: askId('-g', name), switched: true }
  } catch {
    return undefined
  }
}

function askId(option: string, name: string): number {
  const answer = execFileSync('id', [option, name], {
    env: PLAIN_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  return Number(answer)
}
