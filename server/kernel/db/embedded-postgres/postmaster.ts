/**
 * Starts the server's first process, the postmaster, and stops it cleanly, also one of an earlier service.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { within } from '../../process/concurrency.ts'
import { type OsAccount, spawnOptions } from './accounts.ts'
import { explainSpawnError } from './explain.ts'

const FAST_STOP_WAIT_MAX_MS = 20_000
const HARD_STOP_WAIT_MAX_MS = 10_000
const POSTMASTER_POLL_MS = 10

export interface Postmaster {
  pid: number
  isRunning(): boolean
  signal(signal: NodeJS.Signals): void
  /** Resolves to true as soon as the process is gone, to false after the wait. */
  isGoneWithin(waitMs: number): Promise<boolean>
}

export interface OwnPostmaster extends Postmaster {
  /** Resolves to a description of its end. */
  ended: Promise<string>
}

export interface Launch {
  engineDir: string
  clusterDir: string
  dataDir: string
  account: OsAccount
  settings: Record<string, string>
  logDescriptor: number
}

/**
 * Detached: on Ctrl-C a terminal signals the whole group, and an attached server would shut down with the
 * service, interrupting requests in flight.
 */
export async function launchPostmaster(launch: Launch): Promise<OwnPostmaster> {
  const settings = Object.entries(launch.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(launch.engineDir, 'bin', 'postgres'), ['-D', launch.clusterDir, ...settings], {
    ...spawnOptions(launch.account, launch.dataDir),
    detached: true,
    stdio: ['ignore', launch.logDescriptor, launch.logDescriptor],
  })
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ? `by ${signal}` : `with code ${code}`))
  })
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw explainSpawnError(error, launch.dataDir)
  }
  const pid = child.pid!
  const isRunning = () => child.exitCode === null && child.signalCode === null
  let wasSignalled = false
  const signal = (name: NodeJS.Signals) => {
    wasSignalled = true
    if (isRunning()) sendSignal(pid, name)
  }
  // A process that exits without stopping the server signals it all the same. If a stop is under way and
  // takes too long, recovery does the rest.
  const takeAlong = () => signal(wasSignalled ? 'SIGQUIT' : 'SIGINT')
  process.once('exit', takeAlong)
  void ended.then(() => process.off('exit', takeAlong))
  return {
    pid,
    ended,
    isRunning,
    signal,
    isGoneWithin: async (waitMs) => (await within(waitMs, ended)) !== undefined,
  }
}

/** A server that an earlier service started: not our child, so it can only be polled. */
export function adoptPostmaster(pid: number, clusterDir: string): Postmaster {
  const isRunning = () => isPostmasterOf(pid, clusterDir)
  const isGoneWithin = async (waitMs: number) => {
    const deadlineMs = performance.now() + waitMs
    while (isRunning()) {
      if (performance.now() > deadlineMs) return false
      await wait(POSTMASTER_POLL_MS)
    }
    return true
  }
  const signal = (name: NodeJS.Signals) => {
    if (isRunning()) sendSignal(pid, name)
  }
  return { pid, isRunning, signal, isGoneWithin }
}

/** SIGINT ends all sessions and shuts down cleanly; SIGQUIT leaves the rest to recovery. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  postmaster.signal('SIGINT')
  if (await postmaster.isGoneWithin(FAST_STOP_WAIT_MAX_MS)) return
  postmaster.signal('SIGQUIT')
  if (await postmaster.isGoneWithin(HARD_STOP_WAIT_MAX_MS)) return
  throw new Error(`The database server (process ${postmaster.pid}) does not stop. End it, then start again.`)
}

/**
 * Compares the command line, which every user may read, unlike the working folder. Zombies have none, and a
 * server's other processes have another.
 */
export function isPostmasterOf(pid: number, clusterDir: string): boolean {
  try {
    const command = process.platform === 'linux' ? commandFromProc(pid) : commandFromPs(pid)
    return command.startsWith('/') && command.includes(`/bin/postgres -D ${clusterDir} -c `)
  } catch {
    return false
  }
}

function commandFromProc(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
}

function commandFromPs(pid: number): string {
  const args = ['-ww', '-o', 'args=', '-p', String(pid)]
  return execFileSync('ps', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
