// Emits events into the transaction that causes them. Features schedule the mails that follow beside their `emit`.
import { API_VERSION } from '../../../contract/common.ts'
import type { EventObject, EventType } from '../../../contract/events.ts'
import { eventPayload } from '../../kernel/outbox/flush.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { cutPersonal, encryptPersonal } from './store.ts'

/** Returns the id of the event. `previous` holds the former values of the attributes that changed. */
export function emit<T extends EventType>(
  tx: Tx,
  type: T,
  object: EventObject<T>,
  previous?: Partial<EventObject<T>>,
): string {
  return emitUntyped(tx, type, object, previous)
}

/** For samples, which may show less of an object than real events. Everything else calls `emit`. */
export function emitUntyped(tx: Tx, type: EventType, object: object, previous?: object): string {
  const id = tx.newId('event')
  const { shown, personal } = cutPersonal(object)
  const data = previous === undefined ? { object: shown } : { object: shown, previous_attributes: previous }
  tx.outbox.events.push({
    id,
    type,
    objectId: idOf(object),
    payload: eventPayload({ id, type, api_version: API_VERSION }, { data, team_id: tx.owner.teamId }),
    personal: encryptPersonal(tx.secretBox, id, personal),
  })
  return id
}

function idOf(object: object): string | null {
  return 'id' in object && typeof object.id === 'string' ? object.id : null
}
