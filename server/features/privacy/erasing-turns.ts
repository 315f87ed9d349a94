// Turns for those who ask for an erasure: each looks through the bookings of its client, so one is begun at a time in a
// process, the teams one after the other, and who waits holds no connection to the database.
import { perWorld } from '../../kernel/process/batcher.ts'
import { type FairQueue, makeFairQueue, QueueFull } from '../../kernel/process/fair-queue.ts'
import { Fail } from '../../kernel/values/fail.ts'

const WAITING_MAX = 8
const WAIT_MS = 20_000
/** Of a team and mode, begun and not complete. */
const UNFINISHED_MAX = 50

const turnsOf: (host: object) => FairQueue = perWorld(() =>
  makeFairQueue({ slots: 1, slotsEach: 1, waitingMax: WAITING_MAX, waitMs: WAIT_MS }),
)

export function inTurn<T>(host: object, teamId: string, erasing: () => Promise<T>): Promise<T> {
  return turnsOf(host)
    .run(teamId, erasing)
    .catch((error) => {
      throw error instanceof QueueFull ? tooMany() : error
    })
}

export function refuseTooMany(unfinished: number): void {
  if (unfinished >= UNFINISHED_MAX) throw tooMany()
}

function tooMany(): Fail {
  const advice = 'people are being erased already; erase one after the other'
  return new Fail('rate_limit_exceeded', { advice, retryAfterSeconds: 1 })
}
