// Webhooks in the API.
import Type from 'typebox'
import {
  CHANGED,
  CheckedByHand,
  DayInput,
  IdOf,
  Nullable,
  OptionalBody,
  PageOf,
  Timestamp,
  WholeChangedQuery,
} from './common.ts'
import type { ErrorCode } from './errors.ts'
import { TypeOfEvent } from './event-operations.ts'
import { Expand, Expanded } from './expansions.ts'
import type { Operations } from './operation.ts'
import { actOn, createOne, deleteOne, readAll, readOne } from './resource-operations.ts'
import { webhooks } from './resources.ts'
import { data, list } from './responses.ts'

const EventTypes = Type.Array(Type.String(), { description: 'Subscribed event types, or "*" for all' })

const DISABLED_REASONS = ['failures', 'request'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

export const Webhook = Type.Object({
  id: Type.String({ description: 'Webhook id (wh_)' }),
  url: Type.String({ description: 'HTTPS receiver' }),
  events: EventTypes,
  active: Type.Boolean({ description: 'Whether deliveries are sent' }),
  description: Nullable(Type.String({ description: 'What it is for, in your words' })),
  header_names: Type.Array(Type.String(), {
    description: 'The headers of yours that deliveries carry; their values are not shown',
  }),
  created_at: Timestamp,
  updated_at: Timestamp,
  last_triggered_at: Nullable(Timestamp),
  last_success_at: Nullable(Timestamp),
  last_error: Nullable(Type.String({ description: 'Why the last delivery failed; null if it did not' })),
  disabled_at: Nullable({ ...Timestamp, description: 'Since when it is off; null while it is active' }),
  disabled_reason: Nullable(
    Type.Enum([...DISABLED_REASONS], {
      description:
        'failures: six or more deliveries in a row failed. request: a person or key switched it off',
    }),
  ),
  success_rate: Type.Number({
    description: 'Percent of successful deliveries, one decimal; 100 when there are none',
  }),
  total_deliveries: Type.Integer(),
  failed_deliveries: Type.Integer(),
})
export type Webhook = Type.Static<typeof Webhook>

export const NewWebhook = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: 'Signing secret. It is shown only in this response.' }),
})
export type NewWebhook = Type.Static<typeof NewWebhook>

/** Without what deliveries change. */
const VERSION = Type.Pick(Webhook, [
  'id',
  'url',
  'events',
  'active',
  'description',
  'header_names',
  'updated_at',
])

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
const ActiveFromStart = Type.Optional(Type.Boolean({ description: 'false creates it switched off' }))
const Anything = Type.Optional(Type.Unknown())

export const HEADERS_MAX = 10
export const HEADER_VALUE_MAX = 500
const DESCRIPTION_MAX = 500

const OWN = {
  description: Type.Optional(
    Nullable(Type.String({ maxLength: DESCRIPTION_MAX, description: 'What it is for, in your words' })),
  ),
  headers: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      maxProperties: HEADERS_MAX,
      description:
        `Headers of yours for every delivery, such as Authorization: at most ${HEADERS_MAX}, values of printable ASCII ` +
        `up to ${HEADER_VALUE_MAX} characters. They replace those set before, and are never shown again`,
      examples: [{ Authorization: 'Bearer abc' }],
    }),
  ),
  verify: Type.Optional(
    Type.Boolean({ description: 'false skips the connection to the receiver; in development only' }),
  ),
}
const Secret = Type.String({
  description:
    'A signing secret of your own: 16 to 200 printable ASCII characters, with an optional `whsec_` in front; one is ' +
    'made if left out',
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})

export const WebhookInput = CheckedByHand(
  Type.Object({
    url: Anything,
    events: Anything,
    secret: Type.Optional(Secret),
    active: ActiveFromStart,
    ...OWN,
  }),
  Type.Object({ url: Url, events: Events, secret: Type.Optional(Secret), active: ActiveFromStart, ...OWN }),
)
export type WebhookInput = Type.Static<typeof WebhookInput>

export const WebhookChange = CheckedByHand(
  Type.Object({ url: Anything, events: Anything, active: Type.Optional(Active), ...OWN }),
  Type.Object(
    { url: Type.Optional(Url), events: Type.Optional(Events), active: Type.Optional(Active), ...OWN },
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
  secret: Type.String({ description: 'The new secret. It is shown only in this response.' }),
  previous_secret_until: Timestamp,
})
export type RotatedSecret = Type.Static<typeof RotatedSecret>

// Deliveries to webhooks.

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed', 'skipped'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

export const Delivery = Type.Object({
  id: Type.String({ description: 'Delivery id (dlv_)' }),
  webhook_id: Type.String(),
  event_id: Type.String(),
  event: Expanded('StoredEvent', 'event'),
  type: TypeOfEvent,
  status: Type.Enum([...DELIVERY_STATUSES]),
  attempts: Type.Integer({ description: 'Attempts made' }),
  next_attempt_at: Nullable(Timestamp),
  last_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
  replay_of: Nullable(Type.String({ description: 'The delivery this one repeats' })),
})
export type Delivery = Type.Static<typeof Delivery>

