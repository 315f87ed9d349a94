import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, lchownSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Numbers that no system assigns: high ones, and some for containers whose numbers end at 65535. */
const RANGES = [
  { from: 1_879_048_192, count: 268_435_455 },
  { from: 60_706, count: 478 },
] as const
const TRIES_MAX = 100

/** The same number for the same folder, while it is free. Undefined if the machine has no free number. */
function findOwnNumber(dataDir: string): number | undefined {
  const range = RANGES.find(({ from, count }) => exists('uid', from + count) && exists('gid', from + count))
  return range && triesFor(dataDir, range).find(isFree)
}

/** Whether the number is derived from the folder: then no account needs to be looked up. */
function isOwnNumber(number: number, dataDir: string): boolean {
  return RANGES.some((range) => triesFor(dataDir, range).includes(number))
}

function triesFor(dataDir: string, { from, count }: (typeof RANGES)[number]): number[] {
  const start = createHash('sha256').update(dataDir).digest().readUInt32BE()
  return Array.from({ length: TRIES_MAX }, (_, index) => from + ((start + index) % count))
}

/** In a container only some numbers exist; without the information, all do. */
function exists(kind: 'uid' | 'gid', number: number): boolean {
  let map: string
  try {
    map = readFileSync(`/proc/self/${kind}_map`, 'utf8')
  } catch {
    return true
  }
  return map
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .some(([from = 0, , count = 0]) => number >= from && number < from + count)
}

function isFree(number: number): boolean {
  return nameOf(number) === undefined && !isGroup(number) && !isRunning(number)
}

/** The name of a user, from every source of users of the machine. */
export function nameOf(uid: number): string | undefined {
  try {
    const name = execFileSync('id', ['-un', String(uid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim()
    // Some systems return the number itself.
    return name === String(uid) ? undefined : name
  } catch {
    return undefined
  }
}

function isGroup(gid: number): boolean {
  try {
    return readFileSync('/etc/group', 'utf8').includes(`:${gid}:`)
  } catch {
    return false
  }
}

/** Known on Linux only. */
function isRunning(uid: number): boolean {
  if (process.platform !== 'linux') return false
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.some((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === uid)
}

export interface OsAccount {
  uid: number
  gid: number
  /** True if root becomes this user to run the server. */
  switched: boolean
}

/**
 * Nothing of the caller's environment: a missing locale, PGPORT or TZ would change the server's behaviour.
 */
const PLAIN_ENVIRONMENT = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

/** Programs of these accounts can read and stop each other. */
const SHARED = ['nobody', 'postgres']

/**
 * For root: DATABASE_OS_USER, else the owner of existing data (so that one start with sudo locks no user
 * out), else an unused number. A shared account is never chosen.
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
    'No user id is free on this machine to run the database under. Create a user for it ' +
      '(useradd --system embarque), and set DATABASE_OS_USER to its name.',
  )
}

/**
 * initdb needs its user's name. For an account without one it briefly runs as `nobody`, but in the account's
 * own group: other processes of `nobody` can reach neither its folder nor its memory.
 */
export function accountForInitdb(account: OsAccount): OsAccount {
  if (!account.switched || nameOf(account.uid) !== undefined) return account
  return { ...accountCalled('nobody'), gid: account.gid }
}

export function spawnOptions(account: OsAccount, cwd: string) {
  // Node expects signed 32-bit ids here, and macOS counts `nobody` from the top (4294967294).
  const identity = account.switched ? { uid: account.uid | 0, gid: account.gid | 0 } : {}
  return { cwd, env: PLAIN_ENVIRONMENT, ...identity }
}

/** Each lookup starts a process. */
function isShared(uid: number): boolean {
  return SHARED.some((name) => findAccount(name)?.uid === uid)
}

/** Gives a folder (and its content, if it had another owner) to the account, closed to all others. */
export function handOver(folder: string, account: OsAccount): void {
  const found = lstatSync(folder)
  if (!found.isDirectory())
    throw new Error(`${folder} must be a folder, and no link. Set DATA_DIR to where the data is.`)
  const isOurs = found.uid === account.uid && found.gid === account.gid
  if (account.switched && !isOurs) {
    // Root owns it meanwhile: the previous owner must not swap files during the change.
    lchownSync(folder, 0, 0)
    chmodSync(folder, 0o700)
    for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      give(join(folder, entry), account)
    lchownSync(folder, account.uid, account.gid)
  }
  if ((found.mode & 0o777) !== 0o700) chmodSync(folder, 0o700)
}

/** A hard link may be a file of another user. */
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

/** `id` asks every source of users of the machine; /etc/passwd is only one of them. */
function findAccount(name: string): OsAccount | undefined {
  if (!/^[A-Za-z_][\w.-]*$/.test(name)) return undefined
  try {
    return { uid: askId('-u', name), gid: askId('-g', name), switched: true }
  } catch {
    return undefined
  }
}

function askId(option: string, name: string): number {
  const response = execFileSync('id', [option, name], {
    env: PLAIN_ENVIRONMENT,
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  })
  return Number(response)
}
