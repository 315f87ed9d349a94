// The delivery log of a webhook: what was sent when, and what the receiver said.
import type { DeliveriesQuery, Delivery, DeliveryWithAttempts } from '../../../contract/deliveries.ts'
import { lackingFor } from '../../../contract/event-reading.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { buildFor, firstRow, type Queryable, rows } from '../../kernel/db/db.ts'
import { fromNearerEnd } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { dayRange } from '../../kernel/values/day-range.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import type { EventsTable } from '../events/event-store.ts'
import { wholePayload } from '../events/personal-part.ts'
import type { World } from '../world.ts'
import { openBody } from './attempt-store.ts'
import { countDeliveries, type DeliveryRow, deliveriesOf } from './delivery-list.ts'
import { payloadFor } from './event-body.ts'
import { findWebhook } from './webhook-store.ts'

interface AttemptRow {
  delivery_id: string
  number: number
  at: Date
  status: number | null
  duration_ms: number
  error: string | null
  body: string
  sealed_body: Buffer | null
}

const build = buildFor<{ deliveries: DeliveryRow; delivery_attempts: AttemptRow; events: EventsTable }>()

const COLUMNS = [
  'deliveries.id',
  'webhook_id',
  'event_id',
  'deliveries.type',
  'status',
  'attempts',
  'next_attempt_at',
  'last_attempt_at',
  'deliveries.created_at',
  'replay_of',
] as const

/** Newest first; days are those of the zone. */
export async function readDeliveries(
  world: World,
  owner: Owner,
  webhookId: string,
  { status, type, start_date, end_date }: DeliveriesQuery,
  zone: string,
  page: Page,
): Promise<Listing<Delivery>> {
  const db = world.pool
  await demandWebhook(db, owner, webhookId)
  const filter = { status, type, ...dayRange({ start_date, end_date }, zone) }
  const total = await countDeliveries(world, owner, webhookId, filter)
  const shown = fromNearerEnd(page, total)
  if (shown.limit <= 0) return { items: [], total }
  const inOrder = shown.isFromEnd ? 'asc' : 'desc'
  const wanted = deliveriesOf(webhookId, filter).select(COLUMNS)
  const found = wanted.orderBy('created_at', inOrder).orderBy('id', inOrder)
  const items = await rows(db, found.limit(shown.limit).offset(shown.offset))
  if (shown.isFromEnd) items.reverse()
  return { items: items.map(deliveryView), total }
}

export async function readDeliveryOf(
  db: Reader,
  owner: Owner,
  webhookId: string,
  id: string,
  permissions: ReadonlySet<Permission>,
): Promise<DeliveryWithAttempts> {
  await demandWebhook(db, owner, webhookId)
  const delivery = (await readDelivery(db, webhookId, id)) ?? fail('delivery_not_found')
  const needs = lackingFor(permissions, [delivery.type])
  return needs === undefined ? delivery : withoutPayload(delivery, needs)
}

/** Receivers may have repeated what they were told. */
function withoutPayload(delivery: DeliveryWithAttempts, needs: Permission): DeliveryWithAttempts {
  const attempt_log = delivery.attempt_log.map((attempt) => ({ ...attempt, body: null }))
  return { ...delivery, attempt_log, payload: null, needs }
}

async function demandWebhook(db: Queryable, owner: Owner, id: string): Promise<void> {
  if ((await findWebhook(db, owner, id)) === undefined) fail('webhook_not_found')
}

/** One delivery with every attempt and the bytes that are sent. */
export async function readDelivery(
  db: Reader,
  webhookId: string,
  id: string,
): Promise<DeliveryWithAttempts | undefined> {
  const found = await firstRow(
    db,
    build
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'event_id')
      .select([...COLUMNS, 'payload', 'personal', 'sequence'])
      .where('deliveries.id', '=', id)
      .where('webhook_id', '=', webhookId),
  )
  if (found === undefined) return undefined
  const log = build
    .selectFrom('delivery_attempts')
    .select(['number', 'at', 'status', 'duration_ms', 'error', 'body', 'sealed_body'])
    .where('delivery_id', '=', id)
    .orderBy('number')
  const attempts = await rows(db, log)
  return {
    ...deliveryView(found),
    attempt_log: attempts.map(({ sealed_body, body, ...attempt }) => ({
      ...attempt,
      at: isoTimestamp(attempt.at),
      body: sealed_body === null ? body : openBody(db.secretBox, id, sealed_body),
    })),
    payload: JSON.parse(
      payloadFor(wholePayload(db.secretBox, found.event_id, found), found.sequence, webhookId),
    ),
  }
}

function deliveryView(row: DeliveryRow): Delivery {
  const { id, webhook_id, event_id, type, status, attempts, replay_of } = row
  return {
    id,
    webhook_id,
    event_id,
    type,
    status,
    attempts,
    next_attempt_at: row.next_attempt_at === null ? null : isoTimestamp(row.next_attempt_at),
    last_attempt_at: row.last_attempt_at === null ? null : isoTimestamp(row.last_attempt_at),
    created_at: isoTimestamp(row.created_at),
    replay_of,
  }
}
