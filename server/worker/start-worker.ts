// The back door: claims due work into a bounded number of slots, completes it in groups, and sleeps until woken.
import { setTimeout as wait } from 'node:timers/promises'
import { claimWork, completeWork, failWork, type Piece, returnWork } from '../base/due-work.ts'
import type { World } from '../world.ts'
import type { Kinds } from './kinds.ts'
import { runPiece } from './run-piece.ts'

export interface Worker {
  /** Takes no more, waits for what runs. */
  stop(): Promise<void>
  /** Resolves when nothing is running and a claim found nothing due: for tests and benchmarks. */
  idle(): Promise<void>
  readonly running: number
}

export interface WorkerOptions {
  slots?: number
  pollMs?: number
}

const SLOTS = 64
const POLL_MS = 1_000
const RECORD_AGAIN_AFTER_MS = 500

export function startWorker(
  world: World,
  kinds: Kinds,
  { slots = SLOTS, pollMs = POLL_MS }: WorkerOptions = {},
): Worker {
  const caps = new Map(Object.entries(kinds).map(([kind, { laneCap }]) => [kind, laneCap]))
  const running = new Map<string, number>()
  const completed: Piece[] = []
  const idleWaiters: (() => void)[] = []
  let count = 0
  let stopped = false
  let claiming = false
  let again = false
  let completing: Promise<void> | undefined
  let whenEmpty: (() => void) | undefined

  async function claim(): Promise<void> {
    again = true
    if (claiming || stopped) return
    claiming = true
    try {
      // Claims in large bites: with most slots taken, a claim for the rest would cost as much and bring little.
      while (again && !stopped && count <= slots / 2) {
        again = false
        const pieces = await claimWork(
          world.pool,
          world.wall.now(),
          world.processId,
          { caps, running },
          slots - count,
        )
        if (stopped) await returnWork(world.pool, world.processId, pieces)
        else for (const piece of pieces) start(piece)
        again ||= pieces.length > 0 && count <= slots / 2
        if (pieces.length === 0 && count === 0 && !again) settle(idleWaiters)
      }
    } catch (error) {
      world.log.warn({ err: error }, 'due work could not be claimed')
    } finally {
      claiming = false
    }
  }

  function start(piece: Piece): void {
    count++
    running.set(piece.lane, (running.get(piece.lane) ?? 0) + 1)
    void runPiece(world, kinds, piece).then(async (outcome) => {
      if ('lost' in outcome)
        world.log.warn({ kind: piece.kind, key: piece.key }, 'due work was taken over by another process')
      else if (outcome.done) await complete(piece)
      else await record(() => failWork(world.pool, piece, outcome.nextRunAt, outcome.error))
      leave(piece)
    })
  }

  /** Completions that come together go to the database together. */
  async function complete(piece: Piece): Promise<void> {
    completed.push(piece)
    completing ??= Promise.resolve().then(async () => {
      completing = undefined
      const pieces = completed.splice(0)
      await record(() => completeWork(world.pool, world.processId, pieces))
    })
    await completing
  }

  /** A database that is away for a while must not make us forget an outcome. What a stop cuts off runs again. */
  async function record(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write()
      } catch (error) {
        world.log.error({ err: error }, 'the outcome of due work could not be recorded')
        if (stopped) return
        await wait(RECORD_AGAIN_AFTER_MS)
      }
    }
  }

  function leave(piece: Piece): void {
    count--
    const left = running.get(piece.lane)! - 1
    if (left === 0) running.delete(piece.lane)
    else running.set(piece.lane, left)
    if (count === 0) whenEmpty?.()
    void claim()
  }

  const wake = () => void claim()
  world.signals.on('work', wake)
  const poll = setInterval(wake, pollMs)
  wake()

  return {
    get running() {
      return count
    },
    idle: () =>
      new Promise((resolve) => {
        idleWaiters.push(resolve)
        wake()
      }),
    async stop() {
      stopped = true
      clearInterval(poll)
      if (count > 0) await new Promise<void>((resolve) => (whenEmpty = resolve))
    },
  }
}

function settle(waiters: (() => void)[]): void {
  for (const resolve of waiters.splice(0)) resolve()
}
