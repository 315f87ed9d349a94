// Stored events as callers see them: a page of them, or one.

import type { EventsQuery, StoredEvent } from '../../contract/stored-events.ts'
import type { Reader } from '../base/database/reader.ts'
import { dayRange } from '../base/values/day-range.ts'
import { fail } from '../base/values/fail.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import type { Owner } from '../outbox/owner.ts'
import { countEvents, type EventRow, findEvent, listEvents } from './event-store.ts'
import { wholePayload } from './personal-part.ts'

/** Days are those of the zone. */
export async function readEvents(
  db: Reader,
  owner: Owner,
  { type, after_sequence: afterSequence, start_date, end_date }: EventsQuery,
  zone: string,
  page: Page,
): Promise<Listing<StoredEvent>> {
  const filter = { type, afterSequence, ...dayRange({ start_date, end_date }, zone) }
  const total = await countEvents(db, owner, filter)
  const events = await listEvents(db, owner, filter, page)
  return { items: events.map((event) => eventView(db, event)), total }
}

export async function readEvent(db: Reader, owner: Owner, id: string): Promise<StoredEvent> {
  return eventView(db, (await findEvent(db, owner, id)) ?? fail('event_not_found'))
}

/** As its receivers get it, but for the webhook's id. */
function eventView({ secretBox }: Reader, event: EventRow): StoredEvent {
  return { ...JSON.parse(wholePayload(secretBox, event.id, event)), sequence: Number(event.sequence) }
}
