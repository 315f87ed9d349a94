// Lists deliveries, shows one with its attempts, and replays them.
import { lackingFor } from '../../../contract/event-operations.ts'
import type { Permission } from '../../../contract/permissions.ts'
import type {
  DeliveriesQuery,
  Delivery,
  DeliveryWithAttempts,
  Replayed,
  ReplayRange,
} from '../../../contract/webhooks.ts'
import { buildFor, firstRow, type Queryable, rows } from '../../kernel/db/db.ts'
import { type Order, readPage } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { recordRequest } from '../../kernel/outbox/audit.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { dayRange, isoTimestamp, overlapOf, parseTimestamp, timesOf } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { type EventsTable, wholePayload } from '../events/store.ts'
import type { Asking } from '../teams/caller.ts'
import type { World } from '../world.ts'
import {
  addReplay,
  addReplays,
  countDeliveries,
  type DeliveryRow,
  decryptBody,
  deliveriesOf,
  type MadeReplay,
  scheduleDeliveries,
} from './delivery-store.ts'
import { demandReading, payloadFor } from './payload.ts'
import { findWebhook, lockWebhook } from './store.ts'

interface AttemptRow {
  delivery_id: string
  number: number
  at: Date
  status: number | null
  duration_ms: number
  error: string | null
  body: string
  encrypted_body: Buffer | null
}

const buildList = buildFor<{ deliveries: DeliveryRow; delivery_attempts: AttemptRow; events: EventsTable }>()

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
  { query, zone, page }: { query: DeliveriesQuery; zone: string; page: Page },
): Promise<Listing<Delivery>> {
  const { status, has_failed, type, start_date, end_date } = query
  const db = world.pool
  await demandWebhook(db, owner, webhookId)
  const times = timesOf(query, zone)
  const created = overlapOf(dayRange({ start_date, end_date }, zone), times.created_at)
  const filter = { status, hasFailed: has_failed, type, ...created, changed: times.updated_at }
  const wanted = deliveriesOf(webhookId, filter).select(COLUMNS)
  const total = () => countDeliveries(world, owner, webhookId, filter)
  const found = await readPage(db, wanted, { order: NEWEST, page, total })
  return { ...found, items: found.items.map(deliveryView) }
}

const NEWEST: Order<Pick<DeliveryRow, 'id' | 'created_at'>> = {
  by: ['created_at', 'id'],
  direction: 'desc',
  keyOf: ({ created_at, id }) => [isoTimestamp(created_at), id],
}

export async function readDeliveryOf(
  db: Reader,
  owner: Owner,
  {
    webhookId,
    id,
    permissions,
  }: { readonly webhookId: string; readonly id: string; readonly permissions: ReadonlySet<Permission> },
): Promise<DeliveryWithAttempts> {
  await demandWebhook(db, owner, webhookId)
  const delivery = (await readDelivery(db, webhookId, id)) ?? fail('delivery_not_found')
  const needs = lackingFor(permissions, [delivery.type])
  return needs === undefined ? delivery : withoutPayload(delivery, needs)
}

/** Receivers may have echoed the payload in their responses. */
function withoutPayload(delivery: DeliveryWithAttempts, needs: Permission): DeliveryWithAttempts {
  const attempt_log = delivery.attempt_log.map((attempt) => ({ ...attempt, body: null }))
  return { ...delivery, attempt_log, payload: null, needs }
}

async function demandWebhook(db: Queryable, owner: Owner, id: string): Promise<void> {
  if ((await findWebhook(db, owner, id)) === undefined) fail('webhook_not_found')
}

