// Starts a service that dies at commits (crash-at-commit.ts), and restarts it each time: the test continues
// like clients that retry.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { COMPILE_CACHE } from '../compile-cache.ts'
import { eventually } from '../eventually.ts'
import { bundledService, SHORT_LIFE } from './bundled-services.ts'
import type { CrashPoint, Message, Order } from './crash-at-commit.ts'

export interface WatchedTeam {
  id: string
  live: string
  test: string
}

/** The commits at which successive processes die; each counts from 1. */
export interface Watch {
  teamId: string
  points: CrashPoint[]
}

export interface RestartingService {
  /** Different after each restart. */
  readonly url: string
  /** The number of restarts. */
  readonly restarts: number
  makeTeam(): Promise<WatchedTeam>
  /**
   * Counts the commits of these teams from now on. A team that reaches its point is stopped there; when the last of
   * them is, the process dies. So one kill covers many teams, each at its own point.
   */
  watch(teams: Watch[]): Promise<void>
  /** The tables that each commit of this process wrote for a watched team. */
  commits(teamId: string): Promise<string[]>
  /** Restarts the service whenever it dies, and repeats the work. */
  retry<T>(work: () => Promise<T>): Promise<T>
  /** Waits for a condition across restarts. */
  eventually<T>(what: string, look: () => Promise<T | undefined | false>): Promise<T>
  stop(): Promise<void>
}

interface RunningProcess {
  child: ChildProcess
  url: string
  ask(order: Order): Promise<unknown>
  /** Set once the process has ended. */
  end?: { signal: NodeJS.Signals | null }
}

/** Far longer than a healthy service needs to stop. */
const STOPS_WITHIN_MS = 10_000
const CONNECTION_LOST = /^(?:UND_ERR_SOCKET|ECONNRESET|ECONNREFUSED|EPIPE)$/

export async function startRestartingService(settings: Record<string, string>): Promise<RestartingService> {
  const entry = await bundledService('crash-at-commit')
  let now = await begin(standBy(entry, settings))
  let next: ChildProcess | undefined
  let restarting: Promise<void> | undefined
  let restarts = 0
  let stopped = false
  let watched: Watch[] = []

  async function restart(): Promise<void> {
    if (stopped) throw new Error('the service has stopped')
    if (now.end?.signal !== 'SIGKILL') throw new Error('the service ended, but not by its own hand')
    restarts++
    const fresh = await begin(next ?? standBy(entry, settings))
    next = undefined
    await watchNext(fresh)
    now = fresh
    restarting = undefined
  }

  async function watchNext({ ask }: RunningProcess): Promise<void> {
    if (watched.some(({ points }) => points.length > 0)) next ??= standBy(entry, settings)
    await ask({ watch: watched.map(({ teamId, points }) => ({ teamId, point: points[0] ?? null })) })
    watched = watched.map(({ teamId, points }) => ({ teamId, points: points.slice(1) }))
  }

  const service: RestartingService = {
    get url() {
      return now.url
    },
    get restarts() {
      return restarts
    },
    makeTeam: async () => (await now.ask({ make: 'team' })) as WatchedTeam,
    async watch(teams) {
      watched = teams
      await watchNext(now)
    },
    commits: async (teamId) => (await now.ask({ commitsOf: teamId })) as string[],
    async retry(work) {
      for (;;) {
        const current = now
        try {
          return await work()
        } catch (error) {
          const { code = '' } = error as { code?: string }
          if (CONNECTION_LOST.test(code))
            await eventually('the service is gone', () => current.end !== undefined)
          if (current.end === undefined) throw error
          // Another caller may have started it already.
          if (current === now) restarting ??= restart()
          await restarting
        }
      }
    },
    eventually: (what, look) =>
      service.retry(() => {
        const current = now
        return eventually(what, () => {
          if (current.end !== undefined) throw new Error(`the service died before ${what}`)
          return look()
        })
      }),
    async stop() {
      stopped = true
      next?.kill('SIGKILL')
      await restarting?.catch(() => {})
      now.child.kill('SIGTERM')
      const isGone = () => now.end !== undefined
      // After a failure the process may hold stopped teams, and would wait for them for ever.
      await eventually('the service has stopped', isGone, STOPS_WITHIN_MS).catch(() => {
        now.child.kill('SIGKILL')
      })
      await eventually('the service is gone', isGone)
    },
  }
  return service
}

/** Has loaded everything and waits for the message to begin: started before a death, so that a restart is fast. */
function standBy(entry: string, settings: Record<string, string>): ChildProcess {
  const { PATH = '' } = process.env
  return spawn(process.execPath, [...SHORT_LIFE, entry], {
    env: { PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, HEAVY_THREADS: '0', ...settings },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
}

async function begin(child: ChildProcess): Promise<RunningProcess> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let questions = 0
  const answerTo = (id: number) => {
    const question = Promise.withResolvers<unknown>()
    waiting.set(id, question)
    return question.promise
  }
  child.on('message', ({ id, body }: Message) => waiting.get(id)?.resolve(body))
  const running: RunningProcess = {
    child,
    url: '',
    ask(order) {
      if (running.end !== undefined) return Promise.reject(new Error('the service is dead'))
      const id = ++questions
      // The process may die before it reads the request.
      if (child.connected) child.send({ id, body: order } satisfies Message, () => {})
      return answerTo(id)
    },
  }
  void once(child, 'exit').then(([, signal]) => {
    running.end = { signal }
    for (const { reject } of waiting.values()) reject(new Error('the service died without an answer'))
  })
  child.send('begin')
  running.url = (await answerTo(0)) as string
  return running
}
