// Notifies the agency: the table of events that it is mailed about, and the one function that applies it. A feature
// calls `notifyAgency` beside `emit`; `features/news/` writes the mail.
import type { EventType } from '../../../contract/events.ts'
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

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

/** Mails the agency about an event, and all others that wait with it. The key is the id of the event. */
export const agencyNewsJob = teamJob<null>('agency-news', { waits: TECHNICAL, cap: 1 })

/** How long a news mail waits for further events, so that ten within a minute become one mail. */
const GATHER_MS = 60_000

/** Does nothing for events that are not in the table. */
export function notifyAgency(tx: Tx, type: EventType, eventId: string): void {
  if (!NEWS.has(type)) return
  const at = new Date(tx.now.getTime() + GATHER_MS)
  schedule(tx, agencyNewsJob, { at, key: eventId, payload: null })
}
