// Stored events as callers see them: a page of them, or one.
import type { Permission } from '../../contract/permissions.ts'
import type { EventsQuery, StoredEvent } from '../../contract/stored-events.ts'
import type { Queryable } from '../base/database/db.ts'
import type { Reader } from '../base/database/reader.ts'
import { mapInTurns } from '../base/process/in-turns.ts'
import { dayRange } from '../base/values/day-range.ts'
import { fail } from '../base/values/fail.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import type { Owner } from '../outbox/owner.ts'
import { countEvents, findEvent, listEvents } from './event-store.ts'
import { eventView, listedEvent } from './event-view.ts'

/** Days are those of the zone. */
export async function readEvents(
  db: Queryable,
  owner: Owner,
  { type, after_sequence: afterSequence, start_date, end_date }: EventsQuery,
  zone: string,
  page: Page,
  permissions: ReadonlySet<Permission>,
): Promise<Listing<StoredEvent>> {
  const filter = { type, afterSequence, ...dayRange({ start_date, end_date }, zone) }
  const total = await countEvents(db, owner, filter)
  const events = await listEvents(db, owner, filter, page)
  return { items: await mapInTurns(events, (event) => listedEvent(event, permissions)), total }
}

export async function readEvent(
  db: Reader,
  owner: Owner,
  id: string,
  permissions: ReadonlySet<Permission>,
): Promise<StoredEvent> {
  return eventView(db, (await findEvent(db, owner, id)) ?? fail('event_not_found'), permissions)
}
