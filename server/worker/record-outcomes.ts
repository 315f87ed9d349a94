// Writes down how pieces of due work ended: completions that come together go to the database together, and a
// database that is away for a while makes nobody forget an outcome.
import { setTimeout as wait } from 'node:timers/promises'
import { completeWork, failWork, type Piece } from '../base/due-work.ts'
import type { World } from '../world.ts'
import type { Outcome } from './run-piece.ts'

export interface Recorder {
  record(piece: Piece, outcome: Outcome): Promise<void>
  /** Outcomes that are not written yet. */
  readonly waiting: number
  /** Tries once more what is left; whatever cannot be written then will run again. */
  stop(): Promise<void>
}

const AGAIN_AFTER_MS = 500

export function makeRecorder(world: World): Recorder {
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

  async function completeTogether(): Promise<void> {
    // Those that end in this turn of the event loop come along.
    await new Promise(setImmediate)
    while (completed.length > 0) {
      const pieces = completed
      completed = []
      await write(() => completeWork(world.pool, pieces))
      waiting -= pieces.length
    }
    completing = undefined
  }

  async function recordFailure(piece: Piece, nextRunAt: Date | null, error: string): Promise<void> {
    await write(() => failWork(world.pool, piece, nextRunAt, error))
    waiting--
  }

  /** Work that could not write down its own outcome runs again, as it would after a crash. */
  async function follow(piece: Piece, recording: Promise<unknown>): Promise<void> {
    try {
      await recording
    } catch (error) {
      await write(() => failWork(world.pool, piece, world.wall.now(), String(error)))
    }
    waiting--
  }

  function begin(piece: Piece, outcome: Exclude<Outcome, { lost: true }>): Promise<void> {
    waiting++
    if ('recording' in outcome) return follow(piece, outcome.recording)
    if ('error' in outcome) return recordFailure(piece, outcome.nextRunAt, outcome.error)
    completed.push(piece)
    completing ??= completeTogether()
    return completing
  }

  return {
    get waiting() {
      return waiting
    },
    record(piece, outcome) {
      if ('lost' in outcome) {
        world.log.warn({ kind: piece.kind, key: piece.key }, 'due work was taken over by another process')
        return Promise.resolve()
      }
      const written = begin(piece, outcome)
      writing.add(written)
      return written.finally(() => writing.delete(written))
    },
    async stop() {
      stopped = true
      await Promise.all(writing)
    },
  }
}
