// Operations on the delivery log of a webhook: reading it, and sending again what is in it.
import Type from 'typebox'
import { data, list } from '../answers.ts'
import { IdOf } from '../common.ts'
import { DeliveriesQuery, Delivery, DeliveryWithAttempts, Replayed, ReplayRange } from '../deliveries.ts'
import type { Operations } from '../operation.ts'

const tag = 'Webhooks'
const ofWebhook = Type.Object({ id: IdOf('webhook', 'wh') })
const ofDelivery = Type.Object({ id: IdOf('webhook', 'wh'), delivery_id: IdOf('delivery', 'dlv') })

const replaying = { audit: 'settings', method: 'POST', access: 'webhooks.write', tag } as const

export const DELIVERY_OPERATIONS = {
  'deliveries.list': {
    method: 'GET',
    path: '/api/v1/webhooks/:id/deliveries',
    access: 'webhooks.read',
    tag,
    summary: 'List deliveries',
    description: "Newest first. Dates are days in the team's time zone.",
    params: ofWebhook,
    query: DeliveriesQuery,
    answer: list(Delivery),
    errors: ['webhook_not_found'],
  },
  'deliveries.read': {
    method: 'GET',
    path: '/api/v1/webhooks/:id/deliveries/:delivery_id',
    access: 'webhooks.read',
    tag,
    summary: 'Read a delivery',
    description:
      'With every attempt and what the receiver said, for keys that may read the object that the event carries.',
    params: ofDelivery,
    answer: data(DeliveryWithAttempts),
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
  'deliveries.replay': {
    ...replaying,
    path: '/api/v1/webhooks/:id/deliveries/:delivery_id/replay',
    summary: 'Send a delivery again',
    description: 'Makes a new delivery of the same event, for who may read the object that it carries.',
    params: ofDelivery,
    status: 201,
    answer: data(Delivery),
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
  'deliveries.replayRange': {
    ...replaying,
    path: '/api/v1/webhooks/:id/replay',
    summary: 'Send a range again',
    description:
      'Failed and skipped deliveries of events that happened from `from` on and before `to`. ' +
      'Whoever may not read the objects of all of them is refused, and nothing is sent.',
    params: ofWebhook,
    body: ReplayRange,
    answer: data(Replayed),
    errors: ['webhook_not_found'],
  },
} as const satisfies Operations
