// Turns for the pieces of CSV files: each is some hundred lines, read and written in the event loop, and however many
// downloads there are, only a few pieces are made at the same time, one team's after another's.
import { perWorld } from '../kernel/process/concurrency.ts'
import { type FairQueue, makeFairQueue } from '../kernel/process/fair-queue.ts'

const PIECES_AT_ONCE = 2

/** Of one process: `host` is what its features are handed. */
export const csvTurns: (host: object) => FairQueue = perWorld(() =>
  makeFairQueue({ slots: PIECES_AT_ONCE, slotsEach: 1, waitingMax: Number.POSITIVE_INFINITY }),
)
