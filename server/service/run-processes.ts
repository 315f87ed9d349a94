// A service of several processes on one machine: their parent opens the database and brings it to this version, starts
// those that answer requests and the one that does due work, replaces what ends, and stops all in order.
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { beside } from '../base/process/beside.ts'
import { makeClosers } from '../base/process/closers.ts'
import type { Log } from '../base/process/log.ts'
import { unlessAborted } from '../base/process/within.ts'
import { drainMs } from '../http/door/drain.ts'
import { BEAT_EVERY_MS, beat, declareDead, describeParent, leave } from '../outbox/processes.ts'
import { refuseLiveBanks } from '../payments/refuse-live-banks.ts'
import { startHeart } from '../worker/start-heart.ts'
import type { World } from '../world.ts'
import type { Config } from './config.ts'
import { gatherMetrics } from './gather-metrics.ts'
import { closeWithIt } from './hand-overs.ts'
import { type KeptProcess, keepProcess } from './keep-process.ts'
import { openWorld } from './open-world.ts'
import type { ProcessPlan, Ready } from './process-messages.ts'
import { planProcesses } from './processes-wanted.ts'
import { processesEnded, processesStuck, serveMetrics } from './serve-metrics.ts'
import type { Service } from './start-service.ts'

export type Running = Pick<Service, 'world' | 'url' | 'metricsPort' | 'panel' | 'stop'>

/** The parent itself asks little. */
const CONNECTIONS_MAX = 2

export async function runProcesses(
  config: Config,
  log: Log,
  { count, readable, halt }: { count: number; readable: boolean; halt: AbortSignal },
): Promise<Running> {
  const opened = await openWorld({ ...config, databasePoolMax: CONNECTIONS_MAX }, log, { halt })
  const { world, alone } = opened
  const closers = makeClosers(log)
  closers.add(opened.close)
  try {
    await refuseLiveBanks(world)
    // Frees what processes of an earlier start held; this one holds nothing.
    await (await startHeart(world, alone)).stop()
    const plans = planProcesses(config, count)
    const crew = makeCrew(world, plans.apis.length + plans.workers.length, readable)
    closers.add(crew.stop)
    const metrics =
      config.metricsPort === null
        ? null
        : await serveMetrics(config.metricsPort, config.host, gatherMetrics(crew.all))
    if (metrics !== null) closers.add(metrics.stop)
    const [api] = await unlessAborted(halt, () => crew.start(plans.apis, null))
    const url = api?.url ?? null
    await unlessAborted(halt, () => crew.start(plans.workers, url))
    return { world, url, metricsPort: metrics?.port ?? null, panel: null, stop: closers.closeAll }
  } catch (error) {
    await closers.closeAll()
    throw error
  }
}

/** The processes, as they are started, and a row that tells how many of them run. */
function makeCrew(world: World, wanted: number, readable: boolean) {
  const groups: KeptProcess[][] = []
  const all = () => groups.flat()
  let isStopping = false
  const tell = () => {
    const running = all().filter((kept) => kept.isReady).length
    const description = describeParent(running, isStopping ? running : wanted)
    return beat(world.vitalPool, world.processId, description, world.clockOffsetMs?.() ?? null)
  }
  const note = (doing: Promise<void>) =>
    doing.catch((error) => world.log.warn({ err: error }, 'how many processes run could not be written'))

  async function changed(name: string, gone: Ready | null): Promise<void> {
    if (gone !== null) {
      processesEnded.inc({ of: name })
      await declareDead(world.vitalPool, gone.processId)
    }
    await tell()
  }

  // Before its processes are there, which name it.
  let latest = note(tell())
  const timer = setInterval(() => {
    latest = note(tell())
  }, BEAT_EVERY_MS)

  return {
    all,
    start(plans: readonly ProcessPlan[], address: string | null): Promise<Ready[]> {
      const started = plans.map((plan) =>
        keepProcess({
          name: plan.name,
          fork: forkOne,
          begin: { ...plan, readable, address },
          log: world.log,
          drainMs: drainMs(plan.config),
          changed: (gone) => void note(changed(plan.name, gone)),
          stuck: () => processesStuck.inc({ of: plan.name }),
        }),
      )
      groups.push(started)
      return Promise.all(started.map((kept) => kept.first))
    },
    /** Those that answer requests first, then who does the work that these caused. */
    async stop(): Promise<void> {
      isStopping = true
      for (const group of groups) await Promise.all(group.map((kept) => kept.stop()))
      // Not before: while they end they name their parent, and one that is not heard would look as if it hung.
      clearInterval(timer)
      await latest
      await leave(world.vitalPool, world.processId)
    },
  }
}

function forkOne() {
  const exec = fileURLToPath(beside(import.meta.url, 'one-of-several'))
  cluster.setupPrimary({ exec, args: [], serialization: 'advanced' })
  const forked = cluster.fork()
  closeWithIt(forked)
  return forked
}
