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

/** The descriptor appends: that is what makes it safe to empty the file while the server writes. */
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

/** Returns the way to stop watching. */
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
/** Slower: a server that recovers from a crash by itself logs every knock. */
const REJOIN_POLL_MS = 100
/** Recovery reads at most a few hundred MB of log again; on a slow disk that takes its time. */
const READY_WAIT_MAX_MS = 300_000
const TELL_EVERY_MS = 10_000
/** How long the remains of a killed server may take to vanish. */
const REMAINS_WAIT_MAX_MS = 10_000
const REMAINS_POLL_MS = 100
const REMAINS = /pre-existing shared memory block|lock file ".*" already exists/

export interface RunningServer {
  postmaster: OwnPostmaster
  /** Holds the lock that says the server is owned. */
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
  /** Longer than usual where it reads a whole archive first. */
  readyWithinMs?: number | undefined
  /** Aborted when the service stops: nothing is waited for any longer. */
  signal: AbortSignal
}

export async function runServer(plan: ServerPlan): Promise<RunningServer> {
  const { log } = plan.folder
  rotateWhenLarge(log)
  const deadlineMs = performance.now() + REMAINS_WAIT_MAX_MS
  for (;;) {
    plan.signal.throwIfAborted()
    await clearLeftover(plan.folder, plan.socketDir, plan.say)
    // Not earlier: a leftover may run under another user, who must keep its files until it has stopped.
    handOver(plan.folder.cluster, plan.account)
    const logStartBytes = logSizeBytes(log)
    const postmaster = await launch(plan)
    const server = await joinServer(postmaster, plan, POLL_MS).catch(async (error) => {
      await stopPostmaster(postmaster)
      throw error
    })
    if (server) return server
    const tail = logTail(log, logStartBytes)
    // Orphans of a killed server end by themselves, and a server launched a moment before its service was
    // killed shows up only now: both are worth another try.
    if (!REMAINS.test(tail) || performance.now() > deadlineMs) throw didNotStart(plan.folder, tail)
    await wait(REMAINS_POLL_MS, undefined, { signal: plan.signal })
  }
}

/** For a server that runs on while its owner's session broke. Undefined when it ended after all. */
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
    // While it recovered, its checkpointer fell asleep for five minutes; nothing is archived until somebody wakes it.
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

/** Undefined when the server ended instead. */
async function untilReady(
  postmaster: OwnPostmaster,
  plan: ServerPlan,
  pollMs: number,
): Promise<pg.Client | undefined> {
  const withinMs = plan.readyWithinMs ?? READY_WAIT_MAX_MS
  const startMs = performance.now()
  let tellAtMs = startMs + TELL_EVERY_MS
  while (postmaster.isRunning()) {
    plan.signal.throwIfAborted()
    const answer = isReady(postmaster, plan.folder) ? await knock(plan.socketDir) : 'busy'
    if (typeof answer !== 'string') return answer
    const nowMs = performance.now()
    if (nowMs > startMs + withinMs) throw notReadyInTime(withinMs, plan.folder.log)
    if (nowMs > tellAtMs) {
      plan.say(notReadyYet(plan.settings))
      tellAtMs += TELL_EVERY_MS
    }
    await wait(pollMs)
  }
  return undefined
}

/** The server writes its state to the last line of its pid file; knocking early would only fill its log. */
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
