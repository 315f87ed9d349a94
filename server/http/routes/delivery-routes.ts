// The delivery log of a webhook, and sending again what is in it.
import Type from 'typebox'
import { Enveloped, IdOf, Listed } from '../../../contract/common.ts'
import {
  DeliveriesQuery,
  Delivery,
  DeliveryWithAttempts,
  Replayed,
  ReplayRange,
} from '../../../contract/webhooks.ts'
import { fail } from '../../base/values/fail.ts'
import { countDeliveries, listDeliveries, readDelivery } from '../../webhooks/read-deliveries.ts'
import { replayDelivery, replayRange } from '../../webhooks/replay-deliveries.ts'
import { findWebhook } from '../../webhooks/webhook-store.ts'
import type { World } from '../../world.ts'
import { readAnswers, writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import { dayRange } from '../door/day-range.ts'
import { enveloped } from '../door/envelope.ts'
import { ownerOf } from '../door/front-door.ts'
import { listed, pageOf } from '../door/pages.ts'
import type { App } from '../door/types.ts'

const tags = ['Webhooks']
const ofWebhook = Type.Object({ id: IdOf('webhook', 'wh') })
const ofDelivery = Type.Object({ id: IdOf('webhook', 'wh'), delivery_id: IdOf('delivery', 'dlv') })

export function deliveryRoutes(app: App, world: World): void {
  app.get(
    '/api/v1/webhooks/:id/deliveries',
    {
      schema: {
        summary: 'List deliveries',
        description: "Newest first. Dates are days in the team's time zone.",
        tags,
        params: ofWebhook,
        querystring: DeliveriesQuery,
        response: readAnswers(Listed(Delivery), 'webhook_not_found'),
      },
    },
    async (request, reply) => {
      const { id } =
        (await findWebhook(world.pool, ownerOf(request), request.params.id)) ?? fail('webhook_not_found')
      const { status, type } = request.query
      const filter = { status, type, ...dayRange(request.query, request.caller!.time_zone) }
      const page = pageOf(request.query)
      const total = await countDeliveries(world.pool, id, filter)
      return reply.send(listed(await listDeliveries(world.pool, id, filter, page), page, total))
    },
  )

  app.get(
    '/api/v1/webhooks/:id/deliveries/:delivery_id',
    {
      schema: {
        summary: 'Read a delivery',
        description: 'With every attempt and what the receiver said.',
        tags,
        params: ofDelivery,
        response: readAnswers(Enveloped(DeliveryWithAttempts), 'webhook_not_found', 'delivery_not_found'),
      },
    },
    async (request, reply) => {
      const { id } =
        (await findWebhook(world.pool, ownerOf(request), request.params.id)) ?? fail('webhook_not_found')
      const delivery = await readDelivery(world.pool, id, request.params.delivery_id)
      return reply.send(enveloped(delivery ?? fail('delivery_not_found')))
    },
  )

  app.post(
    '/api/v1/webhooks/:id/deliveries/:delivery_id/replay',
    {
      schema: {
        summary: 'Send a delivery again',
        description: 'Makes a new delivery of the same event.',
        tags,
        params: ofDelivery,
        response: writeAnswers(201, Enveloped(Delivery), 'webhook_not_found', 'delivery_not_found'),
      },
    },
    (request, reply) =>
      change(
        world,
        request,
        reply,
        (scope) => replayDelivery(world, scope, request.params.id, request.params.delivery_id),
        { status: 201 },
      ),
  )

  app.post(
    '/api/v1/webhooks/:id/replay',
    {
      schema: {
        summary: 'Send a range again',
        description: 'Failed and skipped deliveries of events that happened from `from` on and before `to`.',
        tags,
        params: ofWebhook,
        body: ReplayRange,
        response: writeAnswers(200, Enveloped(Replayed), 'webhook_not_found'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => replayRange(world, scope, request.params.id, request.body)),
  )
}
