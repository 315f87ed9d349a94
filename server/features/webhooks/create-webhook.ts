// Registers a receiver; its signing secret exists in clear only in the answer.
import { WEBHOOKS_MAX } from '../../../contract/limits.ts'
import type { NewWebhook, WebhookInput } from '../../../contract/webhooks.ts'
import { makeWebhookSecret } from '../../adapters/webhooks/webhook-signature.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond } from '../../kernel/outbox/refuse-beyond.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Asking } from '../teams/caller.ts'
import type { World } from '../world.ts'
import { readEvents, readUrl, refuseTakenUrl, refuseUnreachable } from './check-webhook.ts'
import { demandReading } from './demand-reading.ts'
import { webhookChange } from './webhook-change.ts'
import { secretPlace } from './webhook-secrets.ts'
import { insertWebhook, isUrlTaken, listWebhooks, type WebhookRow } from './webhook-store.ts'

export async function createWebhook(
  world: World,
  scope: Scope,
  input: WebhookInput,
  caller: Asking,
): Promise<NewWebhook> {
  const receiver = readUrl(world, input.url)
  const events = readEvents(input.events)
  demandReading(caller, events)
  await refuseTakenUrl(world, scope, receiver)
  await refuseUnreachable(world, scope, receiver)
  try {
    return await transaction(world, scope, async (tx) => {
      await refuseBeyond(tx, {
        most: WEBHOOKS_MAX,
        what: 'webhooks',
        count: async () => (await listWebhooks(tx, tx.owner)).length,
      })
      const id = tx.newId('webhook')
      const secret = makeWebhookSecret()
      const webhook: WebhookRow = {
        id,
        team_id: tx.owner.teamId,
        mode: tx.owner.mode,
        url: receiver.url,
        url_key: receiver.key,
        events,
        active: true,
        secret: world.secretBox.seal(secret, secretPlace(id)),
        previous_secret: null,
        previous_secret_until: null,
        created_at: tx.now,
        updated_at: tx.now,
        last_triggered_at: null,
        total_deliveries: 0n,
        failed_deliveries: 0n,
        last_success_at: null,
        last_error: null,
        disabled_at: null,
        disabled_reason: null,
      }
      await insertWebhook(tx, webhook)
      record(tx, webhookChange(null, webhook))
      return { id, url: receiver.url, events, active: true, secret, created_at: isoTimestamp(tx.now) }
    })
  } catch (error) {
    if (isUrlTaken(error)) fail('url_already_registered')
    throw error
  }
}
