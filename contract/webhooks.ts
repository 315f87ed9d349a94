// Webhooks as callers see them, and what is asked of them.
import Type from 'typebox'
import { CheckedByHand, Nullable, Timestamp } from './common.ts'

const EventTypes = Type.Array(Type.String(), { description: 'Subscribed event types, or "*" for all' })

const DISABLED_REASONS = ['failures', 'request'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const Webhook = Type.Object({
  id: Type.String({ description: 'Webhook id (wh_)' }),
  url: Type.String({ description: 'HTTPS receiver' }),
  events: EventTypes,
  active: Type.Boolean({ description: 'Whether deliveries are sent' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  last_triggered_at: Nullable(Timestamp),
  last_success_at: Nullable(Timestamp),
  last_error: Nullable(Type.String({ description: 'Why the last delivery failed; null if it did not' })),
  disabled_at: Nullable({ ...Timestamp, description: 'Since when it is off; null while it is active' }),
  disabled_reason: Nullable(
    Type.Enum([...DISABLED_REASONS], {
      description: 'failures: six or more deliveries in a row failed. request: somebody switched it off',
    }),
  ),
  success_rate: Type.Number({
    description: 'Percent of successful deliveries, one decimal; 100 when there are none',
  }),
  total_deliveries: Type.Integer(),
  failed_deliveries: Type.Integer(),
})
export type Webhook = Type.Static<typeof Webhook>

/** What every change of one answers. */
const WRITTEN = {
  id: Type.String(),
  url: Type.String(),
  events: EventTypes,
  active: Type.Boolean(),
}

export const NewWebhook = Type.Object({
  ...WRITTEN,
  secret: Type.String({ description: 'Signing secret. It is shown only in this answer.' }),
  created_at: Timestamp,
})
export type NewWebhook = Type.Static<typeof NewWebhook>

export const UpdatedWebhook = Type.Object({
  ...WRITTEN,
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

export const WebhookTestInput = Type.Object({
  type: Type.Optional(
    Type.String({ description: 'Event type of the sample; the first subscribed one if left out' }),
  ),
})

/** An event as receivers get it; its shape is that of its type. */
export const SentEvent = Type.Unknown({ description: 'What was sent' })

export const WebhookTestResult = Type.Object({
  delivered: Type.Boolean({ description: 'Whether the receiver answered 2xx in time' }),
  status: Nullable(Type.Integer()),
  duration_ms: Type.Integer(),
  error: Nullable(Type.String()),
  body: Type.String(),
  event: SentEvent,
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
