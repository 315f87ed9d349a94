/** Chooses an account for the server that nobody else has: a number of this machine that belongs to no one. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'

/** Where no system gives out numbers: high ones, and those left for containers whose numbers end at 65535. */
const RANGES = [
  { from: 1_879_048_192, count: 268_435_455 },
  { from: 60_706, count: 478 },
] as const
const TRIES_MAX = 100

/** The same for the same folder, as long as nobody takes it. Undefined where the machine has no number to spare. */
export function findOwnNumber(dataDir: string): number | undefined {
  const range = RANGES.find(({ from, count }) => exists('uid', from + count) && exists('gid', from + count))
  return range && triesFor(dataDir, range).find(isFree)
}

/** Whether it is one that the folder gets by itself: nothing else leads to it, so nobody need be asked who has it. */
export function isOwnNumber(number: number, dataDir: string): boolean {
  return RANGES.some((range) => triesFor(dataDir, range).includes(number))
}

function triesFor(dataDir: string, { from, count }: (typeof RANGES)[number]): number[] {
  const start = createHash('sha256').update(dataDir).digest().readUInt32BE()
  return Array.from({ length: TRIES_MAX }, (_, index) => from + ((start + index) % count))
}

/** In a container only some numbers exist; where nobody tells, all of them do. */
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

/** The name of a user, asked from every source of users that the machine has. */
export function nameOf(uid: number): string | undefined {
  try {
    const name = execFileSync('id', ['-un', String(uid)], {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim()
    // Some answer with the number itself.
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

/** Only Linux tells. */
function isRunning(uid: number): boolean {
  if (process.platform !== 'linux') return false
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.some((pid) => statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === uid)
}
