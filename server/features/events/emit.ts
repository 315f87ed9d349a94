// The only place that emits events. Their way from here to a receiver:
//   events/emit             takes a snapshot when the event happens, its personal part sealed; the transaction
//                           collects it
//   outbox/flush            numbers and stores it with the change itself, and makes a delivery for each subscribed
//                           webhook, with the due work that sends it
//   worker/start-worker     claims that work once it has committed; worker/kinds names its function,
//   webhooks/deliver        which reads it, posts it and records the outcome
//   webhooks/post-event     signs the stored text and posts it, through outside/receivers
//   webhooks/attempt-store  ends the delivery or sets its next time, and switches off a webhook that fails too often
import { API_VERSION } from '../../../contract/common.ts'
import type { EventObject, EventType } from '../../../contract/events.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { cutPersonal, sealPersonal } from './personal-part.ts'
import { scheduleNotices } from './schedule-notices.ts'

/** The id of the event. `previous` holds the attributes that changed, as they were, for update-like events. */
export function emit<T extends EventType>(
  tx: Tx,
  type: T,
  object: EventObject<T>,
  previous?: Partial<EventObject<T>>,
): string {
  const id = emitUntyped(tx, type, object, previous)
  scheduleNotices(tx, type, id)
  return id
}

/** For samples, which may show less of an object than real events do. Everything else calls `emit`. */
export function emitUntyped(tx: Tx, type: EventType, object: object, previous?: object): string {
  const id = tx.newId('event')
  const { shown, personal } = cutPersonal(object)
  const data = previous === undefined ? { object: shown } : { object: shown, previous_attributes: previous }
  const payload = {
    id,
    type,
    api_version: API_VERSION,
    created_at: isoTimestamp(tx.now),
    data,
    team_id: tx.owner.teamId,
  }
  tx.outbox.events.push({
    id,
    type,
    objectId: idOf(object),
    payload: JSON.stringify(payload),
    personal: sealPersonal(tx.secretBox, id, personal),
  })
  return id
}

function idOf(object: object): string | null {
  return 'id' in object && typeof object.id === 'string' ? object.id : null
}
