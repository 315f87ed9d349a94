// Heavy work in turns, fair to every team, on threads beside the event loop; without threads, in the loop itself.
import { beside } from '../base/process/beside.ts'
import type { Log } from '../base/process/log.ts'
import { makeThreads } from '../base/process/threads.ts'
import type { Tracing } from '../base/process/tracing.ts'
import type { HeavyJobs, HeavyWork } from '../outside/heavy-work.ts'
import type { World } from '../world.ts'
import type { Config } from './config.ts'
import { makeJobs } from './heavy-jobs.ts'
import { inTurns, type Run } from './heavy-turns.ts'

/** What a thread is given to begin with. */
export interface ThreadData {
  readonly config: Config
  readonly address: string
  readonly logLevel: string
}

/** Of a thread itself, and of a process that has none. */
export function heavyWorkHere(world: () => World): HeavyWork {
  let jobs: HeavyJobs | undefined
  const run: Run = (name, input) => {
    jobs ??= makeJobs(world())
    const job: (input: never) => Promise<unknown> = jobs[name]
    return job(input as never)
  }
  return inTurns({ searches: run, papers: run })
}

interface Surroundings {
  readonly address: World['address']
  readonly tracing: Tracing | undefined
}

/** Papers have a thread of their own: however long one of them takes, no search waits for it. */
export function heavyWorkOnThreads(config: Config, log: Log, { address, tracing }: Surroundings): HeavyWork {
  const start = (count: number) =>
    makeThreads({
      entry: beside(import.meta.url, 'thread'),
      // The address is certain only once the service listens, and nobody asks before.
      data: (): ThreadData => ({ config, address: address.url, logLevel: log.level }),
      count,
      log,
      tracing,
    })
  const [searches, papers] = [start(config.heavyThreads), start(1)]
  const heavy = inTurns({ searches: searches.run, papers: papers.run }, config.heavyThreads)
  return {
    ...heavy,
    close: async () => {
      await Promise.all([searches.close(), papers.close()])
    },
  }
}
