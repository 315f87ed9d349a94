// The SQL on events. Passengers in an event are encrypted apart from its payload.
import { setImmediate as others } from 'node:timers/promises'
import { EVENT_OBJECTS } from '../../../contract/event-operations.ts'
import { EVENTS } from '../../../contract/events.ts'
import type { Mode } from '../../../contract/teams.ts'
import { encryptionContext, type SecretBox } from '../../kernel/crypto/secret-box.ts'
import { inBatches, onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import { fromNearerEnd, OPPOSITE } from '../../kernel/db/lists.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Owner } from '../../kernel/values/owner.ts'

export interface EventsTable {
  id: string
  team_id: string
  mode: Mode
  sequence: bigint
  type: string
  payload: string
  personal: Buffer | null
  object_id: string | null
  actor: string | null
  created_at: Date
}

export interface EventFilter {
  type?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  afterSequence?: number | undefined
}

const COLUMNS = ['id', 'payload', 'personal', 'sequence', 'actor'] as const
export type EventRow = Pick<EventsTable, (typeof COLUMNS)[number]>

/** The text is constant, so PostgreSQL plans it once for each session. */
const NUMBERED = `select ${COLUMNS.join(', ')} from events where team_id = $1 and mode = $2`
const inRange = {
  asc: statement<EventRow>(`${NUMBERED} and sequence >= $3 and sequence <= $4 order by sequence`),
  desc: statement<EventRow>(`${NUMBERED} and sequence >= $3 and sequence <= $4 order by sequence desc`),
}
type Direction = keyof typeof inRange

/** All events with numbers in a range of at most one page. */
export async function listNumbered(
  db: Queryable,
  { teamId, mode }: Owner,
  { first, last }: NumberRange,
  direction: Direction,
): Promise<EventRow[]> {
  return first > last ? [] : inRange[direction](db, teamId, mode, first, last)
}

const after = statement<EventRow>(`${NUMBERED} and sequence > $3 order by sequence limit $4`)

/** The next events after a number. */
export async function listAfter(
  db: Queryable,
  { teamId, mode }: Owner,
  sequence: number,
  limit: number,
): Promise<EventRow[]> {
  return after(db, teamId, mode, sequence, limit)
}

// Compared as pairs, in the order of the index by type. With two conditions, a generic plan may walk the index by
// number and discard nearly all rows.
const OF_TYPE = '(type, sequence) >= ($3, $4::bigint) and (type, sequence) <= ($3, $5::bigint)'
const ofType = {
  asc: statement<EventRow>(`${NUMBERED} and ${OF_TYPE} order by type, sequence limit $6 offset $7`),
  desc: statement<EventRow>(
    `${NUMBERED} and ${OF_TYPE} order by type desc, sequence desc limit $6 offset $7`,
  ),
}

interface TypedPage {
  readonly direction: Direction
  readonly limit: number
  readonly offset: number
  /** How many events match in all, or more. */
  readonly total: number
}

/** A page of the events of one type with numbers in a range, and one beyond it. */
export async function listOfType(
  db: Queryable,
  { teamId, mode }: Owner,
  {
    range: { first, last },
    type,
    page: { direction, limit, offset, total },
  }: { readonly range: NumberRange; readonly type: string; readonly page: TypedPage },
): Promise<EventRow[]> {
  const shown = fromNearerEnd({ limit, offset }, total)
  if (shown.limit <= 0 || first > last) return []
  const select = ofType[shown.isFromEnd ? OPPOSITE[direction] : direction]
  const found = await select(db, teamId, mode, type, first, last, shown.limit, shown.offset)
  return shown.isFromEnd ? found.reverse() : found
}

const countTyped = statement<{ total: bigint }>(
  `select count(*) as total from events where team_id = $1 and mode = $2 and ${OF_TYPE}`,
)

export async function countOfType(
  db: Queryable,
  { teamId, mode }: Owner,
  { first, last }: NumberRange,
  type: string,
): Promise<number> {
  return Number(onlyRow(await countTyped(db, teamId, mode, type, first, last)).total)
}

export interface NumberRange {
  readonly first: number
  readonly last: number
}

const ofTime = `from events where team_id = $1 and mode = $2 and created_at`
const selectRange = statement<{ first: bigint | null; last: bigint | null }>(`
  select (select sequence ${ofTime} >= $3 order by created_at, sequence limit 1) as first,
    (select sequence ${ofTime} < $4 order by created_at desc, sequence desc limit 1) as last`)

/** The numbers of the events stored within a range of time. Times never decrease as numbers grow. */
export async function numbersBetween(
  db: Queryable,
  { teamId, mode }: Owner,
  from: Date | undefined,
  until: Date | undefined,
): Promise<NumberRange | null> {
  const [range] = await selectRange(db, teamId, mode, from ?? '-infinity', until ?? 'infinity')
  if (range === undefined || range.first === null || range.last === null) return null
  return { first: Number(range.first), last: Number(range.last) }
}

const withId = statement<EventRow>(`${NUMBERED} and id = $3`)

const withIds = statement<EventRow>(`${NUMBERED} and id = any($3)`)

export async function findEvents(
  db: Queryable,
  { teamId, mode }: Owner,
  ids: readonly string[],
): Promise<EventRow[]> {
  return withIds(db, teamId, mode, ids)
}

export async function findEvent(
  db: Queryable,
  { teamId, mode }: Owner,
  id: string,
): Promise<EventRow | undefined> {
  return (await withId(db, teamId, mode, id))[0]
}

const FORGOTTEN_AT_ONCE = 500

const deleteOld = statement<{ last: Date | null }>(`
  with old as (
    select id, created_at from events where created_at >= $1 and created_at < $2
    order by created_at limit ${FORGOTTEN_AT_ONCE}
  ), deleted as (
    delete from events where id = any(array(select id from old)) returning team_id, mode, sequence
  ), noted as (
    update team_counters c set events_deleted_until = greatest(c.events_deleted_until, d.last)
    from (select team_id, mode, max(sequence) as last from deleted group by team_id, mode) d
    where c.team_id = d.team_id and c.mode = d.mode
  )
  select max(created_at) as last from old having count(*) > 0`)

/** Deletes all events before a time, the oldest first. */
export async function forgetOldEvents({ pool }: { pool: Queryable }, before: Date): Promise<void> {
  // Each batch begins where the previous one ended, so that it does not scan deleted rows again.
  let from: Date | string = '-infinity'
  await inBatches(async () => {
    const [batch] = await deleteOld(pool, from, before)
    from = batch?.last ?? from
    return batch !== undefined
  })
}

export interface StoredPayload {
  readonly payload: string
  readonly personal: Buffer | null
}

/** A payload cannot contain this text elsewhere: quotes inside a JSON string are escaped. */
const MARK = '"passengers":"encrypted"'

/** Takes the passengers out of an object. `personal` is their JSON; a marker replaces them in `shown`. */
export function cutPersonal(object: object): { shown: object; personal: string | null } {
  if (!('passengers' in object)) return { shown: object, personal: null }
  return { shown: { ...object, passengers: 'encrypted' }, personal: JSON.stringify(object.passengers) }
}

export function encryptPersonal(box: SecretBox, eventId: string, personal: string | null): Buffer | null {
  return personal === null ? null : box.encrypt(personal, contextOf(eventId))
}

/**
 * The payload as it was emitted, with the passengers in place of the marker, so that every delivery has the same bytes.
 */
export function wholePayload(box: SecretBox, eventId: string, { payload, personal }: StoredPayload): string {
  if (personal === null) return payload
  const passengers = box.decrypt(personal, contextOf(eventId))
  return payload.replace(MARK, () => `"passengers":${passengers}`)
}

function contextOf(eventId: string): string {
  return encryptionContext('events', 'personal', eventId)
}

type Found = StoredPayload & { readonly id: string; readonly object_id: string | null }

const SELECT = 'select id, object_id, payload, personal from events where team_id = $1 and mode = $2'
const ofBookings = statement<Found>(
  `${SELECT} and object_id = any($3) and object_id >= 'ord_' and object_id < 'ord\`'`,
)

type ChangeEvent = (payload: string, objectId: string | null) => string

/** Rewrites the events of these bookings with `change`. Returns the ids of those that changed. */
export async function changeEventsOf(
  tx: Tx,
  bookingIds: readonly string[],
  change: ChangeEvent,
): Promise<string[]> {
  const { teamId, mode } = tx.owner
  return changeEvents(tx, await ofBookings(tx, teamId, mode, bookingIds), change)
}

/** Types of events whose object names its client. */
const CLIENT_EVENTS = Object.entries(EVENTS)
  .filter(([, { object }]) => 'client' in EVENT_OBJECTS[object].properties)
  .map(([type]) => type)

/** A trip names its travellers too, and anybody in its title. */
const TRIP_EVENTS = Object.entries(EVENTS)
  .filter(([, { object }]) => object === 'trip')
  .map(([type]) => type)

/** A payload can have hundreds of kilobytes. */
const BYTES_AT_ONCE = 4_000_000

const lastOfNext = statement<{ last: bigint | null }>(`
  select max(sequence) as last from (
    select sequence, sum(bytes) over (order by sequence) - bytes as before from (
      select sequence, octet_length(payload) as bytes from events
      where team_id = $1 and mode = $2 and sequence > $3 order by sequence limit $4) as next) as summed
  where before < ${BYTES_AT_ONCE}`)
const naming = statement<Found>(
  `${SELECT} and sequence > $3 and sequence <= $4
    and (type = any($5) and payload like any($6) or type = any($7))`,
)

/**
 * Rewrites events of trips, and of documents that name one of these clients, among the next `limit` events of the
 * team. Includes those that were deleted or moved to another client. `last` is where to continue, null at the end.
 */
export async function changeEventsNaming(
  tx: Tx,
  clientIds: readonly string[],
  { after, limit }: { readonly after: bigint; readonly limit: number },
  change: ChangeEvent,
): Promise<{ changed: string[]; last: bigint | null }> {
  const { teamId, mode } = tx.owner
  const [next] = await lastOfNext(tx, teamId, mode, after, limit)
  const last = next?.last ?? null
  if (last === null) return { changed: [], last }
  const names = clientIds.map((id) => `%${id}%`)
  const found = await naming(tx, teamId, mode, after, last, CLIENT_EVENTS, names, TRIP_EVENTS)
  return { changed: await changeEvents(tx, found, change), last }
}

async function changeEvents(tx: Tx, found: readonly Found[], change: ChangeEvent): Promise<string[]> {
  const changed: string[] = []
  for (const event of found) {
    // Lets other requests run in between.
    await others()
    const before = wholePayload(tx.secretBox, event.id, event)
    const after = change(before, event.object_id)
    if (after === before) continue
    await store(tx, event.id, after)
    changed.push(event.id)
  }
  return changed
}

const update = statement('update events set payload = $2, personal = $3 where id = $1')

/** Stores a payload as it was emitted, with its passengers encrypted. */
async function store(tx: Tx, id: string, text: string): Promise<void> {
  const payload = JSON.parse(text)
  const { shown, personal } = cutPersonal(payload.data.object)
  const stored = { ...payload, data: { ...payload.data, object: shown } }
  await update(tx, id, JSON.stringify(stored), encryptPersonal(tx.secretBox, id, personal))
}
