// Heavy work in turns, fair to every team, on threads beside the event loop; without threads, in the loop itself.
import { type FairQueue, makeFairQueue, QueueFull } from '../base/process/fair-queue.ts'
import type { Log } from '../base/process/log.ts'
import { makeThreads } from '../base/process/threads.ts'
import type { Tracing } from '../base/process/tracing.ts'
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
const SLOTS_PER_THREAD = 16
const SLOTS_EACH = 4
const WAITING_MAX = 100

/** Of a thread itself, and of a process that has none. */
export function heavyWorkHere(world: () => World): HeavyWork {
  let jobs: HeavyJobs | undefined
  return inTurns(makeFairQueue(limitsFor(1)), (name, input) => {
    jobs ??= makeJobs(world())
    const run: (input: never) => Promise<unknown> = jobs[name]
    return run(input as never)
  })
}

interface Surroundings {
  readonly address: World['address']
  readonly tracing: Tracing | undefined
}

export function heavyWorkOnThreads(config: Config, log: Log, { address, tracing }: Surroundings): HeavyWork {
  const threads = makeThreads({
    // Beside this file, under whatever ending it has.
    entry: new URL(`thread${/\.\w+$/.exec(import.meta.url)?.[0] ?? '.ts'}`, import.meta.url),
    // The address is certain only once the service listens, and nobody asks before.
    data: (): ThreadData => ({ config, address: address.url, logLevel: log.level }),
    count: config.heavyThreads,
    log,
    tracing,
  })
  const heavy = inTurns(makeFairQueue(limitsFor(config.heavyThreads)), threads.run)
  return { ...heavy, close: threads.close }
}

function limitsFor(threads: number) {
  return { slots: SLOTS_PER_THREAD * threads, slotsEach: SLOTS_EACH * threads, waitingMax: WAITING_MAX }
}

function inTurns(
  queue: FairQueue,
  run: (name: keyof HeavyJobs, input: unknown, same?: string) => Promise<unknown>,
): HeavyWork {
  const turn = async (whose: string, name: keyof HeavyJobs, input: unknown, same?: string) => {
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
