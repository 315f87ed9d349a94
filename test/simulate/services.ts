// The processes of the service and their supervisor: each has its own line to the database, is killed, paused
// and restarted by the plan, and restarted if it ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { type FrozenLine, openLine } from './frozen-line.ts'
import type { Measure } from './memory.ts'
import type { SimulatedDatabase } from './simulated-database.ts'
import { takeAlong } from './taken-along.ts'

export interface SimulatedService {
  url: string
  line: FrozenLine
  /** No fault ends it: it runs as long as the simulation. */
  isSteady: boolean
  isUp(): boolean
  /** Undefined before its first start. */
  pid(): number | undefined
  /** Ends it at once or cleanly, and starts it again. */
  restart(signal: 'SIGKILL' | 'SIGTERM', options?: { skewMs?: number }): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Null of one that does not say. */
  measure(): Promise<Measure | null>
  stop(): Promise<void>
}

export interface Services {
  all: SimulatedService[]
  /** The last lines of their logs, unexpected ends included. */
  logged: string[]
  /** Unexpected ends. */
  deaths: string[]
  stop(): Promise<void>
}

export interface ServiceOptions {
  database: SimulatedDatabase
  count: number
  /** How many more there are that no fault ends. */
  steady: number
  /** The tree whose service runs. */
  tree: string
  settings: Record<string, string>
}

const LOGGED_MAX = 400
const START_TRIES = 60
const START_MAX_MS = 120_000
const END_MAX_MS = 60_000
const MEASURE_MAX_MS = 20_000

export async function startServices(options: ServiceOptions): Promise<Services> {
  const logged: string[] = []
  const deaths: string[] = []
  const note = (line: string) => {
    logged.push(line)
    if (logged.length > LOGGED_MAX) logged.shift()
  }
  const all: SimulatedService[] = []
  // The first migrates, under a lock; the others would wait for it.
  for (let number = 0; number < options.count + options.steady; number++)
    all.push(await startOne(number, options, { note, died: (how) => deaths.push(how) }))
  return {
    all,
    logged,
    deaths,
    stop: async () => void (await Promise.all(all.map((one) => one.stop()))),
  }
}

interface Watcher {
  note(line: string): void
  died(how: string): void
}

async function startOne(
  number: number,
  options: ServiceOptions,
  watcher: Watcher,
): Promise<SimulatedService> {
  const { database, tree, settings, count } = options
  const line = await openLine(database.target)
  const port = await freePort()
  let child: ChildProcess | undefined
  let isUp = false
  let isAsked = false
  let turn: Promise<void> = Promise.resolve()
  let measured: (told: Measure) => void = () => {}

  function spawned(skewMs: number): ChildProcess {
    const { PATH = '' } = process.env
    const env = {
      PATH,
      NODE_COMPILE_CACHE: join(tree, 'node_modules', '.cache', 'compile'),
      PORT: String(port),
      SIMULATED_SKEW_MS: String(skewMs),
      ...settings,
      ...database.through(line.port),
    }
    const entry = join(tree, 'test', 'simulate', 'service-process.ts')
    const options = { cwd: tree, env, stdio: 'pipe' } as const
    const made = spawn(process.execPath, ['--expose-gc', entry], options)
    // It may be gone when it is asked.
    made.stdin.on('error', () => {})
    return made
  }

  /** Retries until it listens, like a supervisor. */
  async function start(skewMs = 0): Promise<void> {
    for (let tries = 1; ; tries++) {
      const made = spawned(skewMs)
      child = made
      isAsked = false
      const ended = once(made, 'exit')
      const listens = new Promise<boolean>((resolve) => {
        for (const stream of [made.stdout, made.stderr])
          createInterface(stream ?? process.stdin).on('line', (text) => {
            if (text.startsWith('{"listening"')) resolve(true)
            else if (text.startsWith('{"measured"')) measured(JSON.parse(text).measured)
            else watcher.note(`${number}: ${text}`)
          })
        void ended.then(() => resolve(false))
      })
      // A process that neither listens nor ends is killed and restarted.
      const late = setTimeout(() => made.kill('SIGKILL'), START_MAX_MS)
      const isListening = await listens
      clearTimeout(late)
      if (isListening) {
        isUp = true
        void ended.then(([code, signal]) => {
          isUp = false
          if (!isAsked) watcher.died(`process ${number} ended by itself: ${signal ?? code}`)
        })
        return
      }
      if (tries === START_TRIES || isAsked) throw new Error(`process ${number} does not start`)
      await pause(500)
    }
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    isAsked = true
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    isUp = false
    child.kill(signal)
    const isLate = await Promise.race([ended.then(() => false), pause(END_MAX_MS, true, { ref: false })])
    if (!isLate) return
    watcher.died(`process ${number} did not end within a minute when it was told to`)
    child.kill('SIGKILL')
    await ended
  }

  const forget = takeAlong(() => child?.kill('SIGKILL'))
  await start()
  return {
    url: `http://127.0.0.1:${port}`,
    line,
    isSteady: number >= count,
    isUp: () => isUp,
    pid: () => child?.pid,
    restart(signal, { skewMs = 0 } = {}) {
      // One wish after the other: two faults may meet in one process.
      turn = turn.then(() => end(signal)).then(() => start(skewMs))
      return turn
    },
    signal(signal) {
      // A paused process must continue to handle its signal.
      if (isUp || signal === 'SIGCONT') child?.kill(signal)
    },
    measure() {
      const { promise, resolve } = Promise.withResolvers<Measure>()
      measured = resolve
      child?.stdin?.write('measure\n')
      return Promise.race([promise, pause(MEASURE_MAX_MS, null, { ref: false })])
    },
    async stop() {
      child?.kill('SIGCONT')
      await turn.catch(() => {})
      await end('SIGKILL')
      forget()
      await line.close()
    },
  }
}
