// Records how pieces of due work ended. Completions that come together are written together, and outcomes are kept in
// memory while the database is away.
import { setTimeout as wait } from 'node:timers/promises'
import type { World } from '../../features/world.ts'
import { completeWork, failWork, type Piece } from '../../kernel/jobs/jobs.ts'
import type { PieceFailure, PieceOutcome } from './run-piece.ts'

export interface Recorder {
  record(piece: Piece, outcome: PieceOutcome): void
  /** Outcomes that are not written yet. */
  readonly waiting: number
  /** Tries once more what is left; whatever cannot be written then will run again. */
  stop(): Promise<void>
}

const AGAIN_AFTER_MS = 500

/** `recorded` is called with the pieces that this process no longer holds, and whether they may be due again. */
export function makeRecorder(
  world: World,
  recorded: (pieces: Piece[], areDueAgain: boolean) => void,
): Recorder {
  let completed: Piece[] = []
  let completing: Promise<void> | undefined
  let waiting = 0
  let stopped = false
  const writing = new Set<Promise<void>>()

  async function write(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        world.log.error({ err: error }, 'the outcome of due work could not be recorded')
        if (stopped) return
        await wait(AGAIN_AFTER_MS)
      }
    }
  }

  function done(pieces: Piece[], areDueAgain = false): void {
    waiting -= pieces.length
    recorded(pieces, areDueAgain)
  }

  async function completeTogether(): Promise<void> {
    // Those that end in this turn of the event loop come along.
    await new Promise(setImmediate)
    while (completed.length > 0) {
      const pieces = completed
      completed = []
      await write(() => completeWork(world.pool, pieces))
      done(pieces)
    }
    completing = undefined
  }

  async function recordFailure(piece: Piece, failure: PieceFailure): Promise<void> {
    if ('lost' in failure) {
      world.log.warn({ kind: piece.kind, key: piece.key }, 'due work was taken over by another process')
      return done([piece])
    }
    const { nextRunAt, error, isCounted = true } = failure
    const attempt = isCounted ? piece.attempt : piece.attempt - 1
    await write(() => failWork(world.pool, { ...piece, attempt }, nextRunAt, error))
    done([piece], nextRunAt !== null)
  }

  /** Work that could not write down its own outcome failed like any other. */
  async function follow(
    piece: Piece,
    { recording, unrecorded }: Extract<PieceOutcome, { recording: unknown }>,
  ): Promise<void> {
    try {
      await recording
    } catch (error) {
      return recordFailure(piece, unrecorded(error))
    }
    done([piece])
  }

  function track(written: Promise<void>): void {
    writing.add(written)
    void written.finally(() => writing.delete(written))
  }

  return {
    get waiting() {
      return waiting
    },
    record(piece, outcome) {
      waiting++
      if ('recording' in outcome) track(follow(piece, outcome))
      else if ('lost' in outcome || 'error' in outcome) track(recordFailure(piece, outcome))
      else {
        completed.push(piece)
        completing ??= completeTogether()
      }
    },
    async stop() {
      stopped = true
      await completing
      await Promise.all(writing)
    },
  }
}
