// Turns for erasures: each opens all that is remembered for its team, so one is made at a time in a process, the teams
// one after the other, and who waits holds no connection to the database.
import { perWorld } from '../base/process/batcher.ts'
import { type FairQueue, makeFairQueue, QueueFull } from '../base/process/fair-queue.ts'
import { Fail } from '../base/values/fail.ts'

const WAITING_MAX = 2
const WAIT_MS = 20_000

const turnsOf: (host: object) => FairQueue = perWorld(() =>
  makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: WAITING_MAX, waitMs: WAIT_MS }),
)

export function inTurn<T>(host: object, teamId: string, erasing: () => Promise<T>): Promise<T> {
  return turnsOf(host)
    .run(teamId, erasing)
    .catch((error) => {
      throw error instanceof QueueFull ? new Fail('rate_limit_exceeded', TOO_MANY) : error
    })
}

const TOO_MANY = {
  advice: 'people are being erased already; erase one after the other',
  retryAfterSeconds: 1,
}
