// The SQL on events that is about the people in them: sealing what was stored before there was sealing, forgetting what
// is past its time, and writing a person's events without the person.
import { setImmediate as others } from 'node:timers/promises'
import { EVENTS } from '../../contract/events.ts'
import { type Queryable, statement } from '../base/database/db.ts'
import type { Reader } from '../base/database/reader.ts'
import type { Tx } from '../outbox/transaction.ts'
import { withoutNumbers } from '../rules/masked-numbers.ts'
import { cutPersonal, type StoredPayload, sealPersonal, wholePayload } from './personal-part.ts'

type Found = StoredPayload & { readonly id: string; readonly object_id: string }

const SELECT = 'select id, object_id, payload, personal from events where team_id = $1 and mode = $2'
// By two indexes: that of bookings, and that of types.
const ofBookings = statement<Found>(
  `${SELECT} and object_id = any($3) and object_id >= 'ord_' and object_id < 'ord\`'`,
)
const ofDocuments = statement<Found>(
  `${SELECT} and type = any($4) and (object_id = any($3) or payload like any($5))`,
)

const DOCUMENT_EVENTS = Object.keys(EVENTS).filter((type) =>
  /^(?:invoice|quote|recurring_invoice)\./.test(type),
)

interface WhoseEvents {
  readonly bookingIds: readonly string[]
  readonly documentIds: readonly string[]
  /** Finds the events of documents that are gone, or for somebody else by now. */
  readonly clientIds: readonly string[]
}

/** Writes the events of these bookings and documents as `change` says; the ids of all that it changed. */
export async function changeEvents(
  tx: Tx,
  { bookingIds, documentIds, clientIds }: WhoseEvents,
  change: (payload: string, objectId: string) => string,
): Promise<string[]> {
  const { teamId, mode } = tx.owner
  const naming = clientIds.map((id) => `%${id}%`)
  const found = [
    ...(await ofBookings(tx, teamId, mode, bookingIds)),
    ...(await ofDocuments(tx, teamId, mode, documentIds, DOCUMENT_EVENTS, naming)),
  ]
  const changed: string[] = []
  for (const event of found) {
    // Requests of others come in between.
    await others()
    const before = wholePayload(tx.secretBox, event.id, event)
    const after = change(before, event.object_id)
    if (after === before) continue
    await store(tx, event.id, after, true)
    changed.push(event.id)
  }
  return changed
}

const update = statement(
  'update events set payload = $2, personal = $3 where id = $1 and ($4 or personal is null)',
)

/** A payload as it was emitted, with what is personal in it sealed; `again` where that was done before. */
async function store(db: Reader, id: string, text: string, again: boolean): Promise<void> {
  const payload = JSON.parse(text)
  const { shown, personal } = cutPersonal(payload.data.object)
  const stored = { ...payload, data: { ...payload.data, object: shown } }
  await update(db, id, JSON.stringify(stored), sealPersonal(db.secretBox, id, personal ?? '[]'), again)
}

const selectUnsealed = statement<Found>(`
  select id, object_id, payload, personal from events
  where personal is null and type >= 'booking.' and type < 'booking/' order by id limit 200`)

/** Seals booking events of before, without documents; a bounded number at once; true when more may be left. */
export async function sealOldEvents(db: Reader): Promise<boolean> {
  const unsealed = await selectUnsealed(db)
  for (const { id, payload: text } of unsealed) {
    const payload = JSON.parse(text)
    const { object } = payload.data
    if (Array.isArray(object.passengers)) object.passengers = object.passengers.map(withoutNumbers)
    await store(db, id, JSON.stringify(payload), false)
  }
  return unsealed.length > 0
}

const deleteOld = statement(`
  with gone as (
    delete from events where id = any(array(select id from events where created_at < $1 limit 1000))
    returning team_id, mode, sequence
  ), told as (
    update team_counters c set events_forgotten = greatest(c.events_forgotten, g.last)
    from (select team_id, mode, max(sequence) as last from gone group by team_id, mode) g
    where c.team_id = g.team_id and c.mode = g.mode
  )
  select 1 from gone`)

/** Forgets events, a bounded number at once; true when more may be left. */
export async function forgetOldEvents(db: Queryable, before: Date): Promise<boolean> {
  return (await deleteOld(db, before)).length > 0
}
