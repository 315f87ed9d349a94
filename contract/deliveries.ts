// Deliveries to webhooks as callers see them, and what is asked of them.
import Type from 'typebox'
import { DayInput, Nullable, PageOf, Timestamp } from './common.ts'
import { TypeOfEvent } from './stored-events.ts'

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const Delivery = Type.Object({
  id: Type.String({ description: 'Delivery id (dlv_)' }),
  webhook_id: Type.String(),
  event_id: Type.String(),
  type: TypeOfEvent,
  status: Type.Enum([...DELIVERY_STATUSES]),
  attempts: Type.Integer({ description: 'Attempts made' }),
  next_attempt_at: Nullable(Timestamp),
  last_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  replay_of: Nullable(Type.String({ description: 'The delivery this one repeats' })),
})
export type Delivery = Type.Static<typeof Delivery>

export const Attempt = Type.Object({
  number: Type.Integer(),
  at: Timestamp,
  status: Nullable(Type.Integer({ description: 'HTTP status of the answer; null when there was none' })),
  duration_ms: Type.Integer(),
  error: Nullable(Type.String()),
  body: Nullable(
    Type.String({ description: 'The first 16 KiB of the answer; null where the payload is left out' }),
  ),
})

export const DeliveryWithAttempts = Type.Intersect([
  Delivery,
  Type.Object({
    attempt_log: Type.Array(Attempt),
    payload: Type.Unknown({
      description: 'What is sent; null without the permission to read the object it carries',
    }),
    needs: Type.Optional(
      Type.String({ description: 'The permission without which the payload is left out' }),
    ),
  }),
])
export type DeliveryWithAttempts = Type.Static<typeof DeliveryWithAttempts>

export const DeliveriesQuery = PageOf({
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries of this status' })),
  type: Type.Optional(Type.String({ description: 'Only this event type' })),
  start_date: Type.Optional(DayInput('First day')),
  end_date: Type.Optional(DayInput('Last day')),
})
export type DeliveriesQuery = Type.Static<typeof DeliveriesQuery>

export const ReplayRange = Type.Object({
  from: Type.String({ description: 'Timestamp of the first event' }),
  to: Type.String({ description: 'Timestamp after the last event' }),
  statuses: Type.Optional(
    Type.Array(Type.Enum([...DELIVERY_STATUSES]), {
      minItems: 1,
      description: 'failed and skipped if left out',
    }),
  ),
})
export type ReplayRange = Type.Static<typeof ReplayRange>

export const Replayed = Type.Object({
  replayed: Type.Integer(),
  complete: Type.Boolean({ description: 'false: there were more than one call replays; send it again' }),
})
export type Replayed = Type.Static<typeof Replayed>
