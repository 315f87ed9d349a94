// Due work: sends one event to one receiver. Jobs are read and outcomes written in groups; one by one the database
// would take most of the time.
import { setTimeout as wait } from 'node:timers/promises'
import { isRetryable } from '../base/database/db.ts'
import { makeBatcher, perWorld } from '../base/process/batcher.ts'
import { VERSION } from '../base/process/version.ts'
import { randomToken } from '../base/secrets/secrets.ts'
import type { Piece } from '../outbox/due-work.ts'
import { finish, type Scope, transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import { signaturesFor } from '../outside/receivers/webhook-signature.ts'
import { nextAttemptAt } from '../rules/retry-schedule.ts'
import type { World } from '../world.ts'
import { type AttemptResult, type DeliveryJob, loadJobs, recordAttempts } from './delivery-store.ts'
import { payloadFor } from './event-body.ts'
import { openSecrets } from './webhook-secrets.ts'
import { staysActive } from './webhook-store.ts'
import type * as work from './work.ts'

const RESULTS_MAX = 200
const RESULTS_WAIT_MS = 5
const JOBS_MAX = 128
const RECORD_TRIES_MAX = 20
const RECORD_AGAIN_AFTER_MS = 500

const jobOf = perWorld((world: World) =>
  makeBatcher((ids: string[]) => loadJobs(world.pool, ids), { itemsMax: JOBS_MAX, waitMs: 0 }),
)
const recordOf = perWorld((world: World) =>
  makeBatcher((results: AttemptResult[]) => recordTogether(world, results), {
    itemsMax: RESULTS_MAX,
    waitMs: RESULTS_WAIT_MS,
    inTurn: true,
  }),
)

export async function deliver(
  world: World,
  { piece, scope }: TaskOf<typeof work.deliver>,
): Promise<{ recording: Promise<unknown> } | undefined> {
  for (;;) {
    const job = await jobOf(world)(piece.key)
    if (job === undefined) return undefined
    if (job.active) {
      return { recording: recordOf(world)(await attempt(world, scope, piece, job)) }
    }
    if (await hold(world, scope, piece, job.webhook_id)) return { recording: Promise.resolve() }
  }
}

async function attempt(world: World, scope: Scope, piece: Piece, job: DeliveryJob): Promise<AttemptResult> {
  const { status, durationMs, error, body } = await post(world, job)
  const ok = status !== null && status >= 200 && status < 300
  const at = scope.clock.now()
  return {
    workId: piece.id,
    claim: piece.claim,
    deliveryId: job.id,
    webhookId: job.webhook_id,
    ok,
    at,
    status,
    durationMs,
    error: ok ? null : (error ?? `answered ${status}`),
    body,
    nextAttemptAt: ok ? null : nextAttemptAt(job.attempts + 1, at),
  }
}

interface Message {
  url: string
  webhook_id: string
  event_id: string
  payload: string
  sequence: bigint
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: Date | null
}

/** Signs and posts, stamped with the real time of sending, whatever a test clock says. */
export function post({ webhookClient, secretBox, wall }: World, message: Message) {
  const now = wall.now()
  const body = payloadFor(message.payload, message.sequence, message.webhook_id)
  const timestamp = Math.floor(now.getTime() / 1000)
  const signatures = signaturesFor(openSecrets(secretBox, message, now), message.event_id, timestamp, body)
  return webhookClient.post(message.url, { ...FIXED_HEADERS, ...signatures }, body)
}

const FIXED_HEADERS = { 'content-type': 'application/json', 'user-agent': `Embarque/${VERSION}` }

/** Leaves the delivery waiting, without due work, until its webhook is reactivated; false when that just happened. */
async function hold(world: World, scope: Scope, piece: Piece, webhookId: string): Promise<boolean> {
  return transaction(world, scope, async (tx) => {
    if (await staysActive(tx, webhookId)) return false
    finish(tx, piece)
    return true
  })
}

/** The receiver has answered: a database that is away for a while must not make us ask it again. */
async function recordTogether(world: World, results: AttemptResult[]): Promise<undefined[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      if (await recordAttempts(world.pool, results, randomToken(10))) world.workAdded()
      return results.map(() => undefined)
    } catch (error) {
      if (attempt === RECORD_TRIES_MAX) throw error
      if (!isRetryable(error)) await wait(RECORD_AGAIN_AFTER_MS)
    }
  }
}
