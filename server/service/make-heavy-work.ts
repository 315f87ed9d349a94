// Heavy work in turns, fair to every team, on threads beside the event loop; without threads, in the loop itself.
import { makeFairQueue, QueueFull } from '../base/process/fair-queue.ts'
import type { Log } from '../base/process/log.ts'
import { makeThreads } from '../base/process/threads.ts'
import { fail } from '../base/values/fail.ts'
import type { HeavyJobs, HeavyWork } from '../outside/heavy-work.ts'
import type { World } from '../world.ts'
import type { Config } from './config.ts'
import { makeJobs } from './heavy-jobs.ts'

/** What a thread is given to begin with. */
export interface ThreadData {
  readonly config: Config
  readonly address: string
  readonly logLevel: string
}

/** Most of a search at a supplier is waiting, so that a thread has several under way. */
const SEARCHES = { slots: 16, slotsEach: 4, waitingMax: 100 }
/** Drawing is nothing but work: one paper of a team at a time, and others' between its pages. */
const PAPERS = { slots: 4, slotsEach: 1, waitingMax: 100 }

type Run = (name: keyof HeavyJobs, input: unknown, same?: string) => Promise<unknown>

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

/** Papers have a thread of their own: however long one of them takes, no search waits for it. */
export function heavyWorkOnThreads(config: Config, log: Log, address: World['address']): HeavyWork {
  const start = (count: number) =>
    makeThreads({
      // Beside this file, under whatever ending it has.
      entry: new URL(`thread${/\.\w+$/.exec(import.meta.url)?.[0] ?? '.ts'}`, import.meta.url),
      // The address is certain only once the service listens, and nobody asks before.
      data: (): ThreadData => ({ config, address: address.url, logLevel: log.level }),
      count,
      log,
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

/** Searches and papers each have their turns, so that neither takes those of the other. */
export function inTurns({ searches, papers }: { searches: Run; papers: Run }, threads = 1): HeavyWork {
  const { slots, slotsEach, waitingMax } = SEARCHES
  const places = {
    searches: makeFairQueue({ slots: slots * threads, slotsEach: slotsEach * threads, waitingMax }),
    papers: makeFairQueue(PAPERS),
  }
  const turn = async (whose: string, name: keyof HeavyJobs, input: unknown, same?: string) => {
    const [queue, run] = name === 'search' ? [places.searches, searches] : [places.papers, papers]
    try {
      const known = same === undefined ? undefined : `${whose} ${name} ${same}`
      return await queue.run(whose, () => run(name, input, known), known)
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      return fail('rate_limit_exceeded', {
        advice: 'too much of yours is waiting already; send fewer requests at the same time',
        retryAfterSeconds: 1,
      })
    }
  }
  return { run: turn as HeavyWork['run'], close: async () => {} }
}
