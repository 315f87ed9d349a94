// Webhooks, deliveries and stored events as callers see them.
import Type from 'typebox'
import { CheckedByHand, Nullable, PageQuery, Timestamp } from './common.ts'

const EventTypes = Type.Array(Type.String(), { description: 'Subscribed event types, or "*" for all' })

export const Webhook = Type.Object({
  id: Type.String({ description: 'Webhook id (wh_)' }),
  url: Type.String({ description: 'HTTPS receiver' }),
  events: EventTypes,
  active: Type.Boolean({ description: 'Whether deliveries are sent' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  last_triggered_at: Nullable(Timestamp),
  success_rate: Type.Number({
    description: 'Percent of successful deliveries, one decimal; 100 when there are none',
  }),
  total_deliveries: Type.Integer(),
  failed_deliveries: Type.Integer(),
})
export type Webhook = Type.Static<typeof Webhook>

export const NewWebhook = Type.Object({
  id: Type.String(),
  url: Type.String(),
  events: EventTypes,
  active: Type.Boolean(),
  secret: Type.String({ description: 'Signing secret. It is shown only in this answer.' }),
  created_at: Timestamp,
})
export type NewWebhook = Type.Static<typeof NewWebhook>

export const UpdatedWebhook = Type.Object({
  id: Type.String(),
  url: Type.String(),
  events: EventTypes,
  active: Type.Boolean(),
  updated_at: Timestamp,
})
export type UpdatedWebhook = Type.Static<typeof UpdatedWebhook>

export const DeletedWebhook = Type.Object({ id: Type.String(), deleted: Type.Literal(true) })
export type DeletedWebhook = Type.Static<typeof DeletedWebhook>

const Url = Type.String({
  description: 'HTTPS address of the receiver',
  examples: ['https://example.com/webhooks'],
})
const Events = Type.Array(Type.String(), {
  minItems: 1,
  description: 'Event types, or "*" for all',
  examples: [['booking.created', 'booking.ticketed']],
})
const Active = Type.Boolean({ description: 'true reactivates; waiting deliveries go on' })
const Anything = Type.Optional(Type.Unknown())

export const WebhookInput = CheckedByHand(
  Type.Object({ url: Anything, events: Anything }),
  Type.Object({ url: Url, events: Events }),
)
export type WebhookInput = Type.Static<typeof WebhookInput>

export const WebhookChange = CheckedByHand(
  Type.Object({ url: Anything, events: Anything, active: Type.Optional(Active) }),
  Type.Object(
    { url: Type.Optional(Url), events: Type.Optional(Events), active: Type.Optional(Active) },
    { minProperties: 1, description: 'At least one field' },
  ),
)
export type WebhookChange = Type.Static<typeof WebhookChange>

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const Delivery = Type.Object({
  id: Type.String({ description: 'Delivery id (dlv_)' }),
  webhook_id: Type.String(),
  event_id: Type.String(),
  type: Type.String(),
  status: Type.Enum([...DELIVERY_STATUSES]),
  attempts: Type.Integer({ description: 'Attempts made' }),
  next_attempt_at: Nullable(Timestamp),
  last_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  replay_of: Nullable(Type.String({ description: 'The delivery this one repeats' })),
})
export type Delivery = Type.Static<typeof Delivery>

const Attempt = Type.Object({
  number: Type.Integer(),
  at: Timestamp,
  status: Nullable(Type.Integer({ description: 'HTTP status of the answer; null when there was none' })),
  duration_ms: Type.Integer(),
  error: Nullable(Type.String()),
  body: Type.String({ description: 'The first 16 KiB of the answer' }),
})

export const DeliveryWithAttempts = Type.Intersect([
  Delivery,
  Type.Object({ attempt_log: Type.Array(Attempt), payload: Type.Unknown({ description: 'What is sent' }) }),
])
export type DeliveryWithAttempts = Type.Static<typeof DeliveryWithAttempts>

const DateText = (description: string) =>
  Type.String({ description: `${description}, in the team's time zone (YYYY-MM-DD)` })

export const DeliveriesQuery = Type.Intersect([
  PageQuery,
  Type.Object({
    status: Type.Optional(
      Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries of this status' }),
    ),
    type: Type.Optional(Type.String({ description: 'Only this event type' })),
    start_date: Type.Optional(DateText('First day')),
    end_date: Type.Optional(DateText('Last day')),
  }),
])
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

export const WebhookTestInput = Type.Object({
  type: Type.Optional(
    Type.String({ description: 'Event type of the sample; the first subscribed one if left out' }),
  ),
})

export const WebhookTestResult = Type.Object({
  delivered: Type.Boolean({ description: 'Whether the receiver answered 2xx in time' }),
  status: Nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  error: Nullable(Type.String()),
  body: Type.String(),
  event: Type.Unknown({ description: 'What was sent' }),
})
export type WebhookTestResult = Type.Static<typeof WebhookTestResult>

export const SecretRotation = Type.Object({
  overlap_hours: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 720,
      description: 'How long the old secret goes on signing; 24 if left out',
    }),
  ),
})

export const RotatedSecret = Type.Object({
  id: Type.String(),
  secret: Type.String({ description: 'The new secret. It is shown only in this answer.' }),
  previous_secret_until: Timestamp,
})
export type RotatedSecret = Type.Static<typeof RotatedSecret>

export const StoredEvent = Type.Object({
  id: Type.String({ description: 'Event id (evt_)' }),
  type: Type.String(),
  api_version: Type.String(),
  created_at: Timestamp,
  data: Type.Object({
    object: Type.Unknown(),
    previous_attributes: Type.Optional(Type.Unknown()),
  }),
  team_id: Type.String(),
  sequence: Type.Integer({ description: 'Grows by one per team and mode' }),
})
export type StoredEvent = Type.Static<typeof StoredEvent>

export const EventsQuery = Type.Intersect([
  PageQuery,
  Type.Object({
    type: Type.Optional(Type.String({ description: 'Only this event type' })),
    start_date: Type.Optional(DateText('First day')),
    end_date: Type.Optional(DateText('Last day')),
    after_sequence: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only events after this one, oldest first: a cursor that misses nothing',
      }),
    ),
  }),
])
export type EventsQuery = Type.Static<typeof EventsQuery>

export const SampleEvent = Type.Object({
  id: Type.String({ description: 'Event id (evt_)' }),
  type: Type.String(),
})
export type SampleEvent = Type.Static<typeof SampleEvent>

export const SampleEventInput = Type.Object({
  type: Type.String({ description: 'An event type of the catalogue' }),
})
