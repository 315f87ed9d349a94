// Sends a sample event to a webhook.
import { API_VERSION } from '../../../contract/common.ts'
import type { EventType } from '../../../contract/events.ts'
import type { WebhookTestResult } from '../../../contract/webhooks.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { makeId } from '../../kernel/values/ids.ts'
import { readEventType } from '../events/events.ts'
import { postEvent } from '../webhooks/deliver.ts'
import { payloadFor } from '../webhooks/payload.ts'
import { findWebhook, type WebhookRow } from '../webhooks/store.ts'
import type { World } from '../world.ts'
import { sampleObject } from './samples.ts'

/** Sends a sample event at once and returns the receiver's response. Nothing is counted or stored. */
export async function testWebhook(
  world: World,
  scope: Scope,
  id: string,
  type?: string,
): Promise<WebhookTestResult> {
  const webhook = (await findWebhook(world.pool, scope.owner, id)) ?? fail('webhook_not_found')
  const event = sampleEvent(world, scope, typeFor(webhook, type))
  const payload = JSON.stringify(event)
  const message = { ...webhook, webhook_id: id, event_id: event.id, payload, personal: null, sequence: 0n }
  const { status, durationMs, error, body } = await postEvent(world, message)
  const result = {
    delivered: status !== null && status >= 200 && status < 300,
    status,
    duration_ms: durationMs,
    error,
    body,
    event: JSON.parse(payloadFor(payload, 0n, id)),
  }
  // Only the response is remembered. The key is not claimed before the call, because a test may happen twice.
  return transaction(world, scope, async () => result)
}

function typeFor({ events }: WebhookRow, type: string | undefined): EventType {
  return readEventType(type ?? events.find((name) => name !== '*') ?? 'booking.created')
}

function sampleEvent(world: World, scope: Scope, type: EventType) {
  const now = scope.clock.now()
  return {
    id: makeId('event', world.wall.now()),
    type,
    api_version: API_VERSION,
    created_at: isoTimestamp(now),
    data: { object: sampleObject(type, now) },
    team_id: scope.owner.teamId,
  }
}
