// Moves a team's test clock: every piece of due work up to the new time is done, in order, each at its own
// moment, before the answer. While it moves, the background worker leaves this clock's work alone.
import type { ClockAdvance } from '../../../contract/test-clock.ts'
import type { Kinds } from '../../features/job-handlers.ts'
import { beginAdvance, endAdvance, readClock } from '../../features/teams/test-clock.ts'
import type { World } from '../../features/world.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { recordWish } from '../../kernel/outbox/audit.ts'
import { ClaimTaken, isUnanswered } from '../../kernel/outbox/idempotency.ts'
import { stepsOf } from '../../kernel/outbox/steps.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { perWorld } from '../../kernel/process/batcher.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type Journey, travel } from './travel.ts'

export interface AdvanceLimits {
  piecesMax: number
  budgetMs: number
}

const LIMITS: AdvanceLimits = { piecesMax: 10_000, budgetMs: 20_000 }

/** By team: the clocks that this process is moving, and those that it may have left held when the database was away. */
const clocksOf = perWorld((_world: World) => ({ moving: new Set<string>(), left: new Set<string>() }))

export async function advanceClock(
  world: World,
  kinds: Kinds,
  scope: Scope,
  target: Date,
  limits: AdvanceLimits = LIMITS,
): Promise<ClockAdvance> {
  const { teamId } = scope.owner
  const { moving, left } = clocksOf(world)
  // Before anybody is asked: two that ask at once must not both find the clock free.
  if (moving.has(teamId)) fail('request_in_progress', { retryAfterSeconds: 1 })
  moving.add(teamId)
  try {
    const journey = { world, kinds, teamId, target: await begin(world, scope, target), ran: 0, failed: [] }
    return await arrive(journey, scope, limits)
  } catch (error) {
    left.add(teamId)
    throw error
  } finally {
    moving.delete(teamId)
  }
}

/** Lets go of clocks that an advance failed on, should the database not have heard of it then. */
export async function freeLeftClocks(world: World): Promise<void> {
  const { moving, left } = clocksOf(world)
  for (const teamId of left) {
    if (moving.has(teamId)) continue
    // As if it were moved: an advance that begins meanwhile must not lose its clock.
    moving.add(teamId)
    try {
      await endAdvance(world.vitalPool, teamId, world.processId, false)
      left.delete(teamId)
    } finally {
      moving.delete(teamId)
    }
  }
}

async function arrive(journey: Journey, scope: Scope, limits: AdvanceLimits): Promise<ClockAdvance> {
  const { world, teamId } = journey
  try {
    const arrived = await travel(journey, scope.clock.now(), limits)
    return await transaction(world, stepsOf(scope).last, async (tx) => {
      const { offset_ms } = await readClock(tx, teamId)
      await endAdvance(tx, teamId, world.processId, arrived)
      const now = new Date(world.wall.now().getTime() + Number(offset_ms))
      recordWish(tx, {
        topic: 'settings',
        object: 'test_clock',
        objectId: teamId,
        before: { now: isoTimestamp(scope.clock.now()) },
        after: { now: isoTimestamp(now) },
      })
      return report(journey, now, arrived)
    })
  } catch (error) {
    await endAdvance(world.pool, teamId, world.processId, false)
    throw error
  }
}

/** Takes the clock. A repeated request whose first run died with its process goes on where that one stopped. */
async function begin(world: World, scope: Scope, target: Date): Promise<Date> {
  const takeClock = async (db: Queryable, to: Date) => {
    const begun = await beginAdvance(db, scope.owner.teamId, world.processId, to)
    return begun?.target ?? fail('request_in_progress', { retryAfterSeconds: 1 })
  }
  try {
    return await transaction(world, stepsOf(scope).first, (tx) => takeClock(tx, target))
  } catch (error) {
    const { owner, claims } = scope
    if (!(error instanceof ClaimTaken && claims && (await isUnanswered(world.pool, owner, claims))))
      throw error
    const unfinished = await takeClock(world.pool, scope.clock.now())
    claims.taken()
    return unfinished
  }
}

function report({ target, ran, failed }: Journey, now: Date, complete: boolean): ClockAdvance {
  return { now: isoTimestamp(now), target: isoTimestamp(target), complete, ran, failed }
}
