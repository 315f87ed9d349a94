// One supervised process of a service: if it ends it is replaced, at once the first time and then after
// delays. A stuck process is killed first.
import { setTimeout as wait } from 'node:timers/promises'
import { makeRestartWaits } from '../../kernel/process/closers.ts'
import { within } from '../../kernel/process/concurrency.ts'
import type { Log } from '../../kernel/process/log.ts'
import type { Begin, FromProcess, ProcessMetrics, Ready, ToProcess } from './process-plan.ts'

/** The part of a `node:cluster` worker that is used here. */
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

export interface SuperviseOptions {
  readonly fork: () => Forked
  readonly begin: Begin
  readonly log: Log
  /** Called after each end of a ready process, and when its successor is ready. */
  readonly changed: (ended: Ready | null) => void
  /** How long it serves requests after it was asked to stop. */
  readonly drainMs: number
  /** Called before a process is killed that was silent for too long. */
  readonly stuck: () => void
  readonly waitsMs?: readonly number[]
  readonly silentMaxMs?: number
  readonly lookEveryMs?: number
}

export interface SupervisedProcess {
  readonly name: string
  /** It has started and reports that it is alive. */
  readonly isReady: boolean
  /** The first process; rejects if it could not start. */
  readonly first: Promise<Ready>
  /** The number of the current process and its metrics; undefined if it does not reply in time. */
  readMetrics(): Promise<{ nth: number; metrics: ProcessMetrics } | undefined>
  stop(): Promise<void>
}

const WAITS_MS = [0, 1_000, 2_000, 5_000, 15_000, 30_000]
/** Longer than a stop takes after its drain: requests and jobs have ten seconds each. */
const STOP_MAX_MS = 30_000
const METRICS_MAX_MS = 2_000
/** Much longer than any synchronous work takes, also on a loaded machine. */
const SILENT_MAX_MS = 30_000
/** Other processes take its jobs over by then, so it does not count as ready. */
const MISSED_AFTER_MS = 10_000
const LOOK_EVERY_MS = 1_000

export function superviseProcess({
  fork,
  begin,
  log,
  changed,
  drainMs,
  stuck,
  waitsMs = WAITS_MS,
  silentMaxMs = SILENT_MAX_MS,
  lookEveryMs = LOOK_EVERY_MS,
}: SuperviseOptions): SupervisedProcess {
  const { name } = begin
  const first = Promise.withResolvers<Ready>()
  const stopping = new AbortController()
  const pending = new Map<number, (metrics: ProcessMetrics) => void>()
  let current: Forked | undefined
  let ready: Ready | null = null
  /** Why the running process could not start. */
  let failure: Error | undefined
  let silence: Silence | undefined
  let nth = 0
  let lastRequestId = 0

  function receive(message: FromProcess): void {
    silence?.reset()
    if ('alive' in message) return
    if ('metrics' in message) pending.get(message.requestId)?.(message.metrics)
    else if ('failed' in message) {
      const { message: english, ...facts } = message.failed
      failure = Object.assign(new Error(english), facts)
      first.reject(failure)
    } else {
      ready = message.ready
      first.resolve(ready)
      changed(null)
    }
  }

  async function runOne(): Promise<Ending> {
    const one = fork()
    const ended = Promise.withResolvers<Ending>()
    one.once('exit', (code, signal) => ended.resolve({ code, signal }))
    one.on('error', (error) => {
      log.warn({ of: name, err: error }, 'sending to a process failed')
      // The process was never started: the machine lacks resources.
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
    one.on('message', receive)
    // Only the first process can be the only one on its database.
    one.send({ begin: { ...begin, alone: begin.alone && nth === 1 } })
    const ending = await ended.promise
    silence.stop()
    current = undefined
    return ending
  }

  async function supervise(): Promise<void> {
    const waits = makeRestartWaits(waitsMs)
    while (!stopping.signal.aborted) {
      const startMs = performance.now()
      const ending = await runOne()
      const was = ready
      ready = null
      if (stopping.signal.aborted) return
      // The start as a whole has failed and reports why, so no process is replaced.
      if (nth === 1 && was === null) return first.reject(new Error(`the process ${name} ended as it began`))
      waits.ranFor(performance.now() - startMs)
      const waitMs = waits.nextMs()
      const facts = { of: name, ...ending, reason: failure?.message, replaced_after_ms: waitMs }
      log.error(facts, 'a process ended')
      changed(was)
      await wait(waitMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const supervised = supervise()
  return {
    name,
    first: first.promise,
    get isReady() {
      return ready !== null && (silence?.lastsMs ?? 0) <= MISSED_AFTER_MS
    },
    async readMetrics() {
      const requestId = ++lastRequestId
      const whose = nth
      const responded = new Promise<ProcessMetrics>((resolve) => pending.set(requestId, resolve))
      if (ready !== null) current?.send({ sendMetrics: requestId })
      const metrics = await within(ready === null ? 0 : METRICS_MAX_MS, responded)
      pending.delete(requestId)
      return metrics && { nth: whose, metrics }
    },
    async stop() {
      stopping.abort()
      // A process that is not ready yet holds nothing, so the signal ends it.
      if (ready === null) current?.process.kill('SIGTERM')
      else current?.send({ stop: true })
      const isOver = await within(
        drainMs + STOP_MAX_MS,
        supervised.then(() => true),
      )
      if (isOver === undefined) {
        log.warn({ of: name }, 'a process did not stop in time')
        current?.process.kill('SIGKILL')
      }
      await supervised
    },
  }
}

export interface Silence {
  /** A message arrived. Nothing counts before the first message: a start may take long. */
  reset(): void
  readonly lastsMs: number
  stop(): void
}

export interface SilenceOptions {
  readonly mostMs: number
  readonly lookEveryMs: number
  /** Called once, when the silence has lasted too long. */
  readonly stuck: (silentMs: number) => void
}

/** A round later than this was kept from running. */
const LATE_AFTER_ROUNDS = 2

/**
 * Counts silence by our own rounds: a sleeping machine or a busy parent delays rounds, and a delayed round
 * counts as two at most.
 */
export function watchSilence({ mostMs, lookEveryMs, stuck }: SilenceOptions): Silence {
  let lastsMs = 0
  let lookedAt: number | undefined

  function look(): void {
    const now = performance.now()
    lastsMs += Math.min(now - (lookedAt ?? now), lookEveryMs * LATE_AFTER_ROUNDS)
    lookedAt = now
    if (lastsMs <= mostMs) return
    clearInterval(timer)
    stuck(Math.round(lastsMs))
  }

  let timer: NodeJS.Timeout | undefined
  return {
    reset() {
      lastsMs = 0
      lookedAt ??= performance.now()
      timer ??= setInterval(look, lookEveryMs)
    },
    get lastsMs() {
      return lastsMs
    },
    stop: () => clearInterval(timer),
  }
}
