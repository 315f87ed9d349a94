// Due work: sends one event to one receiver. What is to be sent is read in groups, and outcomes are written in groups;
// one by one the database would take most of the time.
import { setTimeout as wait } from 'node:timers/promises'
import { randomToken } from '../../kernel/crypto/secrets.ts'
import { isRetryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import type { Piece } from '../../kernel/jobs/jobs.ts'
import { finish, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { makeBatcher, perWorld } from '../../kernel/process/batcher.ts'
import type { World } from '../world.ts'
import { type AttemptResult, recordAttempts, sealBody } from './attempt-store.ts'
import { type DeliveryJob, loadJobs } from './delivery-store.ts'
import { postEvent } from './post-event.ts'
import { nextAttemptAt, offAfterMs } from './retry-schedule.ts'
import { staysActive } from './webhook-store.ts'
import type * as work from './work.ts'

const JOBS_MAX = 128
const RESULTS_MAX = 200
const RESULTS_WAIT_MS = 5
const RECORD_TRIES_MAX = 20
const RECORD_AGAIN_AFTER_MS = 500
const UNCOUNTED = 'this does not count towards switching the webhook off'

const loadJobOf = perWorld((world: World) =>
  makeBatcher((ids: string[]) => loadJobs(world.pool, ids), { itemsMax: JOBS_MAX, waitMs: 0, inTurn: true }),
)
const recordOf = perWorld((world: World) =>
  makeBatcher((results: AttemptResult[]) => recordTogether(world, results), {
    itemsMax: RESULTS_MAX,
    waitMs: RESULTS_WAIT_MS,
    // A streak of failures is counted in the order in which the attempts ended.
    inTurn: true,
  }),
)

/** Reads the delivery, posts its event and records the outcome; the recording needs no slot of the worker. */
export async function deliver(
  world: World,
  { piece, scope }: TaskOf<typeof work.deliver>,
): Promise<{ recording: Promise<unknown> } | undefined> {
  for (;;) {
    const job = await loadJobOf(world)(piece.key)
    // Delivered, given up or deleted since it was scheduled.
    if (job === undefined) return undefined
    if (job.active) {
      const result = await attempt(world, scope, piece, job)
      return { recording: recordOf(world)(result) }
    }
    if (await leaveWaiting(world, scope, piece, job.webhook_id)) return { recording: Promise.resolve() }
  }
}

async function attempt(world: World, scope: Scope, piece: Piece, job: DeliveryJob): Promise<AttemptResult> {
  const { status, durationMs, error, isOurFault, body } = await postEvent(world, job)
  const ok = status !== null && status >= 200 && status < 300
  const at = scope.clock.now()
  return {
    workId: piece.id,
    claim: piece.claim,
    deliveryId: job.id,
    webhookId: job.webhook_id,
    ok,
    counts: !isOurFault,
    at,
    status,
    durationMs,
    error: isOurFault ? `${error}; ${UNCOUNTED}` : ok ? null : (error ?? `answered ${status}`),
    body: sealBody(world.secretBox, job.id, body),
    nextAttemptAt: ok ? null : nextAttemptAt(job.attempts + 1, at),
  }
}

/** Its webhook is off: the delivery waits without due work until it is on again; false when that just happened. */
async function leaveWaiting(world: World, scope: Scope, piece: Piece, webhookId: string): Promise<boolean> {
  return transaction(world, scope, async (tx) => {
    if (await staysActive(tx, webhookId)) return false
    finish(tx, piece)
    return true
  })
}

/** Retries the recording: the receiver has answered, and a database outage must not make us send the event again. */
async function recordTogether(world: World, results: AttemptResult[]): Promise<undefined[]> {
  const { webhookOffAfterMinutes, environment } = world.config
  const afterMs = offAfterMs(webhookOffAfterMinutes, environment === 'production')
  for (let tries = 1; ; tries++) {
    try {
      if (await recordAttempts(world.pool, results, randomToken(10), afterMs)) world.workAdded()
      return results.map(() => undefined)
    } catch (error) {
      if (tries === RECORD_TRIES_MAX) throw error
      if (!isRetryable(error)) await wait(RECORD_AGAIN_AFTER_MS)
    }
  }
}
