/** Decides which user of the machine the database runs under: PostgreSQL refuses to run as root. */
import { execFileSync } from 'node:child_process'
import { chmodSync, lchownSync, lstatSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findOwnNumber, isOwnNumber, nameOf } from './own-account.ts'

export interface OsAccount {
  uid: number
  gid: number
  /** True when we are root and become this user to run the server. */
  switched: boolean
}

/** Nothing of the caller's: a locale that is not installed, PGPORT or TZ would change what the server does. */
const PLAIN_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

/** A program that runs as one of these can read and stop all others that run as it. */
const SHARED = ['nobody', 'postgres']

/**
 * As root: DATABASE_OS_USER, else whoever owns the data already (so that one start with sudo does not lock anybody
 * out), else a number that nobody else has. An account that others have too is never chosen.
 */
export function databaseAccount(clusterDir: string, osUser: string | undefined): OsAccount {
  const uid = process.getuid?.() ?? -1
  if (uid !== 0) return { uid, gid: process.getgid?.() ?? -1, switched: false }
  if (osUser) return accountNamed(osUser)
  const dataDir = dirname(clusterDir)
  const owner = lstatSync(clusterDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0 && (isOwnNumber(owner.uid, dataDir) || !isShared(owner.uid)))
    return { uid: owner.uid, gid: owner.gid, switched: true }
  const number = findOwnNumber(dataDir)
  if (number !== undefined) return { uid: number, gid: number, switched: true }
  throw new Error(
    'No number of a user is free on this machine to run the database under. Make a user for it ' +
      '(useradd --system embarque), and set DATABASE_OS_USER to its name.',
  )
}

/**
 * initdb wants to know its user by name. For an account that is only a number it runs as `nobody` for a moment, but in
 * the account's own group, which no other process of `nobody` has: they can neither reach its folder nor its memory.
 */
export function accountForInitdb(account: OsAccount): OsAccount {
  if (!account.switched || nameOf(account.uid) !== undefined) return account
  return { ...accountCalled('nobody'), gid: account.gid }
}

export function spawnOptions(account: OsAccount, cwd: string) {
  // Node wants signed 32-bit ids here, and macOS counts `nobody` from the top (4294967294).
  const identity = account.switched ? { uid: account.uid | 0, gid: account.gid | 0 } : {}
  return { cwd, env: PLAIN_ENVIRONMENT, ...identity }
}

/** Each question takes a process of its own. */
function isShared(uid: number): boolean {
  return SHARED.some((name) => findAccount(name)?.uid === uid)
}

/** Gives a folder (and, where it was somebody else's, all in it) to the account, closed to everybody else. */
export function handOver(folder: string, account: OsAccount): void {
  const found = lstatSync(folder)
  if (!found.isDirectory())
    throw new Error(`${folder} must be a folder, and no link. Set DATA_DIR to where the data is.`)
  const isOurs = found.uid === account.uid && found.gid === account.gid
  if (account.switched && !isOurs) {
    // Root's own meanwhile: whoever had it must not change what lies where while it is given away.
    lchownSync(folder, 0, 0)
    chmodSync(folder, 0o700)
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      give(join(folder, entry), account)
    lchownSync(folder, account.uid, account.gid)
  }
  if ((found.mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
}

/** A second name of a file may be a file of somebody else. */
function give(path: string, account: OsAccount): void {
  const found = lstatSync(path)
  if (found.isFile() && found.nlink > 1)
    throw new Error(
      `${path} has another name elsewhere (a hard link). Find out who made it, and remove one of them.`,
    )
  lchownSync(path, account.uid, account.gid)
}

function accountNamed(name: string): OsAccount {
  if (name !== 'nobody') return accountCalled(name)
  throw new Error(
    'Many programs run as "nobody", and each could read the database: set DATABASE_OS_USER to another user, or leave ' +
      'it unset.',
  )
}

function accountCalled(name: string): OsAccount {
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
