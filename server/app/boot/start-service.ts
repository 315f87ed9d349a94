// Starts the whole service, and stops it without interrupting requests.
import type { AddressInfo } from 'node:net'
import type { JobHandlers } from '../../features/job-handlers.ts'
import { reconcileWalletBanksJob } from '../../features/payments/jobs.ts'
import { refuseLiveBanks } from '../../features/payments/wallet-banks.ts'
import { anyTeam } from '../../features/teams/store.ts'
import type { NewTeam } from '../../features/teams/teams.ts'
import { makeFirstTeam, wantsFirstTeam } from '../../features/teams/teams.ts'
import type { World } from '../../features/world.ts'
import { scheduleNext } from '../../kernel/jobs/schedule.ts'
import { type Closers, makeClosers } from '../../kernel/process/closers.ts'
import { within } from '../../kernel/process/concurrency.ts'
import type { Log } from '../../kernel/process/log.ts'
import { makeApp } from '../http/make-app.ts'
import type { App } from '../http/types.ts'
import type { Panel } from '../panel/panel.ts'
import { startHeartbeat } from '../worker/heartbeat.ts'
import { JOB_HANDLERS } from '../worker/job-types.ts'
import { deleteExpiredJob, proveLedgerJob } from '../worker/jobs.ts'
import { startWorker, type Worker } from '../worker/worker.ts'
import type { Config } from './config.ts'
import { dataDirOf } from './database.ts'
import { serveMetrics } from './metrics.ts'
import { type OpenWorld, type OpenWorldOptions, openWorld } from './world.ts'

export interface Service {
  world: World<Config>
  opened: OpenWorld
  /** Where the API listens; null for a worker without one. */
  url: string | null
  metricsPort: number | null
  /** The first team, if this start created it. */
  demo: NewTeam | null
  worker: Worker | null
  /** Null for a worker without an API. */
  panel: Panel | null
  stop(): Promise<void>
}

export interface ServiceOptions extends OpenWorldOptions {
  handlers?: JobHandlers
  prepare?: (app: App) => void
  /** Another process gathers its metrics, so it does not serve them. */
  isGathered?: boolean
  /** No other process uses the database, as its parent knows. */
  alone?: boolean
}

const STOP_AFTER_MS = 10_000
const HANG_UP_EVERY_MS = 20
const USES_EVERY_MS = 30_000

export async function startService(config: Config, log: Log, options: ServiceOptions = {}): Promise<Service> {
  const handlers = options.handlers ?? JOB_HANDLERS
  const opened = await openWorld(config, log, { threads: true, traces: true, ...options })
  const { world } = opened
  const closers = makeClosers(log)
  closers.add(opened.close)
  try {
    options.halt?.throwIfAborted()
    await refuseLiveBanks(world)
    const heartbeat = await startHeartbeat(world, options.alone ?? opened.alone)
    closers.add(() => heartbeat.stop())
    const worker = config.role === 'api' ? null : startWorker(world, handlers)
    if (worker !== null) {
      closers.add(() => within(STOP_AFTER_MS, worker.stop()))
      await scheduleNext(world, deleteExpiredJob)
      await scheduleNext(world, proveLedgerJob)
      await scheduleNext(world, reconcileWalletBanksJob)
    }
    const metrics =
      config.metricsPort === null || options.isGathered
        ? null
        : await serveMetrics(config.metricsPort, config.host)
    if (metrics !== null) closers.add(metrics.stop)
    options.halt?.throwIfAborted()
    const started = Promise.withResolvers<void>()
    const listening =
      config.role === 'worker'
        ? null
        : await listen(world, { ...options, handlers, started: started.promise }, closers)
    // Created last: a start that fails, for example on a busy port, must not leave a team whose keys were
    // never shown.
    const demo = await firstTeam(opened)
    started.resolve()
    const metricsPort = metrics?.port ?? null
    const { url = null, panel = null } = listening ?? {}
    return { world, opened, url, metricsPort, demo, worker, panel, stop: closers.closeAll }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

async function firstTeam({ world, underLock }: OpenWorld): Promise<NewTeam | null> {
  if (!wantsFirstTeam(world) || (await anyTeam(world.pool))) return null
  return underLock(() => makeFirstTeam(world))
}

async function listen(
  world: World<Config>,
  {
    handlers,
    started,
    prepare,
  }: { handlers: JobHandlers; started: Promise<void> } & Pick<ServiceOptions, 'prepare'>,
  closers: Closers,
): Promise<{ url: string; panel: Panel }> {
  const dataDir = dataDirOf(world.config)
  const { app, panel, drain, flushUses } = await makeApp(world, {
    handlers,
    dataDir,
    started,
    ...(prepare && { prepare }),
  })
  const stopRecording = recordUses(world, flushUses)
  closers.add(stopRecording)
  closers.add(() => closeApp(app))
  await app.listen({ port: world.config.port, host: world.config.host })
  // The drain comes first in a stop, but not after a failed start.
  closers.add(() => drain.begin())
  const { port, address, family } = app.server.address() as AddressInfo
  const url = `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
  if (world.config.publicUrl === null) world.address.url = url
  return { url, panel }
}

/** Waits for requests in flight, up to a time limit. */
async function closeApp(app: App): Promise<void> {
  const closed = app.close()
  // An idle keep-alive connection would stay open for the client's next request.
  const hangUp = setInterval(() => app.server.closeIdleConnections(), HANG_UP_EVERY_MS)
  await within(STOP_AFTER_MS, closed)
  clearInterval(hangUp)
  app.server.closeAllConnections()
  await closed
}

function recordUses({ log }: World, flushUses: () => Promise<unknown>): () => Promise<void> {
  const flush = () =>
    flushUses().catch((error) => log.warn({ err: error }, 'last uses of keys and sessions were not written'))
  const timer = setInterval(flush, USES_EVERY_MS)
  return async () => {
    clearInterval(timer)
    await flush()
  }
}
