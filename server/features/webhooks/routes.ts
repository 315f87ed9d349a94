// Binds the operations on webhooks and on their deliveries. `features/sandbox/routes.ts` binds their test.
import type { DELIVERY_OPERATIONS, WEBHOOK_OPERATIONS } from '../../../contract/webhooks.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import { timesOf } from '../../kernel/values/dates.ts'
import type { Bindings } from '../bindings.ts'
import type { World } from '../world.ts'
import { readDeliveries, readDeliveryOf, replayDelivery, replayRange } from './deliveries.ts'
import { rotateSecret } from './secrets.ts'
import { createWebhook, deleteWebhook, readWebhook, readWebhooks, updateWebhook } from './webhooks.ts'

type OwnOperations = Omit<typeof WEBHOOK_OPERATIONS, 'webhooks.test'>

export function webhookRoutes(world: World): Bindings<OwnOperations> {
  return {
    'webhooks.list': ({ owner, query, page, caller }) =>
      readWebhooks(world.pool, owner, page, timesOf(query, caller.team.time_zone)),
    'webhooks.create': ({ scope, body, caller }) => createWebhook(world, scope, body, caller),
    'webhooks.read': ({ db, owner, params }) => readWebhook(db, owner, params.id),
    'webhooks.update': ({ scope, params, body, caller }) =>
      updateWebhook(world, scope, params.id, { change: body, caller }),
    'webhooks.delete': ({ scope, params }) => deleteWebhook(world, scope, params.id),
    'webhooks.rotateSecret': ({ scope, params, body, caller }) =>
      rotateSecret(world, scope, params.id, { caller, overlapHours: body?.overlap_hours }),
  }
}

export function deliveryRoutes(world: World): Bindings<typeof DELIVERY_OPERATIONS> {
  return {
    'deliveries.list': ({ owner, params, query, caller, page }) =>
      readDeliveries(world, owner, params.id, { query, zone: caller.team.time_zone, page }),
    'deliveries.read': ({ owner, params, caller }) =>
      readDeliveryOf(readerOf(world), owner, {
        webhookId: params.id,
        id: params.delivery_id,
        permissions: caller.permissions,
      }),
    'deliveries.replay': ({ scope, params, caller }) =>
      replayDelivery(world, scope, { webhookId: params.id, deliveryId: params.delivery_id, caller }),
    'deliveries.replayRange': ({ scope, params, body, caller }) =>
      replayRange(world, scope, { webhookId: params.id, range: body, caller }),
  }
}
