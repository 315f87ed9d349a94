// The SQL that lists and finds stored events for their readers; `personal-store` has what is about the people in them.
import type { Mode } from '../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../base/database/db.ts'
import { countRows, fromNearerEnd } from '../base/database/lists.ts'
import type { Page } from '../base/values/pages.ts'
import type { Owner } from '../outbox/owner.ts'

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

const build = buildFor<{ events: EventsTable }>()

export interface EventFilter {
  type?: string | undefined
  from?: Date | undefined
  until?: Date | undefined
  afterSequence?: number | undefined
}

const COLUMNS = ['id', 'payload', 'personal', 'sequence', 'actor'] as const
export type EventRow = Pick<EventsTable, (typeof COLUMNS)[number]>

/** Newest first; after a given event, oldest first, as a reader with a cursor wants them. */
export async function listEvents(
  db: Queryable,
  owner: Owner,
  filter: EventFilter,
  { limit, offset }: Pick<Page, 'limit' | 'offset'>,
): Promise<EventRow[]> {
  const direction = filter.afterSequence === undefined ? 'desc' : 'asc'
  const query = filtered(owner, filter).select(COLUMNS).orderBy('sequence', direction)
  return rows(db, query.limit(limit).offset(offset))
}

export async function countEvents(db: Queryable, owner: Owner, filter: EventFilter): Promise<number> {
  return countRows(db, filtered(owner, filter))
}

interface NumberedPage {
  readonly type?: string
  readonly direction: 'asc' | 'desc'
  readonly limit: number
  readonly offset: number
  /** How many there are in all. */
  readonly total: number
}

/** A page of those with numbers in a range. */
export async function listNumbered(
  db: Queryable,
  owner: Owner,
  range: NumberRange,
  { type, direction, limit, offset, total }: NumberedPage,
): Promise<EventRow[]> {
  const shown = fromNearerEnd({ limit, offset }, total)
  if (shown.limit <= 0 || range.first > range.last) return []
  const opposite = direction === 'asc' ? 'desc' : 'asc'
  const query = numbered(owner, range, type)
    .select(COLUMNS)
    .orderBy('sequence', shown.isFromEnd ? opposite : direction)
  const found = await rows(db, query.limit(shown.limit).offset(shown.offset))
  return shown.isFromEnd ? found.reverse() : found
}

export async function countNumbered(
  db: Queryable,
  owner: Owner,
  range: NumberRange,
  type: string,
): Promise<number> {
  return countRows(db, numbered(owner, range, type))
}

function numbered(owner: Owner, { first, last }: NumberRange, type: string | undefined) {
  return filtered(owner, { type, afterSequence: first - 1 }).where('sequence', '<=', BigInt(last))
}

export interface NumberRange {
  readonly first: number
  readonly last: number
}

const ofTime = `from events where team_id = $1 and mode = $2 and created_at`
const selectRange = statement<{ first: bigint | null; last: bigint | null }>(`
  select (select sequence ${ofTime} >= $3 order by created_at, sequence limit 1) as first,
    (select sequence ${ofTime} < $4 order by created_at desc, sequence desc limit 1) as last`)

/** The numbers of what was stored from a time on and before another, where times go as numbers do. */
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

export async function findEvent(db: Queryable, owner: Owner, id: string): Promise<EventRow | undefined> {
  return firstRow(db, filtered(owner, {}).select(COLUMNS).where('id', '=', id))
}

function filtered({ teamId, mode }: Owner, { type, from, until, afterSequence }: EventFilter) {
  let query = build.selectFrom('events').where('team_id', '=', teamId).where('mode', '=', mode)
  if (type !== undefined) query = query.where('type', '=', type)
  if (from !== undefined) query = query.where('created_at', '>=', from)
  if (until !== undefined) query = query.where('created_at', '<', until)
  if (afterSequence !== undefined) query = query.where('sequence', '>', BigInt(afterSequence))
  return query
}