/** One delivery with every attempt and the bytes that are sent. */
async function readDelivery(
  db: Reader,
  webhookId: string,
  id: string,
): Promise<DeliveryWithAttempts | undefined> {
  const found = await firstRow(
    db,
    buildList
      .selectFrom('deliveries')
      .innerJoin('events', 'events.id', 'event_id')
      .select([...COLUMNS, 'payload', 'personal', 'sequence'])
      .where('deliveries.id', '=', id)
      .where('webhook_id', '=', webhookId),
  )
  if (found === undefined) return undefined
  const log = buildList
    .selectFrom('delivery_attempts')
    .select(['number', 'at', 'status', 'duration_ms', 'error', 'body', 'encrypted_body'])
    .where('delivery_id', '=', id)
    .orderBy('number')
  const attempts = await rows(db, log)
  return {
    ...deliveryView(found),
    attempt_log: attempts.map(({ encrypted_body, body, ...attempt }) => ({
      ...attempt,
      at: isoTimestamp(attempt.at),
      body: encrypted_body === null ? body : decryptBody(db.secretBox, id, encrypted_body),
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
    updated_at: isoTimestamp(row.last_attempt_at ?? row.created_at),
    replay_of,
  }
}

const REPLAY_MAX = 10_000

/** Sends the event again as a new delivery, so that the log of the old one stays. Returns the new delivery. */
export async function replayDelivery(
  world: World,
  scope: Scope,
  {
    webhookId,
    deliveryId,
    caller,
  }: { readonly webhookId: string; readonly deliveryId: string; readonly caller: Asking },
): Promise<Delivery> {
  return replay(world, scope, {
    webhookId,
    caller,
    make: (tx) => addReplay(tx, webhookId, deliveryId),
    response: async (tx, [id]) => {
      const made = id === undefined ? undefined : await readDelivery(tx, webhookId, id)
      return summaryOf(made ?? fail('delivery_not_found'))
    },
  })
}

/** A new delivery has no attempts yet. */
function summaryOf({ attempt_log, payload, ...summary }: DeliveryWithAttempts): Delivery {
  return summary
}

/**
 * Replays events that were not replayed before, the oldest first, so that a repeated call continues where it stopped.
 */
export async function replayRange(
  world: World,
  scope: Scope,
  {
    webhookId,
    range: { from, to, statuses = ['failed', 'skipped'] },
    caller,
  }: { readonly webhookId: string; readonly range: ReplayRange; readonly caller: Asking },
): Promise<Replayed> {
  const range = { from: readTime('from', from), to: readTime('to', to), statuses }
  if (range.to <= range.from) failField('to', 'must be after from')
  return replay(world, scope, {
    webhookId,
    caller,
    make: (tx) => addReplays(tx, webhookId, range, REPLAY_MAX),
    response: async (_tx, made) => ({
      replayed: made.length,
      complete: made.length < REPLAY_MAX,
    }),
  })
}

async function replay<T>(
  world: World,
  scope: Scope,
  {
    webhookId,
    caller,
    make,
    response,
  }: {
    readonly webhookId: string
    readonly caller: Asking
    readonly make: (tx: Tx) => Promise<MadeReplay[]>
    readonly response: (tx: Tx, ids: string[]) => Promise<T>
  },
): Promise<T> {
  const result = await transaction(world, scope, async (tx) => {
    const webhook = (await lockWebhook(tx, scope.owner, webhookId)) ?? fail('webhook_not_found')
    const made = await make(tx)
    // Replays go to the current URL, whose owner may differ from the former receiver.
    demandReading(caller, [...new Set(made.map(({ type }) => type))])
    const ids = made.map(({ id }) => id)
    const what = { topic: 'settings', object: 'webhook', objectId: webhookId } as const
    recordRequest(tx, { ...what, before: {}, after: { replayed: ids.length } })
    // For an inactive webhook, replays wait until it is reactivated.
    if (webhook.active) await scheduleDeliveries(tx, webhookId, ids)
    return response(tx, ids)
  })
  world.jobsAdded()
  return result
}

function readTime(field: string, text: string): Date {
  return parseTimestamp(text) ?? failField(field, 'must be a timestamp such as 2026-11-15T12:00:00.000Z')
}
