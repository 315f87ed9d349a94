// Reads one event or a page of events, without the parts that the caller may not read.
import type { EventsQuery, StoredEvent } from '../../../contract/event-operations.ts'
import { lackingFor } from '../../../contract/event-operations.ts'
import { EVENTS, type EventType, isEventType } from '../../../contract/events.ts'
import type { Permission } from '../../../contract/permissions.ts'
import { type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { type GrowingCounts, makeGrowingCounts, OPPOSITE, onlyCount } from '../../kernel/db/lists.ts'
import type { Reader } from '../../kernel/db/reader.ts'
import { eventNumbersOf } from '../../kernel/outbox/event-numbers.ts'
import { mapInTurns, perWorld } from '../../kernel/process/concurrency.ts'
import { dayRange, overlapOf, rangeIn } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { nearestName } from '../../kernel/values/nearest-name.ts'
import { type Owner, ownerName } from '../../kernel/values/owner.ts'
import { type Listing, listingOf, type Page } from '../../kernel/values/pages.ts'
import type { World } from '../world.ts'
import {
  countOfType,
  type EventFilter,
  type EventRow,
  findEvent,
  findEvents,
  listNumbered,
  listOfType,
  type NumberRange,
  numbersBetween,
  wholePayload,
} from './store.ts'

type Permissions = ReadonlySet<Permission>

function eventView({ secretBox }: Reader, event: EventRow, permissions: Permissions): StoredEvent {
  return asFarAsPermitted(JSON.parse(wholePayload(secretBox, event.id, event)), event, permissions)
}

/** Decrypts nothing: lists leave passengers out. */
export function listedEvent(event: EventRow, permissions: Permissions): StoredEvent {
  const payload = JSON.parse(event.payload)
  const { passengers: _, ...object } = payload.data.object
  return asFarAsPermitted({ ...payload, data: { ...payload.data, object } }, event, permissions)
}

function asFarAsPermitted(
  payload: Omit<StoredEvent, 'sequence' | 'actor'>,
  event: EventRow,
  permissions: Permissions,
): StoredEvent {
  const sequence = Number(event.sequence)
  const actor = event.actor === null ? null : JSON.parse(event.actor)
  const needs = lackingFor(permissions, [payload.type])
  if (needs === undefined) return { ...payload, sequence, actor }
  return { ...payload, data: { object: null, needs }, sequence, actor }
}

/** Days are those of the zone. */
interface EventsRequest {
  readonly query: EventsQuery
  readonly zone: string
  readonly page: Page
  readonly permissions: ReadonlySet<Permission>
}

export async function readEvents(
  world: World,
  owner: Owner,
  { query, zone, page, permissions }: EventsRequest,
): Promise<Listing<StoredEvent>> {
  const { type, after_sequence: afterSequence, start_date, end_date } = query
  const times = overlapOf(dayRange({ start_date, end_date }, zone), rangeIn(query, 'created', zone))
  const filter = { type, afterSequence, ...times }
  const range = await rangeOf(world, owner, filter)
  const found = await pageOf(world, owner, { filter, range, page })
  return { ...found, items: await mapInTurns(found.items, (event) => listedEvent(event, permissions)) }
}

/** The numbers of all events that match the filter, apart from its type. */
async function rangeOf(
  { pool }: World,
  owner: Owner,
  { from, until, afterSequence = 0 }: EventFilter,
): Promise<NumberRange> {
  const { last, forgotten } = await eventNumbersOf(pool, owner)
  const start = Math.max(forgotten, afterSequence)
  const all = { first: start + 1, last: Math.max(start, last) }
  if (from === undefined && until === undefined) return all
  const between = await numbersBetween(pool, owner, from, until)
  if (between === null) return { first: all.first, last: start }
  const first = Math.max(all.first, between.first)
  return { first, last: Math.max(first - 1, Math.min(all.last, between.last)) }
}

async function pageOf(
  world: World,
  owner: Owner,
  {
    filter: { type, afterSequence },
    range,
    page,
  }: { readonly filter: EventFilter; readonly range: NumberRange; readonly page: Page },
): Promise<Listing<EventRow>> {
  const { position } = page
  const inOrder = afterSequence === undefined ? 'desc' : 'asc'
  const direction = position?.isBackward ? OPPOSITE[inOrder] : inOrder
  const left = position === undefined ? range : beside(range, Number(position.key[0]), direction)
  const listing = (found: EventRow[], total: number) =>
    listingOf(found, page, total, ({ sequence }) => [Number(sequence)])
  if (type === undefined) {
    const found = await listNumbered(world.pool, owner, numbersOn(page, left, direction), direction)
    return listing(found, position?.total ?? range.last - range.first + 1)
  }
  const total = position?.total ?? (await countTyped(world, owner, range, type))
  const { limit, offset } = page
  const most = position === undefined ? total : Number.MAX_SAFE_INTEGER
  return listing(
    await listOfType(world.pool, owner, {
      range: left,
      type,
      page: { direction, limit, offset, total: most },
    }),
    total,
  )
}

function beside({ first, last }: NumberRange, number: number, direction: 'asc' | 'desc'): NumberRange {
  return direction === 'asc'
    ? { first: Math.max(first, number + 1), last }
    : { first, last: Math.min(last, number - 1) }
}

/** Numbers have no gaps. One beyond the page is included. */
function numbersOn(
  { limit, offset }: Page,
  { first, last }: NumberRange,
  direction: 'asc' | 'desc',
): NumberRange {
  return direction === 'asc'
    ? { first: first + offset, last: Math.min(last, first + offset + limit) }
    : { first: Math.max(first, last - offset - limit), last: last - offset }
}

async function countTyped(
  world: World,
  owner: Owner,
  { first, last }: NumberRange,
  type: string,
): Promise<number> {
  const name = `${ownerName(owner)} ${type}`
  const counted = await countsOf(world).total(name, first - 1, last, async (after, upTo) =>
    onlyCount(await countOfType(world.pool, owner, { first: after + 1, last: upTo }, type)),
  )
  return counted.count
}

const countsOf = perWorld((): GrowingCounts => makeGrowingCounts())

export async function readEvent(
  db: Reader,
  owner: Owner,
  id: string,
  permissions: ReadonlySet<Permission>,
): Promise<StoredEvent> {
  return eventView(db, (await findEvent(db, owner, id)) ?? fail('event_not_found'), permissions)
}

/** Those among these ids that exist, as lists show them. */
export async function eventsById(
  { pool }: World,
  owner: Owner,
  ids: readonly string[],
  permissions: ReadonlySet<Permission>,
): Promise<ReadonlyMap<string, StoredEvent>> {
  const found = await findEvents(pool, owner, ids)
  return new Map(found.map((event) => [event.id, listedEvent(event, permissions)]))
}

export function readEventType(text: string): EventType {
  if (isEventType(text)) return text
  return fail('invalid_events', { details: [{ field: 'type', issue: unknownTypeIssue(text) }] })
}

const TYPE_CHARACTERS_MAX = 60

/** Names the nearest known type, if there is one. */
export function unknownTypeIssue(type: unknown): Issue {
  const isShort = typeof type === 'string' && type.length <= TYPE_CHARACTERS_MAX
  const near = isShort ? nearestName(type, Object.keys(EVENTS)) : undefined
  return near === undefined
    ? 'is not a known event type'
    : issueWith('is not a known event type; did you mean {name}?', { name: near })
}
