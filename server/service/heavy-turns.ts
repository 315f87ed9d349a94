// Whose turn it is to have heavy work done: fair to every team, searches and papers each by themselves.
import { makeFairQueue, QueueFull } from '../base/process/fair-queue.ts'
import { fail } from '../base/values/fail.ts'
import type { HeavyJobs, HeavyWork } from '../outside/heavy-work.ts'

/** Most of a search at a supplier is waiting, so that a thread has several under way. */
const SEARCHES = { slots: 16, slotsEach: 4, waitingMax: 100 }
/** Drawing is nothing but work: one paper of a team at a time, and others' between its pages. */
const PAPERS = { slots: 4, slotsEach: 1, waitingMax: 100 }

/** Does a piece of it, when its turn has come. */
export type Run = (name: keyof HeavyJobs, input: unknown, same?: string) => Promise<unknown>

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
