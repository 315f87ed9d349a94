// Runs one piece of due work and tells how it ended; it never throws.
import { frozenClock, offsetClock } from '../base/clock.ts'
import type { Piece } from '../base/due-work.ts'
import { WorkLost } from '../base/flush.ts'
import { workCount, workRunning } from '../base/metrics.ts'
import type { Scope } from '../base/transaction.ts'
import type { World } from '../world.ts'
import type { Kinds } from './kinds.ts'

export type Outcome = { done: true } | { done: false; error: string; nextRunAt: Date | null } | { lost: true }

// A piece that takes the process down with it leaves no error behind, only attempts.
const CRASHES_MAX = 3

/** `at` freezes the team's time: work that an advance runs happens exactly at its own moment. */
export async function runPiece(world: World, kinds: Kinds, piece: Piece, at?: Date): Promise<Outcome> {
  workRunning.inc()
  const outcome = await runUncounted(world, kinds, piece, at)
  workRunning.dec()
  workCount.inc({ kind: piece.kind, outcome: 'lost' in outcome ? 'lost' : outcome.done ? 'done' : 'failed' })
  return outcome
}

async function runUncounted(
  world: World,
  kinds: Kinds,
  piece: Piece,
  at: Date | undefined,
): Promise<Outcome> {
  const { run, waitsMs } = kinds[piece.kind]!
  const scope = scopeOfPiece(world, piece, at)
  if (piece.attempts > waitsMs.length + 1 + CRASHES_MAX) {
    return { done: false, error: 'ended its process too often', nextRunAt: null }
  }
  try {
    await run(world, { piece, payload: JSON.parse(piece.payload), scope })
    return { done: true }
  } catch (error) {
    if (error instanceof WorkLost) return { lost: true }
    const { kind, key, attempts } = piece
    world.log.warn({ err: error, kind, key, attempts }, 'due work failed')
    const waitMs = waitsMs[attempts - 1]
    const now = (scope?.clock ?? world.wall).now()
    const nextRunAt = waitMs === undefined ? null : new Date(now.getTime() + waitMs)
    return { done: false, error: String((error as Error).message ?? error), nextRunAt }
  }
}

function scopeOfPiece(world: World, piece: Piece, at: Date | undefined): Scope | undefined {
  if (piece.team_id === null || piece.mode === null) return undefined
  const clock = at === undefined ? offsetClock(world.wall, Number(piece.offset_ms)) : frozenClock(at)
  return { teamId: piece.team_id, mode: piece.mode, clock: piece.clock === '' ? world.wall : clock }
}
