// The SQL on events that is about the people in them: writes a person's events without the person.
import { setImmediate as others } from 'node:timers/promises'
import { EVENT_OBJECTS } from '../../../contract/event-objects.ts'
import { EVENTS } from '../../../contract/events.ts'
import { statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { cutPersonal, type StoredPayload, sealPersonal, wholePayload } from './personal-part.ts'

type Found = StoredPayload & { readonly id: string; readonly object_id: string }

const SELECT = 'select id, object_id, payload, personal from events where team_id = $1 and mode = $2'
const ofBookings = statement<Found>(
  `${SELECT} and object_id = any($3) and object_id >= 'ord_' and object_id < 'ord\`'`,
)

type ChangeEvent = (payload: string, objectId: string) => string

/** Writes the events of these bookings as `change` says; the ids of all that it changed. */
export async function changeEventsOf(
  tx: Tx,
  bookingIds: readonly string[],
  change: ChangeEvent,
): Promise<string[]> {
  const { teamId, mode } = tx.owner
  return changeEvents(tx, await ofBookings(tx, teamId, mode, bookingIds), change)
}

/** Those of objects that name their client. */
const CLIENT_EVENTS = Object.entries(EVENTS)
  .filter(([, { object }]) => 'client' in EVENT_OBJECTS[object].properties)
  .map(([type]) => type)

/** Some are hundreds of kilobytes. */
const BYTES_AT_ONCE = 4_000_000

const lastOfNext = statement<{ last: bigint | null }>(`
  select max(sequence) as last from (
    select sequence, sum(bytes) over (order by sequence) - bytes as before from (
      select sequence, octet_length(payload) as bytes from events
      where team_id = $1 and mode = $2 and sequence > $3 order by sequence limit $4) as next) as summed
  where before < ${BYTES_AT_ONCE}`)
const naming = statement<Found>(
  `${SELECT} and sequence > $3 and sequence <= $4 and type = any($5) and payload like any($6)`,
)

/**
 * The same for the events of documents that name one of these clients, among the next so many of the team: also of
 * documents that are gone, or for somebody else by now. `last` is the number to go on after; null where there are no
 * more.
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
  const found = await naming(tx, teamId, mode, after, last, CLIENT_EVENTS, names)
  return { changed: await changeEvents(tx, found, change), last }
}

async function changeEvents(tx: Tx, found: readonly Found[], change: ChangeEvent): Promise<string[]> {
  const changed: string[] = []
  for (const event of found) {
    // Requests of others come in between.
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

/** A payload as it was emitted, with what is personal in it encrypted. */
async function store(tx: Tx, id: string, text: string): Promise<void> {
  const payload = JSON.parse(text)
  const { shown, personal } = cutPersonal(payload.data.object)
  const stored = { ...payload, data: { ...payload.data, object: shown } }
  await update(tx, id, JSON.stringify(stored), sealPersonal(tx.secretBox, id, personal))
}