export const Attempt = Type.Object({
  number: Type.Integer(),
  at: Timestamp,
  status: Nullable(Type.Integer({ description: 'HTTP status of the response; null if there was none' })),
  duration_ms: Type.Integer(),
  error: Nullable(Type.String()),
  body: Nullable(
    Type.String({ description: 'The first 16 KiB of the response; null where the payload is left out' }),
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

const EXPAND = Expand('event')

export const DeliveriesQuery = PageOf({
  status: Type.Optional(Type.Enum([...DELIVERY_STATUSES], { description: 'Only deliveries of this status' })),
  has_failed: Type.Optional(
    Type.Boolean({
      description: 'true: those whose last attempt failed, given up or to be tried again; false: the others',
    }),
  ),
  type: Type.Optional(Type.String({ description: 'Only this event type' })),
  start_date: Type.Optional(DayInput('First day')),
  end_date: Type.Optional(DayInput('Last day')),
  ...EXPAND,
  ...CHANGED,
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

// Operations on webhooks: the contract's four, and additions for integrators.

const CHECKS = [
  'invalid_url',
  'invalid_events',
  'url_already_registered',
  'url_not_reachable',
] as const satisfies ErrorCode[]
export const WEBHOOK_OPERATIONS = {
  'webhooks.list': readAll(webhooks, WholeChangedQuery, Webhook, 'List webhooks'),
  'webhooks.create': createOne(webhooks, {
    givesSecret: true,
    summary: 'Create a webhook',
    description:
      'Checks the URL, the events, that the key may read what each of them carries (403), that the URL is new, ' +
      'and that it can be reached, in this order.',
    body: WebhookInput,
    response: data(NewWebhook),
    errors: [...CHECKS, 'resource_limit_exceeded'],
  }),
  'webhooks.read': readOne(webhooks, {
    version: VERSION,
    summary: 'Read a webhook',
    response: data(Webhook),
  }),
  'webhooks.update': {
    version: VERSION,
    evenWhenFull: true,
    audit: 'settings',
    method: 'PUT',
    path: '/api/v1/webhooks/:id',
    access: 'webhooks.write',
    tag: webhooks.tag,
    summary: 'Update a webhook',
    description:
      'Any of url, events, active, description and headers. `active: true` reactivates: what waited goes on. ' +
      'Another url needs the permissions to read all that the webhook was sent, as that can be sent again.',
    params: webhooks.params,
    body: WebhookChange,
    response: data(Webhook),
    errors: ['webhook_not_found', ...CHECKS],
  },
  'webhooks.delete': deleteOne(webhooks, {
    version: VERSION,
    summary: 'Delete a webhook',
    response: data(DeletedWebhook),
  }),
  'webhooks.test': actOn(webhooks, 'test', {
    summary: 'Send a sample event now',
    description: 'Returns the response of the receiver. It is not counted and not kept in the log.',
    body: OptionalBody(WebhookTestInput),
    response: data(WebhookTestResult),
    errors: ['invalid_events'],
  }),
  'webhooks.rotateSecret': actOn(webhooks, 'rotate-secret', {
    evenWhenFull: true,
    audit: 'settings',
    summary: 'Rotate the signing secret',
    description:
      'X-Service-Signature is made with the new secret from now on; webhook-signature carries both until the ' +
      'overlap ends.',
    body: OptionalBody(SecretRotation),
    response: data(RotatedSecret),
    givesSecret: true,
  }),
} as const satisfies Operations

// Operations on the delivery log of a webhook: reading it, and sending deliveries again.

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
    response: list(Delivery),
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
    query: Type.Object(EXPAND),
    response: data(DeliveryWithAttempts),
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
  'deliveries.replay': {
    ...replaying,
    path: '/api/v1/webhooks/:id/deliveries/:delivery_id/replay',
    summary: 'Send a delivery again',
    description: 'Creates a new delivery of the same event. The caller must be allowed to read its object.',
    params: ofDelivery,
    status: 201,
    response: data(Delivery),
    errors: ['webhook_not_found', 'delivery_not_found'],
  },
  'deliveries.replayRange': {
    ...replaying,
    path: '/api/v1/webhooks/:id/replay',
    summary: 'Send a range again',
    description:
      'Failed and skipped deliveries of events that happened from `from` on and before `to`. ' +
      'A caller that may not read the objects of all of them is refused, and nothing is sent.',
    params: ofWebhook,
    body: ReplayRange,
    response: data(Replayed),
    errors: ['webhook_not_found'],
  },
} as const satisfies Operations
