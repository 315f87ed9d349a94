// Keeps one of a service's processes running: one that ends is replaced, at once the first time and then after waits.
// One that is stuck, and would never end by itself, is killed first.
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../base/process/log.ts'
import { makeRestartWaits } from '../base/process/restart-waits.ts'
import { within } from '../base/process/within.ts'
import type { Begin, FromProcess, ProcessMetrics, Ready, ToProcess } from './process-messages.ts'
import { type Silence, watchSilence } from './watch-silence.ts'

/** What is needed of a process of `node:cluster`. */
export interface Forked {
  readonly process: { readonly pid?: number | undefined; kill(signal: 'SIGTERM' | 'SIGKILL'): unknown }
  send(message: ToProcess): unknown
  on(event: 'message', listener: (message: FromProcess) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'exit', listener: (code: number | null, signal: string | null) => void): unknown
}

interface Ending {
  readonly code: number | null
  readonly signal: string | null
}

export interface KeepOptions {
  readonly name: string
  readonly fork: () => Forked
  readonly begin: Begin
  readonly log: Log
  /** Called after each end of one that was ready, and when one is ready again. */
  readonly changed: (ended: Ready | null) => void
  /** How long it goes on answering after it was told to stop. */
  readonly drainMs: number
  readonly waitsMs?: readonly number[]
  /** Called before one is killed that has been silent for too long. */
  readonly stuck: () => void
  readonly silentMaxMs?: number
  readonly lookEveryMs?: number
}

export interface KeptProcess {
  readonly name: string
  /** It has begun, and says that it lives. */
  readonly isReady: boolean
  /** Of the first one; fails where that could not begin. */
  readonly first: Promise<Ready>
  /** Which one it is by now, and what it has counted; undefined where it does not say so in time. */
  readMetrics(): Promise<{ nth: number; metrics: ProcessMetrics } | undefined>
  stop(): Promise<void>
}

const WAITS_MS = [0, 1_000, 2_000, 5_000, 15_000, 30_000]
/** Longer than it takes by itself after its drain: requests and due work have ten seconds each. */
const STOP_MAX_MS = 30_000
const METRICS_MAX_MS = 2_000
/** Much longer than any work, or what keeps a loaded machine from it, takes at once. */
const SILENT_MAX_MS = 30_000
/** By then others take its work over, and nobody should count on it. */
const MISSED_AFTER_MS = 10_000
const LOOK_EVERY_MS = 1_000

export function keepProcess({
  name,
  fork,
  begin,
  log,
  changed,
  drainMs,
  waitsMs = WAITS_MS,
  stuck,
  silentMaxMs = SILENT_MAX_MS,
  lookEveryMs = LOOK_EVERY_MS,
}: KeepOptions): KeptProcess {
  const first = Promise.withResolvers<Ready>()
  const stopping = new AbortController()
  const asked = new Map<number, (metrics: ProcessMetrics) => void>()
  let current: Forked | undefined
  let ready: Ready | null = null
  /** Why the one that runs could not begin. */
  let failure: Error | undefined
  let silence: Silence | undefined
  let nth = 0
  let questions = 0

  function hear(message: FromProcess): void {
    silence?.heard()
    if ('lives' in message) return
    if ('metrics' in message) asked.get(message.asked)?.(message.metrics)
    else if ('failed' in message) {
      failure = Object.assign(new Error(message.failed.message), { code: message.failed.code })
      first.reject(failure)
    } else {
      ready = message.ready
      first.resolve(ready)
      changed(null)
    }
  }

  /** From its beginning to its end. */
  async function runOne(): Promise<Ending> {
    const one = fork()
    const ended = Promise.withResolvers<Ending>()
    one.once('exit', (code, signal) => ended.resolve({ code, signal }))
    one.on('error', (error) => {
      log.warn({ of: name, err: error }, 'a process cannot be spoken to')
      // It never was one: the machine has no room for another.
      if (one.process.pid === undefined) ended.resolve({ code: null, signal: null })
    })
    nth++
    failure = undefined
    current = one
    silence = watchSilence({
      mostMs: silentMaxMs,
      lookEveryMs,
      stuck(silentMs) {
        log.error({ of: name, silent_ms: silentMs }, 'a process is stuck and is killed')
        stuck()
        one.process.kill('SIGKILL')
      },
    })
    one.on('message', hear)
    one.send({ begin })
    const ending = await ended.promise
    silence.stop()
    current = undefined
    return ending
  }

  async function keep(): Promise<void> {
    const waits = makeRestartWaits(waitsMs)
    while (!stopping.signal.aborted) {
      const startMs = performance.now()
      const ending = await runOne()
      const was = ready
      ready = null
      if (stopping.signal.aborted) return
      // Nothing to replace: the start as a whole has failed, and says why.
      if (nth === 1 && was === null) return first.reject(new Error(`the process ${name} ended as it began`))
      waits.ranFor(performance.now() - startMs)
      const waitMs = waits.nextMs()
      const told = { of: name, ...ending, reason: failure?.message, replaced_after_ms: waitMs }
      log.error(told, 'a process ended')
      changed(was)
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const kept = keep()
  return {
    name,
    first: first.promise,
    get isReady() {
      return ready !== null && (silence?.lastsMs ?? 0) <= MISSED_AFTER_MS
    },
    async readMetrics() {
      const question = ++questions
      const whose = nth
      const answered = new Promise<ProcessMetrics>((resolve) => asked.set(question, resolve))
      if (ready !== null) current?.send({ tellMetrics: question })
      const metrics = await within(ready === null ? 0 : METRICS_MAX_MS, answered)
      asked.delete(question)
      return metrics && { nth: whose, metrics }
    },
    async stop() {
      stopping.abort()
      // One that is not ready yet holds nothing, and ends by the signal.
      if (ready === null) current?.process.kill('SIGTERM')
      else current?.send({ stop: true })
      const isOver = await within(
        drainMs + STOP_MAX_MS,
        kept.then(() => true),
      )
      if (isOver === undefined) {
        log.warn({ of: name }, 'a process did not stop in time')
        current?.process.kill('SIGKILL')
      }
      await kept
    },
  }
}
