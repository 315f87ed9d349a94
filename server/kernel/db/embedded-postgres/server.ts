import { closeSync, fchownSync, ftruncateSync, lstatSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Say } from '../../process/log.ts'
import { openToAppend, openToChange, readOwnFile, writeNewFile } from '../../process/own-files.ts'
import { handOver, type OsAccount } from './accounts.ts'
import { type DataFolder, inUse } from './data-folder.ts'
import { lastLines, notReadyInTime, notReadyYet } from './explain.ts'
import { clearLeftover } from './leftover.ts'
import { closeSession, knock, takeOwnership } from './owner-session.ts'
import { launchPostmaster, type OwnPostmaster, stopPostmaster } from './postmaster.ts'

const LOG_BYTES_MAX = 10 * 1024 * 1024
const CHECK_EVERY_MS = 60_000

/** The descriptor appends, which makes it safe to empty the file while the server writes. */
export function openServerLog(logFile: string, account: OsAccount): number {
  const descriptor = openToAppend(logFile)
  if (account.switched) fchownSync(descriptor, account.uid, account.gid)
  return descriptor
}

export function closeServerLog(descriptor: number): void {
  closeSync(descriptor)
}

function logSizeBytes(logFile: string): number {
  return lstatSync(logFile, { throwIfNoEntry: false })?.size ?? 0
}

export function logTail(logFile: string, fromByte: number): string {
  return lastLines((readOwnFile(logFile) ?? Buffer.alloc(0)).subarray(fromByte).toString('utf8'))
}

/** Two files at most: the log, and the one before it. */
export function rotateWhenLarge(logFile: string, bytesMax = LOG_BYTES_MAX): void {
  if (logSizeBytes(logFile) <= bytesMax) return
  // Emptied rather than renamed, because the running server keeps writing to the file it was given.
  rmSync(`${logFile}.old`, { force: true })
  writeNewFile(`${logFile}.old`, readOwnFile(logFile) ?? '')
  const descriptor = openToChange(logFile)
  ftruncateSync(descriptor)
  closeSync(descriptor)
}

/** Returns a function that stops watching. */
export function watchLogSize(logFile: string, say: Say): () => void {
  const timer = setInterval(() => {
    try {
      rotateWhenLarge(logFile)
    } catch (error) {
      say(`The database's log ${logFile} could not be rotated: ${(error as Error).message}`, 'trouble')
    }
  }, CHECK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

const POLL_MS = 5
/** Slower: a recovering server logs every connection attempt. */
const REJOIN_POLL_MS = 100
/** Recovery reads at most a few hundred MB of log; that takes time on a slow disk. */
const READY_WAIT_MAX_MS = 300_000
const REPORT_EVERY_MS = 10_000
/** How long the remains of a killed server may take to disappear. */
const REMAINS_WAIT_MAX_MS = 10_000
const REMAINS_POLL_MS = 100
const REMAINS = /pre-existing shared memory block|lock file ".*" already exists/

export interface RunningServer {
  postmaster: OwnPostmaster
  /** Holds the lock of ownership. */
  session: pg.Client
  /** Resolves when either has ended. */
  lost: Promise<unknown>
}

export interface ServerPlan {
  engineDir: string
  folder: DataFolder
  account: OsAccount
  settings: Record<string, string>
  socketDir: string
  say: Say
  /** Longer than usual if it replays a whole archive. */
  readyWithinMs?: number | undefined
  /** Aborted when the service stops: all waiting ends. */
  signal: AbortSignal
}

export async function runServer(plan: ServerPlan): Promise<RunningServer> {
  const { log } = plan.folder
  rotateWhenLarge(log)
  const deadlineMs = performance.now() + REMAINS_WAIT_MAX_MS
  for (;;) {
    plan.signal.throwIfAborted()
    await clearLeftover(plan.folder, plan.socketDir, plan.say)
    // Not earlier: a leftover server may run as another user, who needs its files until it has stopped.
    handOver(plan.folder.cluster, plan.account)
    const logStartBytes = logSizeBytes(log)
    const postmaster = await launch(plan)
    const server = await joinServer(postmaster, plan, POLL_MS).catch(async (error) => {
      await stopPostmaster(postmaster)
      throw error
    })
    if (server) return server
    const tail = logTail(log, logStartBytes)
    // Orphans of a killed server end by themselves, and a server launched just before its service was killed
    // may appear only now: both justify another attempt.
    if (!REMAINS.test(tail) || performance.now() > deadlineMs) throw didNotStart(plan.folder, tail)
    await wait(REMAINS_POLL_MS, undefined, { signal: plan.signal })
  }
}

/** For a server that still runs after its owner's session broke. Undefined if it ended after all. */
export function rejoinServer(
  postmaster: OwnPostmaster,
  plan: ServerPlan,
): Promise<RunningServer | undefined> {
  return joinServer(postmaster, plan, REJOIN_POLL_MS)
}

async function joinServer(
  postmaster: OwnPostmaster,
  plan: ServerPlan,
  pollMs: number,
): Promise<RunningServer | undefined> {
  const session = await untilReady(postmaster, plan, pollMs)
  if (!session) return undefined
  const sessionEnded = new Promise((resolve) => session.once('end', resolve))
  try {
    if (!(await takeOwnership(session))) throw inUse(plan.folder.root)
    // After recovery its checkpointer sleeps for five minutes; a reload wakes it, so that archiving
    // continues.
    await session.query('select pg_reload_conf()')
  } catch (error) {
    await closeSession(session)
    throw error
  }
  return { postmaster, session, lost: Promise.race([postmaster.ended, sessionEnded]) }
}

async function launch(plan: ServerPlan): Promise<OwnPostmaster> {
  const { engineDir, account, settings, folder } = plan
  const logDescriptor = openServerLog(folder.log, account)
  try {
    return await launchPostmaster({
      engineDir,
      clusterDir: folder.cluster,
      dataDir: folder.root,
      account,
      settings,
      logDescriptor,
    })
  } finally {
    closeServerLog(logDescriptor)
  }
}

/** Undefined if the server ended instead. */
async function untilReady(
  postmaster: OwnPostmaster,
  plan: ServerPlan,
  pollMs: number,
): Promise<pg.Client | undefined> {
  const withinMs = plan.readyWithinMs ?? READY_WAIT_MAX_MS
  const startMs = performance.now()
  let reportAtMs = startMs + REPORT_EVERY_MS
  while (postmaster.isRunning()) {
    plan.signal.throwIfAborted()
    const response = isReady(postmaster, plan.folder) ? await knock(plan.socketDir) : 'busy'
    if (typeof response !== 'string') return response
    const nowMs = performance.now()
    if (nowMs > startMs + withinMs) throw notReadyInTime(withinMs, plan.folder.log)
    if (nowMs > reportAtMs) {
      plan.say(notReadyYet(plan.settings))
      reportAtMs += REPORT_EVERY_MS
    }
    await wait(pollMs)
  }
  return undefined
}

/**
 * The server writes its state to the last line of its pid file; earlier connection attempts would only fill
 * its log.
 */
function isReady(postmaster: OwnPostmaster, folder: DataFolder): boolean {
  try {
    const lines = (readOwnFile(join(folder.cluster, 'postmaster.pid')) ?? '').toString().split('\n')
    return lines[0] === String(postmaster.pid) && lines[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

function didNotStart(folder: DataFolder, tail: string): Error {
  return new Error(
    `The database in ${folder.cluster} did not start. The end of its log (${folder.log}):\n${tail}`,
  )
}
