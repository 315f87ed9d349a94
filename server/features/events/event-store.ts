// The SQL that lists, finds and forgets stored events; `personal-store` has what is about the people in them.
import type { Mode } from '../../../contract/teams.ts'
import { onlyRow, type Queryable, statement } from '../../kernel/db/db.ts'
import { inBatches } from '../../kernel/db/in-batches.ts'
import { fromNearerEnd } from '../../kernel/db/lists.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'

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

/** Of fixed shape, and so planned once in a session. */
const NUMBERED = `select ${COLUMNS.join(', ')} from events where team_id = $1 and mode = $2`
const inRange = {
  asc: statement<EventRow>(`${NUMBERED} and sequence >= $3 and sequence <= $4 order by sequence`),
  desc: statement<EventRow>(`${NUMBERED} and sequence >= $3 and sequence <= $4 order by sequence desc`),
}
type Direction = keyof typeof inRange

/** All with numbers in a range, which has no more than a page. */
export async function listNumbered(
  db: Queryable,
  { teamId, mode }: Owner,
  { first, last }: NumberRange,
  direction: Direction,
): Promise<EventRow[]> {
  return first > last ? [] : inRange[direction](db, teamId, mode, first, last)
}

const after = statement<EventRow>(`${NUMBERED} and sequence > $3 order by sequence limit $4`)

/** The next ones after a number. */
export async function listAfter(
  db: Queryable,
  { teamId, mode }: Owner,
  sequence: number,
  limit: number,
): Promise<EventRow[]> {
  return after(db, teamId, mode, sequence, limit)
}

// As pairs, which the index by type alone is in the order of: with two conditions a plan for any type may go by numbers
// and leave out nearly all.
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
  /** How many there are in all. */
  readonly total: number
}

/** A page of those of a type with numbers in a range. */
export async function listOfType(
  db: Queryable,
  { teamId, mode }: Owner,
  { first, last }: NumberRange,
  type: string,
  { direction, limit, offset, total }: TypedPage,
): Promise<EventRow[]> {
  const shown = fromNearerEnd({ limit, offset }, total)
  if (shown.limit <= 0 || first > last) return []
  const opposite = direction === 'asc' ? 'desc' : 'asc'
  const select = ofType[shown.isFromEnd ? opposite : direction]
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

/** The numbers of events stored from a time on and before another: times never decrease as numbers grow. */
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
    update team_counters c set events_forgotten = greatest(c.events_forgotten, d.last)
    from (select team_id, mode, max(sequence) as last from deleted group by team_id, mode) d
    where c.team_id = d.team_id and c.mode = d.mode
  )
  select max(created_at) as last from old having count(*) > 0`)

/** Deletes all events from before a time, the oldest first. */
export async function forgetOldEvents({ pool }: { pool: Queryable }, before: Date): Promise<void> {
  // Each batch begins where the one before ended: it does not read again what that one deleted.
  let from: Date | string = '-infinity'
  await inBatches(async () => {
    const [batch] = await deleteOld(pool, from, before)
    from = batch?.last ?? from
    return batch !== undefined
  })
}
