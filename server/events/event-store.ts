// The SQL that lists and finds stored events for their readers; `personal-store` has what is about the people in them.
import type { Mode } from '../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows } from '../base/database/db.ts'
import { countRows } from '../base/database/lists.ts'
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
  { limit, offset }: Page,
): Promise<EventRow[]> {
  const direction = filter.afterSequence === undefined ? 'desc' : 'asc'
  const query = filtered(owner, filter).select(COLUMNS).orderBy('sequence', direction)
  return rows(db, query.limit(limit).offset(offset))
}

export async function countEvents(db: Queryable, owner: Owner, filter: EventFilter): Promise<number> {
  return countRows(db, filtered(owner, filter))
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
