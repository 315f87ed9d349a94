// The jobs that deliver an event to a webhook, and notify the agency if a webhook was switched off.
import { setTimeout as wait } from 'node:timers/promises'
import type { WebhookResponse } from '../../adapters/webhooks/client.ts'
import { signaturesFor } from '../../adapters/webhooks/signature.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { isRetryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { finish, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { makeBatcher, perWorld } from '../../kernel/process/concurrency.ts'
import { VERSION } from '../../kernel/process/project.ts'
import { shortMoment } from '../../render/itinerary/itinerary.ts'
import { wholePayload } from '../events/store.ts'
import { languageOf, queueLetter } from '../notifications/queue-mail.ts'
import { TEAM_WORDS } from '../notifications/words.ts'
import { wantsMail } from '../teams/notify.ts'
import { findTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import {
  type AttemptResult,
  type DeliveryJob,
  encryptBody,
  loadJobs,
  recordAttempts,
} from './delivery-store.ts'
import type * as jobs from './jobs.ts'
import { openHeaders } from './own-headers.ts'
import { payloadFor } from './payload.ts'
import { FAILURES_IN_ROW_MAX, nextAttemptAt, offAfterMs } from './rules.ts'
import { type EncryptedSecrets, openSecrets } from './secrets.ts'
import { findWebhook, staysActive, webhookChange } from './store.ts'

interface Message extends EncryptedSecrets {
  team_id: string
  url: string
  headers: Buffer | null
  event_id: string
  payload: string
  personal: Buffer | null
  sequence: bigint
}

const FIXED_HEADERS = { 'content-type': 'application/json', 'user-agent': `Embarque/${VERSION}` }

/** Signs an event and posts it once. The timestamp is real time, not that of a test clock. */
export function postEvent(
  { webhookClient, secretBox, wall }: World,
  message: Message,
): Promise<WebhookResponse> {
  const now = wall.now()
  const payload = wholePayload(secretBox, message.event_id, message)
  const body = payloadFor(payload, message.sequence, message.webhook_id)
  const timestamp = Math.floor(now.getTime() / 1000)
  const signatures = signaturesFor(openSecrets(secretBox, message, now), message.event_id, timestamp, body)
  const headers = { ...openHeaders(secretBox, message), ...FIXED_HEADERS, ...signatures }
  return webhookClient.post(message.team_id, message.url, headers, body)
}

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
    // Failure streaks are counted in the order in which attempts ended.
    inTurn: true,
  }),
)

/** Reads the delivery, posts its event and records the outcome. The recording needs no slot of the worker. */
export async function deliver(
  world: World,
  { job, scope }: TaskOf<typeof jobs.deliverJob>,
): Promise<{ recording: Promise<unknown> } | undefined> {
  for (;;) {
    const delivery = await loadJobOf(world)(job.key)
    // Delivered, given up or deleted since it was scheduled.
    if (delivery === undefined) return undefined
    if (delivery.active) {
      const result = await attempt(world, scope, job, delivery)
      return { recording: recordOf(world)(result) }
    }
    if (await leaveWaiting(world, scope, job, delivery.webhook_id)) return { recording: Promise.resolve() }
  }
}

async function attempt(world: World, scope: Scope, job: Job, delivery: DeliveryJob): Promise<AttemptResult> {
  const { status, durationMs, error, isOurFault, body } = await postEvent(world, delivery)
  const ok = status !== null && status >= 200 && status < 300
  const at = scope.clock.now()
  return {
    workId: job.id,
    claim: job.claim,
    deliveryId: delivery.id,
    webhookId: delivery.webhook_id,
    ok,
    counts: !isOurFault,
    at,
    status,
    durationMs,
    error: isOurFault ? `${error}; ${UNCOUNTED}` : ok ? null : (error ?? `answered ${status}`),
    body: encryptBody(world.secretBox, delivery.id, body),
    nextAttemptAt: ok ? null : nextAttemptAt(delivery.attempts + 1, at),
  }
}

/**
 * The webhook is off: the delivery waits without a job until it is on again. Returns false if it was just switched on.
 */
async function leaveWaiting(world: World, scope: Scope, job: Job, webhookId: string): Promise<boolean> {
  return transaction(world, scope, async (tx) => {
    if (await staysActive(tx, webhookId)) return false
    finish(tx, job)
    return true
  })
}

/** Retries the recording: the receiver has responded, and a database outage must not make us send the event again. */
async function recordTogether(world: World, results: AttemptResult[]): Promise<undefined[]> {
  const { webhookOffAfterMinutes, environment } = world.config
  const afterMs = offAfterMs(webhookOffAfterMinutes, environment === 'production')
  for (let tries = 1; ; tries++) {
    try {
      if (await recordAttempts(world.pool, results, randomToken(10), afterMs)) world.jobsAdded()
      return results.map(() => undefined)
    } catch (error) {
      if (tries === RECORD_TRIES_MAX) throw error
      if (!isRetryable(error)) await wait(RECORD_AGAIN_AFTER_MS)
    }
  }
}

export async function alertWebhookOff(
  world: World,
  { job, payload, last }: TaskOf<typeof jobs.alertWebhookOffJob>,
): Promise<void> {
  const { webhook_id: id } = payload
  await transaction(world, last, async (tx) => {
    const webhook = await findWebhook(tx, tx.owner, id)
    const team = await findTeam(tx, tx.owner.teamId)
    if (webhook === undefined || team === undefined) return
    record(tx, webhookChange({ ...webhook, active: true }, { ...webhook, active: false }))
    if (!wantsMail(team, 'webhook_switched_off')) return
    const language = languageOf(team)
    const when = shortMoment(tx.now, team.time_zone, language)
    const facts = { failures: FAILURES_IN_ROW_MAX, url: webhook.url, when }
    const letter = TEAM_WORDS[language].webhookOff(facts)
    await queueLetter(tx, team, { key: `webhook-off ${job.key}`, category: 'optional', letter })
  })
}
