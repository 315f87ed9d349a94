// Emits events into the transaction that causes them, and schedules the mails that follow.
import { API_VERSION } from '../../../contract/common.ts'
import type { EventObject, EventType } from '../../../contract/events.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { eventPayload } from '../../kernel/outbox/flush.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { agencyNewsJob } from '../news/store.ts'
import { quoteMailJob } from '../quotes/store.ts'
import { cutPersonal, sealPersonal } from './store.ts'

/** How long a news mail waits for further events, so that ten within a minute become one mail. */
const GATHER_MS = 60_000

const NEWS: ReadonlySet<EventType> = new Set<EventType>([
  'quote.accepted',
  'quote.declined',
  'invoice.payment_received',
  'invoice.paid',
  'invoice.overdue',
  'invoice.payment.returned',
  'wallet.payment.returned',
  'booking.failed',
])

function scheduleNotices(tx: Tx, type: EventType, eventId: string): void {
  const gathered = new Date(tx.now.getTime() + GATHER_MS)
  if (NEWS.has(type)) schedule(tx, agencyNewsJob, { at: gathered, key: eventId, payload: null })
  if (type === 'quote.sent') schedule(tx, quoteMailJob, { at: tx.now, key: eventId, payload: null })
}

/** Returns the id of the event. `previous` holds the former values of the attributes that changed. */
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
    personal: sealPersonal(tx.secretBox, id, personal),
  })
  return id
}

function idOf(object: object): string | null {
  return 'id' in object && typeof object.id === 'string' ? object.id : null
}
