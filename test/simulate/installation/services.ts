// The processes of the service: each reaches the database through a proxy of its own, is killed, paused and
// restarted by faults, and restarted if it ends by itself.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../support/free-port.ts'
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts'
import { atExit } from '../cleanup.ts'
import type { MemoryUsage } from '../memory.ts'
import type { SimulatedDatabase } from './database.ts'

export interface SimulatedService {
  url: string
  /** Between this process and its database. */
  proxy: TcpProxy
  /** No fault ends it, so that its memory can be watched during the whole simulation. */
  isSteady: boolean
  /** Undefined before its first start. */
  pid(): number | undefined
  restart(signal: 'SIGKILL' | 'SIGTERM', options?: { skewMs?: number }): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Null if it does not respond. */
  measureMemory(): Promise<MemoryUsage | null>
  stop(): Promise<void>
}

export interface Services {
  all: SimulatedService[]
  /** The last lines of all logs. */
  logLines: string[]
  unexpectedExits: string[]
  stop(): Promise<void>
}

export interface ServiceOptions {
  database: SimulatedDatabase
  count: number
  /** How many more processes there are that no fault ends. */
  steady: number
  /** The folder of the project whose service runs. */
  tree: string
  settings: Record<string, string>
}

const LOG_LINES_MAX = 400
const STARTS_MAX = 60
const START_MAX_MS = 120_000
const EXIT_MAX_MS = 60_000
const MEASURE_MAX_MS = 20_000

export async function startServices(options: ServiceOptions): Promise<Services> {
  const logLines: string[] = []
  const unexpectedExits: string[] = []
  const log = (line: string) => {
    logLines.push(line)
    if (logLines.length > LOG_LINES_MAX) logLines.shift()
  }
  const reportExit = (text: string) => void unexpectedExits.push(text)
  const all: SimulatedService[] = []
  // The first one migrates the database under a lock, which the others would wait for.
  for (let number = 0; number < options.count + options.steady; number++)
    all.push(await startService(number, options, { log, reportExit }))
  return {
    all,
    logLines,
    unexpectedExits,
    stop: async () => void (await Promise.all(all.map((service) => service.stop()))),
  }
}

interface Reports {
  log(line: string): void
  reportExit(text: string): void
}

async function startService(
  number: number,
  { database, tree, settings, count }: ServiceOptions,
  { log, reportExit }: Reports,
): Promise<SimulatedService> {
  const proxy = await startTcpProxy(database.address)
  const port = await freePort()
  let child: ChildProcess | undefined
  let isUp = false
  let isExitExpected = false
  let queue: Promise<void> = Promise.resolve()
  let onMemoryUsage: (usage: MemoryUsage) => void = () => {}

  function spawnProcess(skewMs: number) {
    const { PATH = '' } = process.env
    const env = {
      PATH,
      NODE_COMPILE_CACHE: join(tree, 'node_modules', '.cache', 'compile'),
      PORT: String(port),
      SIMULATED_SKEW_MS: String(skewMs),
      ...settings,
      ...database.settingsThrough(proxy.port),
    }
    const entry = join(tree, 'test', 'simulate', 'installation', 'service-process.ts')
    const spawned = spawn(process.execPath, ['--expose-gc', entry], { cwd: tree, env, stdio: 'pipe' })
    // It may have ended when its memory is asked for.
    spawned.stdin.on('error', () => {})
    return spawned
  }

  /** Retries until the process listens, as a process manager would. */
  async function start(skewMs = 0): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const spawned = spawnProcess(skewMs)
      child = spawned
      isExitExpected = false
      const exited = once(spawned, 'exit')
      const listens = new Promise<boolean>((resolve) => {
        for (const stream of [spawned.stdout, spawned.stderr])
          createInterface(stream).on('line', (text) => {
            if (text.startsWith('{"listening"')) resolve(true)
            else if (text.startsWith('{"memory"')) onMemoryUsage(JSON.parse(text).memory)
            else log(`${number}: ${text}`)
          })
        void exited.then(() => resolve(false))
      })
      // A process that neither listens nor exits is killed and started again.
      const timer = setTimeout(() => spawned.kill('SIGKILL'), START_MAX_MS)
      const isListening = await listens
      clearTimeout(timer)
      if (isListening) {
        isUp = true
        void exited.then(([code, signal]) => {
          isUp = false
          if (!isExitExpected) reportExit(`process ${number} exited by itself: ${signal ?? code}`)
        })
        return
      }
      if (attempt === STARTS_MAX || isExitExpected) throw new Error(`process ${number} does not start`)
      await pause(500)
    }
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    isExitExpected = true
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    isUp = false
    child.kill(signal)
    const isLate = await Promise.race([exited.then(() => false), pause(EXIT_MAX_MS, true, { ref: false })])
    if (!isLate) return
    reportExit(`process ${number} did not exit within a minute after ${signal}`)
    child.kill('SIGKILL')
    await exited
  }

  const withdraw = atExit(() => child?.kill('SIGKILL'))
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    proxy,
    isSteady: number >= count,
    pid: () => child?.pid,
    restart(signal, { skewMs = 0 } = {}) {
      // Two faults may overlap in one process: the second waits.
      queue = queue.then(() => end(signal)).then(() => start(skewMs))
      return queue
    },
    signal(signal) {
      // A paused process must continue in any case, or it could not handle SIGTERM.
      if (isUp || signal === 'SIGCONT') child?.kill(signal)
    },
    measureMemory() {
      const { promise, resolve } = Promise.withResolvers<MemoryUsage>()
      onMemoryUsage = resolve
      child?.stdin?.write('measure\n')
      return Promise.race([promise, pause(MEASURE_MAX_MS, null, { ref: false })])
    },
    async stop() {
      child?.kill('SIGCONT')
      await queue.catch(() => {})
      await end('SIGKILL')
      withdraw()
      await proxy.close()
    },
  }
}
