// Changes a webhook. Reactivated, it gets what waited for it, and its count of failures starts afresh.
import type { UpdatedWebhook, WebhookChange } from '../../../contract/webhooks.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { ReceiverUrl } from '../../kernel/values/receiver-url.ts'
import type { Asking } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { readEvents, readUrl, refuseTakenUrl, refuseUnreachable } from './check-webhook.ts'
import { resumeDeliveries } from './delivery-store.ts'
import { demandMoving, demandReading } from './demand-reading.ts'
import { webhookChange } from './webhook-change.ts'
import { changeWebhook, findWebhook, isUrlTaken, lockWebhook, type WebhookRow } from './webhook-store.ts'

/** What is set when it is switched on again. */
const ANEW = { failed_in_row: 0, failing_since: null, disabled_at: null, disabled_reason: null }

export async function updateWebhook(
  world: World,
  scope: Scope,
  id: string,
  change: WebhookChange,
  caller: Asking,
): Promise<UpdatedWebhook> {
  if (!('url' in change || 'events' in change || 'active' in change)) {
    fail('invalid_request_parameters', {
      details: [{ field: 'body', issue: 'must have url, events or active' }],
    })
  }
  const before = (await findWebhook(world.pool, scope.owner, id)) ?? fail('webhook_not_found')
  const receiver = 'url' in change ? readUrl(world, change.url) : undefined
  const events = 'events' in change ? readEvents(change.events) : undefined
  if (receiver !== undefined || events !== undefined) demandReading(caller, events ?? before.events)
  if (isMoved(receiver, before)) {
    await demandMoving(world.pool, caller, before)
    await refuseTakenUrl(world, scope, receiver, id)
    await refuseUnreachable(world, scope, receiver)
  }
  try {
    const updated = await transaction(world, scope, async (tx) => {
      const webhook = (await lockWebhook(tx, scope.owner, id)) ?? fail('webhook_not_found')
      // It may have been given more to send since.
      if (isMoved(receiver, webhook)) await demandMoving(tx, caller, webhook)
      const active = change.active ?? webhook.active
      const reactivated = active && !webhook.active
      await changeWebhook(tx, id, {
        active,
        updated_at: tx.now,
        ...(receiver && { url: receiver.url, url_key: receiver.key }),
        ...(events && { events }),
        ...(reactivated && ANEW),
        ...(webhook.active && !active && { disabled_at: tx.now, disabled_reason: 'request' as const }),
      })
      if (reactivated) await resumeDeliveries(tx, id)
      const changed = {
        id,
        url: receiver?.url ?? webhook.url,
        events: events ?? webhook.events,
        active,
      }
      const { url, events: subscribed } = webhook
      record(tx, webhookChange({ id, url, events: subscribed, active: webhook.active }, changed))
      return { ...changed, updated_at: isoTimestamp(tx.now) }
    })
    // Resumed deliveries are put in by a statement of their own, which the transaction's flush does not count.
    if (updated.active && !before.active) world.workAdded()
    return updated
  } catch (error) {
    if (isUrlTaken(error)) fail('url_already_registered')
    throw error
  }
}

function isMoved(receiver: ReceiverUrl | undefined, { url_key }: WebhookRow): receiver is ReceiverUrl {
  return receiver !== undefined && receiver.key !== url_key
}
