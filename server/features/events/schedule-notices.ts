// Events that people hear of by mail, whatever caused them: agencies of what happened, clients of a quote. Each has a
// piece of due work of its own, so none is forgotten; of those to an agency the first to run tells what has come
// together until then.
import type { EventType } from '../../../contract/events.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { agencyNews, quoteMail } from './work.ts'

/** How long it is waited for more, so that ten within a minute are one mail. */
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

export function scheduleNotices(tx: Tx, type: EventType, eventId: string): void {
  const gathered = new Date(tx.now.getTime() + GATHER_MS)
  if (NEWS.has(type)) schedule(tx, agencyNews, { at: gathered, key: eventId, payload: null })
  if (type === 'quote.sent') schedule(tx, quoteMail, { at: tx.now, key: eventId, payload: null })
}
