// Limits how many batches of CSV lines are built at once. A batch runs on the event loop, so teams take turns.
import { perWorld } from '../kernel/process/concurrency.ts'
import { type FairQueue, makeFairQueue } from '../kernel/process/fair-queue.ts'

const PIECES_AT_ONCE = 2

/** One queue for each process; `host` is its world. */
export const csvTurns: (host: object) => FairQueue = perWorld(() =>
  makeFairQueue({ slots: PIECES_AT_ONCE, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY }),
)
