// Creates, reads, updates and deletes webhooks.
import { isDeepStrictEqual } from 'node:util'
import { ERRORS } from '../../../contract/errors.ts'
import { EVENTS, isEventType } from '../../../contract/events.ts'
import { WEBHOOKS_MAX } from '../../../contract/limits.ts'
import { foreignIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import type {
  DeletedWebhook,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookInput,
} from '../../../contract/webhooks.ts'
import { isWebhookSecret, makeWebhookSecret, WEBHOOK_SECRET_RULE } from '../../adapters/webhooks/signature.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp, isWithin, type Times } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { type Listing, type Page, pageWithin } from '../../kernel/values/pages.ts'
import { parseReceiverUrl, type ReceiverUrl } from '../../kernel/values/urls.ts'
import { unknownTypeIssue } from '../events/events.ts'
import type { Asking } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { deleteDeliveries, resumeDeliveries } from './delivery-store.ts'
import * as jobs from './jobs.ts'
import { headerColumns, isSameHeaders, readHeaders } from './own-headers.ts'
import { demandMoving, demandReading } from './payload.ts'
import { secretContext } from './secrets.ts'
import {
  changeWebhook,
  findWebhook,
  forgetSecrets,
  insertWebhook,
  isUrlTaken,
  listWebhooks,
  lockWebhook,
  urlIsTaken,
  type WebhookRow,
  webhookChange,
} from './store.ts'

const EVENTS_MAX = Object.keys(EVENTS).length + 1

function readUrl({ webhookClient }: World, value: unknown): ReceiverUrl {
  return (
    parseReceiverUrl(value, webhookClient.callsPlain) ??
    fail('invalid_url', { details: [{ field: 'url', issue: 'must be an https:// address' }] })
  )
}

/** Each type once, in the caller's order. */
function readEvents(value: unknown): string[] {
  if (!Array.isArray(value) || value.length === 0)
    return failEvents('events', 'must be a list of at least one event type')
  const types = [...new Set(value)]
  const unknown = types.findIndex((type) => type !== '*' && !isEventType(type))
  if (unknown >= 0)
    return failEvents(`events.${value.indexOf(types[unknown])}`, unknownTypeIssue(types[unknown]))
  return types.length <= EVENTS_MAX ? types : failEvents('events', 'has too many types')
}

async function refuseTakenUrl(
  world: World,
  scope: Scope,
  { key }: ReceiverUrl,
  exceptId?: string,
): Promise<void> {
  if (await urlIsTaken(world.pool, scope.owner, key, exceptId)) fail('url_already_registered')
}

/**
 * Connects to the receiver before registration. Outside production an unresolved name is accepted, as a laptop may be
 * offline. In production, accepting it would reveal which internal names exist.
 */
async function refuseUnreachable(
  { webhookClient, config }: World,
  { owner: { teamId } }: Scope,
  { key }: ReceiverUrl,
  verify = true,
): Promise<void> {
  if (!verify) return
  const reach = await webhookClient.reach(teamId, key)
  if (reach.ok) return
  const mayBeOffline = config.environment !== 'production' && !/(^|\.)invalid$/.test(new URL(key).hostname)
  if (reach.reason === 'unresolved' && mayBeOffline) return
  fail('url_not_reachable', {
    details: [{ field: 'url', issue: foreignIssue(reach.detail) }],
    ...(config.environment !== 'production' && {
      advice: `${ERRORS.url_not_reachable.advice}; in development "verify": false skips this check`,
    }),
  })
}

function refuseUnverified({ config }: World, verify: boolean | undefined): void {
  if (verify === false && config.environment === 'production')
    failField('verify', 'must be true or left out: in production every receiver is checked')
}

/** As the caller sent it: its strength is the caller's business. */
function readSecret(secret: string | undefined): string {
  if (secret === undefined) return makeWebhookSecret()
  return isWebhookSecret(secret) ? secret : failField('secret', WEBHOOK_SECRET_RULE)
}

function failEvents(field: string, issue: Issue): never {
  return fail('invalid_events', { details: [{ field, issue }] })
}

export async function createWebhook(
  world: World,
  scope: Scope,
  input: WebhookInput,
  caller: Asking,
): Promise<NewWebhook> {
  const receiver = readUrl(world, input.url)
  const events = readEvents(input.events)
  const secret = readSecret(input.secret)
  const headers = readHeaders(input.headers ?? {})
  const { active = true } = input
  refuseUnverified(world, input.verify)
  demandReading(caller, events)
  await refuseTakenUrl(world, scope, receiver)
  await refuseUnreachable(world, scope, receiver, input.verify)
  try {
    return await transaction(world, scope, async (tx) => {
      await refuseBeyond(tx, {
        most: WEBHOOKS_MAX,
        what: 'webhooks',
        count: async () => (await listWebhooks(tx, tx.owner)).length,
      })
      const id = tx.newId('webhook')
      const webhook: WebhookRow = {
        id,
        team_id: tx.owner.teamId,
        mode: tx.owner.mode,
        url: receiver.url,
        url_key: receiver.key,
        events,
        active,
        description: input.description ?? null,
        ...headerColumns(world.secretBox, id, headers),
        secret: world.secretBox.encrypt(secret, secretContext(id)),
        previous_secret: null,
        previous_secret_until: null,
        created_at: tx.now,
        updated_at: tx.now,
        last_triggered_at: null,
        total_deliveries: 0n,
        failed_deliveries: 0n,
        last_success_at: null,
        last_error: null,
        disabled_at: active ? null : tx.now,
        disabled_reason: active ? null : 'request',
      }
      await insertWebhook(tx, webhook)
      record(tx, webhookChange(null, webhook))
      return { ...webhookView(webhook), secret }
    })
  } catch (error) {
    if (isUrlTaken(error)) fail('url_already_registered')
    throw error
  }
}

/** Set if the webhook is switched on again: its count of failures starts at zero. */
const SWITCHED_ON = { failed_in_row: 0, failing_since: null, disabled_at: null, disabled_reason: null }

export async function updateWebhook(
  world: World,
  scope: Scope,
  id: string,
  { change, caller }: { readonly change: WebhookChange; readonly caller: Asking },
): Promise<Webhook> {
  if (!CHANGEABLE.some((field) => field in change))
    failField('body', issueWith('must have one of {list}', { list: CHANGEABLE.join(', ') }))
  refuseUnverified(world, change.verify)
  const headers = change.headers && readHeaders(change.headers)
  const before = (await findWebhook(world.pool, scope.owner, id)) ?? fail('webhook_not_found')
  const receiver = 'url' in change ? readUrl(world, change.url) : undefined
  const events = 'events' in change ? readEvents(change.events) : undefined
  if (receiver !== undefined || events !== undefined) demandReading(caller, events ?? before.events)
  if (isMoved(receiver, before)) {
    await demandMoving(world.pool, caller, before)
    await refuseTakenUrl(world, scope, receiver, id)
    await refuseUnreachable(world, scope, receiver, change.verify)
  }
  try {
    const updated = await transaction(world, scope, async (tx) => {
      const webhook = (await lockWebhook(tx, scope.owner, id)) ?? fail('webhook_not_found')
      // The webhook may have got more deliveries since.
      if (isMoved(receiver, webhook)) await demandMoving(tx, caller, webhook)
      const { description = webhook.description, active = webhook.active } = change
      const reactivated = active && !webhook.active
      const columns = {
        active,
        description,
        ...(receiver && { url: receiver.url, url_key: receiver.key }),
        ...(events && { events }),
        ...(headers &&
          !isSameHeaders(world.secretBox, webhook, headers) &&
          headerColumns(world.secretBox, id, headers)),
        ...(reactivated && SWITCHED_ON),
        ...(webhook.active && !active && { disabled_at: tx.now, disabled_reason: 'request' as const }),
      }
      const changed = { ...webhook, ...columns }
      const changedFields = Object.entries(columns).some(
        ([column, value]) => !isDeepStrictEqual(new Map(Object.entries(webhook)).get(column), value),
      )
      if (!changedFields) return webhookView(webhook)
      await changeWebhook(tx, id, { ...columns, updated_at: tx.now })
      if (reactivated) await resumeDeliveries(tx, id)
      record(tx, webhookChange(withoutSecret(webhook), withoutSecret(changed)))
      return webhookView({ ...changed, updated_at: tx.now })
    })
    // A statement of its own inserts the resumed deliveries, so the transaction's flush does not count them.
    if (updated.active && !before.active) world.jobsAdded()
    return updated
  } catch (error) {
    if (isUrlTaken(error)) fail('url_already_registered')
    throw error
  }
}

const CHANGEABLE = ['url', 'events', 'active', 'description', 'headers'] as const

/** The audit log notes a secret where it was made or rotated. */
function withoutSecret({ secret: _, ...webhook }: WebhookRow) {
  return webhook
}

function isMoved(receiver: ReceiverUrl | undefined, { url_key }: WebhookRow): receiver is ReceiverUrl {
  return receiver !== undefined && receiver.key !== url_key
}

// The webhook is gone for callers at once; a job deletes its deliveries in batches.

export async function deleteWebhook(world: World, scope: Scope, id: string): Promise<DeletedWebhook> {
  return transaction(world, scope, async (tx) => {
    const webhook = (await lockWebhook(tx, scope.owner, id)) ?? fail('webhook_not_found')
    await changeWebhook(tx, id, { active: false, deleted_at: tx.now, updated_at: tx.now })
    record(tx, webhookChange(webhook, null))
    schedule(tx, jobs.clearWebhookJob, { at: tx.now, key: id, payload: { webhook_id: id } })
    return { id, deleted: true }
  })
}

/** Deletes the deliveries of a deleted webhook, a bounded number at a time. */
export async function clearWebhook(
  world: World,
  { payload }: TaskOf<typeof jobs.clearWebhookJob>,
): Promise<void> {
  const { webhook_id } = payload
  while (await deleteDeliveries(world.pool, webhook_id));
  await forgetSecrets(world.pool, webhook_id)
}

function webhookView(webhook: WebhookRow): Webhook {
  const total = Number(webhook.total_deliveries)
  const failed = Number(webhook.failed_deliveries)
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    active: webhook.active,
    description: webhook.description,
    header_names: webhook.header_names,
    created_at: isoTimestamp(webhook.created_at),
    updated_at: isoTimestamp(webhook.updated_at),
    last_triggered_at: timeOf(webhook.last_triggered_at),
    last_success_at: timeOf(webhook.last_success_at),
    last_error: webhook.last_error,
    disabled_at: timeOf(webhook.disabled_at),
    disabled_reason: webhook.disabled_reason,
    success_rate: successRate(total, failed),
    total_deliveries: total,
    failed_deliveries: failed,
  }
}

function timeOf(time: Date | null): string | null {
  return time === null ? null : isoTimestamp(time)
}

/** Percent with one decimal; 100 if nothing was sent. */
function successRate(total: number, failed: number): number {
  return total === 0 ? 100 : Math.round(((total - failed) * 1000) / total) / 10
}

export async function readWebhooks(
  db: Queryable,
  owner: Owner,
  page: Page,
  times: Times,
): Promise<Listing<Webhook>> {
  const all = (await listWebhooks(db, owner)).filter((webhook) => isWithin({ ...webhook }, times))
  const found = pageWithin(all, page, ({ id }) => id, 'desc')
  return { ...found, items: found.items.map(webhookView) }
}

export async function readWebhook(db: Queryable, owner: Owner, id: string): Promise<Webhook> {
  return webhookView((await findWebhook(db, owner, id)) ?? fail('webhook_not_found'))
}
