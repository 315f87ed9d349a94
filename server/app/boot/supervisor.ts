// The parent of several processes on one machine: opens the embedded database, starts the processes, replaces
// those that end, and stops all in order. It loads only what it needs.
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import type { Pool } from '../../kernel/db/db.ts'
import { BEAT_EVERY_MS, beat, declareDead, describeParent, leave } from '../../kernel/jobs/processes.ts'
import { makeClosers } from '../../kernel/process/closers.ts'
import { unlessAborted } from '../../kernel/process/concurrency.ts'
import type { Log } from '../../kernel/process/log.ts'
import { sayTo } from '../../kernel/process/log.ts'
import { drainMs } from '../http/settings.ts'
import type { Config } from './config.ts'
import { openDatabase, openHeartbeatPool } from './database.ts'
import { gatherMetrics, processesEnded, processesStuck, serveMetrics } from './metrics.ts'
import { type Announcement, type Begin, type ProcessPlan, planProcesses, type Ready } from './process-plan.ts'
import { type SupervisedProcess, superviseProcess } from './supervised-process.ts'

export interface Running {
  /** Where the API listens; null for a worker without one. */
  readonly url: string | null
  readonly metricsPort: number | null
  readonly announcement: Announcement
  stop(): Promise<void>
}

export interface SupervisorOptions {
  readonly count: number
  readonly readable: boolean
  readonly halt: AbortSignal
  /** The module that each process runs. */
  readonly entry: URL
}

export async function runProcesses(
  config: Config,
  log: Log,
  { count, readable, halt, entry }: SupervisorOptions,
): Promise<Running> {
  const closers = makeClosers(log)
  try {
    const database = await openDatabase(config, sayTo(log), { halt })
    closers.add(database.close)
    const pool = openHeartbeatPool(database.connection)
    closers.add(() => pool.end())
    const { apis, workers } = planProcesses(config, count)
    // Processes accept connections themselves. If the parent distributed them, a connection to a process that
    // dies or hangs would never be closed.
    cluster.schedulingPolicy = cluster.SCHED_NONE
    cluster.setupPrimary({ exec: fileURLToPath(entry), args: [], serialization: 'advanced' })
    const processes = superviseAll(pool, log, apis.length + workers.length)
    closers.add(processes.stop)
    const metrics =
      config.metricsPort === null
        ? null
        : await serveMetrics(config.metricsPort, config.host, gatherMetrics(processes.all))
    if (metrics !== null) closers.add(metrics.stop)
    const [first, ...others] = [...apis, ...workers]
    if (first === undefined) throw new Error('a service has one process at least')
    const start = (plan: ProcessPlan, alone: boolean, address: string | null) =>
      unlessAborted(halt, () => processes.start({ ...plan, readable, alone, address }))
    // The first process migrates the database before the others open it.
    const { url, announcement } = await start(first, database.alone, null)
    processes.reportRunning()
    await Promise.all(others.map((plan) => start(plan, false, url)))
    return { url, announcement, metricsPort: metrics?.port ?? null, stop: closers.closeAll }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

/** The processes, and the database row that counts the running ones. */
function superviseAll(pool: Pool, log: Log, wanted: number) {
  const processId = randomToken(10)
  const all: SupervisedProcess[] = []
  let isStopping = false
  let timer: NodeJS.Timeout | undefined
  let latest = Promise.resolve()

  async function report(): Promise<void> {
    const running = all.filter(({ isReady }) => isReady).length
    const description = describeParent(running, isStopping ? running : wanted)
    await beat(pool, { id: processId, description, clock_offset_ms: null, untrusted_proxy: false })
  }

  function note(doing: Promise<void>): Promise<void> {
    return doing.catch((error) => log.warn({ err: error }, 'how many processes run could not be written'))
  }

  async function changed(name: string, ended: Ready | null): Promise<void> {
    if (ended !== null) {
      processesEnded.inc({ of: name })
      await declareDead(pool, ended.processId)
    }
    if (timer !== undefined) await report()
  }

  return {
    all: () => all,
    /** Called after the first process has created the table. */
    reportRunning(): void {
      latest = note(report())
      timer = setInterval(() => {
        latest = note(report())
      }, BEAT_EVERY_MS)
    },
    start(begin: Begin): Promise<Ready> {
      const started = superviseProcess({
        fork: () => cluster.fork(),
        begin,
        log,
        drainMs: drainMs(begin.config),
        changed: (ended) => void note(changed(begin.name, ended)),
        stuck: () => processesStuck.inc({ of: begin.name }),
      })
      all.push(started)
      return started.first
    },
    /** Processes that serve requests stop first, then the one that runs the jobs they caused. */
    async stop(): Promise<void> {
      isStopping = true
      const workers = all.filter(({ name }) => name === 'worker')
      const apis = all.filter((one) => !workers.includes(one))
      for (const group of [apis, workers]) await Promise.all(group.map((one) => one.stop()))
      // Not earlier: ending processes name their parent, and a parent without a heartbeat would look stuck.
      clearInterval(timer)
      await latest
      if (timer !== undefined) await leave(pool, processId)
    },
  }
}
