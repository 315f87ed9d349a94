// Moves a test clock from one due time to the next, running what is due at each.
import { setTimeout as wait } from 'node:timers/promises'
import type { ClockAdvance } from '../../../contract/test-clock.ts'
import type { Kinds } from '../../features/job-handlers.ts'
import { moveClock, nextDue } from '../../features/teams/test-clock.ts'
import type { World } from '../../features/world.ts'
import { claimWorkOfClock, completeWork, failWork, type Piece, returnWork } from '../../kernel/jobs/jobs.ts'
import { fail } from '../../kernel/values/fail.ts'
import { runPiece } from './run-piece.ts'

export interface Journey {
  world: World
  kinds: Kinds
  teamId: string
  target: Date
  ran: number
  failed: ClockAdvance['failed']
}

interface Limits {
  piecesMax: number
  budgetMs: number
}

const TRIES_MAX = 3
const BATCH = 100
const SIDE_BY_SIDE_MAX = 8
const LOOK_AGAIN_AFTER_MS = 10
const INTERRUPTED =
  'the advance was interrupted; send the request again, and it goes on to where it was to go'

/** True when the target was reached, false when the limits came first. */
export async function travel(
  journey: Journey,
  start: Date,
  { piecesMax, budgetMs }: Limits,
): Promise<boolean> {
  const { world, teamId, target } = journey
  const kinds = [...journey.kinds.keys()]
  const deadline = AbortSignal.timeout(budgetMs)
  let at = start
  for (;;) {
    const { run_at, running } = await nextDue(world.pool, teamId, target, kinds)
    if (deadline.aborted || journey.ran >= piecesMax) return false
    if (running) {
      // Claimed by the background worker before this advance: wait until it has ended.
      await wait(LOOK_AGAIN_AFTER_MS)
      continue
    }
    if (run_at === null) break
    at = later(at, run_at)
    await move(journey, at)
    await runMoment(journey, at, kinds, () => deadline.aborted || journey.ran >= piecesMax)
  }
  await move(journey, target)
  return true
}

async function runMoment(journey: Journey, at: Date, kinds: string[], spent: () => boolean): Promise<void> {
  const { world, teamId } = journey
  const pieces = await claimWorkOfClock(world.pool, teamId, at, world.processId, kinds, BATCH)
  for (const { claim } of pieces) world.held.add(claim)
  const isSideBySide = ({ kind }: Piece) => journey.kinds.get(kind)?.sideBySide === true
  const together = pieces.filter(isSideBySide)
  const inTurn = pieces.filter((piece) => !isSideBySide(piece))
  const runAll = async (queue: Piece[]) => {
    try {
      for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) {
        await runThrough(journey, piece, at)
        journey.ran++
        if (spent()) await returnWork(world.pool, queue.splice(0))
      }
    } catch (error) {
      // Nobody beside it begins another.
      queue.length = 0
      throw error
    }
  }
  try {
    await runAll(inTurn)
    const beside = Array.from({ length: SIDE_BY_SIDE_MAX }, () => runAll(together))
    // Also where one of them failed: nobody may take a piece while it still runs here.
    await Promise.all(beside).finally(() => Promise.allSettled(beside))
  } catch (error) {
    // Nobody else can claim what this living process holds, so it releases all that is not finished.
    await returnWork(world.pool, pieces)
    throw error
  } finally {
    for (const { claim } of pieces) world.held.delete(claim)
  }
}

/** Technical failures are retried at once: a request cannot wait for an hour of real time. */
async function runThrough({ world, kinds, failed }: Journey, piece: Piece, at: Date): Promise<void> {
  let error = ''
  for (let attempt = 1; attempt <= TRIES_MAX; attempt++) {
    const outcome = await runPiece(world, kinds, piece, at)
    if ('lost' in outcome) return
    if ('recording' in outcome) return void (await outcome.recording)
    if (outcome.done) return completeWork(world.pool, [piece])
    error = outcome.error
    // The database is away, or full: no fault of the piece, which waits for the next advance.
    if (outcome.isCounted === false && attempt === TRIES_MAX) interrupted()
  }
  await failWork(world.pool, piece, null, error)
  failed.push({ id: String(piece.id), kind: piece.kind, error })
}

/** The clock never goes back: while work ran, real time passed too. */
async function move({ world, teamId }: Journey, to: Date): Promise<void> {
  const held = await moveClock(world.pool, teamId, world.processId, to.getTime() - world.wall.now().getTime())
  // The others took this process for dead, as it stood still or was cut off, and freed what it held.
  if (!held) interrupted()
}

function interrupted(): never {
  return fail('service_unavailable', { advice: INTERRUPTED, retryAfterSeconds: 1 })
}

function later(a: Date, b: Date): Date {
  return a > b ? a : b
}
