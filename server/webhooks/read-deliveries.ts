// The delivery log of a webhook: what was sent when, and what the receiver said.
import type { DeliveryStatus } from '../../contract/webhooks.ts'
import { buildFor, firstRow, type Queryable, rows } from '../base/database/db.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import type { EventsTable } from '../events/event-store.ts'
import { payloadFor } from './event-body.ts'

interface DeliveryRow {
  id: string
  webhook_id: string
  event_id: string
  type: string
  status: DeliveryStatus
  attempts: number
  next_attempt_at: Date | null
  last_attempt_at: Date | null
  created_at: Date
  replay_of: string | null
}

interface AttemptRow {
  delivery_id: string
  number: number
  at: Date
  status: number | null
  duration_ms: number
  error: string | null
  body: string
}

const build = buildFor<{ deliveries: DeliveryRow; delivery_attempts: AttemptRow; events: EventsTable }>()

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined
  type?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
}

interface Page {
  limit: number
  offset: number
}

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

export async function listDeliveries(db: Queryable, webhookId: string, filter: DeliveryFilter, page: Page) {
  const query = filtered(webhookId, filter)
    .select(COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  return (await rows(db, query.limit(page.limit).offset(page.offset))).map(deliveryView)
}

export async function countDeliveries(
  db: Queryable,
  webhookId: string,
  filter: DeliveryFilter,
): Promise<number> {
  const query = filtered(webhookId, filter).select((all) => all.fn.countAll<bigint>().as('total'))
  return Number((await firstRow(db, query))!.total)
}

function filtered(webhookId: string, { status, type, from, until }: DeliveryFilter) {
  let query = build.selectFrom('deliveries').where('webhook_id', '=', webhookId)
  if (status !== undefined) query = query.where('status', '=', status)
  if (type !== undefined) query = query.where('type', '=', type)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (until !== undefined) query = query.where('created_at', '<', until)
  return query
}

/** One delivery with every attempt and the bytes that are sent. */
export async function readDelivery(db: Queryable, webhookId: string, id: string) {
  const found = await firstRow(
    db,
    build
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'event_id')
      .select([...COLUMNS, 'payload', 'sequence'])
      .where('deliveries.id', '=', id)
      .where('webhook_id', '=', webhookId),
  )
  if (found === undefined) return undefined
  const log = build
    .selectFrom('delivery_attempts')
    .select(['number', 'at', 'status', 'duration_ms', 'error', 'body'])
    .where('delivery_id', '=', id)
    .orderBy('number')
  const attempts = await rows(db, log)
  return {
    ...deliveryView(found),
    attempt_log: attempts.map((attempt) => ({ ...attempt, at: isoTimestamp(attempt.at) })),
    payload: JSON.parse(payloadFor(found.payload, found.sequence, webhookId)),
  }
}

function deliveryView(row: DeliveryRow) {
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
