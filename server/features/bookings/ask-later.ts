// Asks the carrier again later when it gave no answer. That is not a failure of ours, so the usual retries do not
// apply: the waits count by the team's own clock, which a sandbox can move.

import type { TeamTask, TeamWork } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import type { BookingStep } from './work.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/** Money depends on these answers, so the carrier is asked for two days before the work is left to people. */
const WAITS_MS = [
  5 * SECOND,
  15 * SECOND,
  MINUTE,
  5 * MINUTE,
  15 * MINUTE,
  60 * MINUTE,
  180 * MINUTE,
  360 * MINUTE,
  720 * MINUTE,
  1440 * MINUTE,
] as const

/** Schedules the same work again, and finishes this piece. */
export async function askLater(
  world: World,
  step: TeamWork<BookingStep>,
  { payload, last }: TeamTask<BookingStep>,
  { reason }: { reason: string },
): Promise<void> {
  const { bookingId, asked = 0 } = payload
  const waitMs = WAITS_MS[asked]
  if (waitMs === undefined) throw new Error(`the carrier did not say: ${reason}`)
  world.log.warn({ kind: step.kind, bookingId, reason }, 'the carrier is asked again later')
  await transaction(world, last, async (tx) => {
    schedule(tx, step, {
      at: new Date(tx.now.getTime() + waitMs),
      key: `${bookingId} ${tx.newUuid()}`,
      payload: { ...payload, asked: asked + 1 },
    })
  })
}
