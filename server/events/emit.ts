// The only place that emits events: a snapshot taken when the event happens, stored with the change itself.
import { API_VERSION } from '../../contract/common.ts'
import type { EventObject, EventType } from '../../contract/events.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import type { Tx } from '../outbox/transaction.ts'

/** The id of the event. `previous` holds the attributes that changed, as they were, for update-like events. */
export function emit<T extends EventType>(
  tx: Tx,
  type: T,
  object: EventObject<T>,
  previous?: Partial<EventObject<T>>,
): string {
  return storeEvent(tx, type, object, previous)
}

/** For samples, which may show less of a thing than real events do; all others emit. */
export function storeEvent(tx: Tx, type: EventType, object: object, previous?: object): string {
  const id = tx.newId('event')
  const data = previous === undefined ? { object } : { object, previous_attributes: previous }
  const payload = {
    id,
    type,
    api_version: API_VERSION,
    created_at: isoTimestamp(tx.now),
    data,
    team_id: tx.owner.teamId,
  }
  tx.outbox.events.push({ id, type, objectId: idOf(object), payload: JSON.stringify(payload) })
  return id
}

function idOf(object: object): string | null {
  return 'id' in object && typeof object.id === 'string' ? object.id : null
}
