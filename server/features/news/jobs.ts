// The table of events that the agency is mailed about, and the job that mails them. A feature calls `notifyAgency`
// beside `emit`.
import type { EventType } from '../../../contract/events.ts'
import type { NewsKind } from '../../../contract/team-profile.ts'
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

/** `facts.ts` has a function for each event, and `words.ts` words for each kind: the compiler names what is missing. */
export const NEWS_KINDS = {
  'quote.accepted': 'quote_accepted',
  'quote.declined': 'quote_declined',
  'invoice.payment_received': 'invoice_part_paid',
  'invoice.paid': 'invoice_paid',
  'invoice.overdue': 'invoice_overdue',
  'invoice.payment.returned': 'payment_returned',
  'wallet.payment.returned': 'payment_returned',
  'dispute.opened': 'payment_disputed',
  'mandate.rejected': 'mandate_ended',
  'mandate.cancelled': 'mandate_ended',
  'mandate.debit_failed': 'debit_failed',
  'booking.failed': 'booking_failed',
} as const satisfies Partial<Record<EventType, NewsKind>>

export type NewsEvent = keyof typeof NEWS_KINDS

export function isNewsEvent(type: string): type is NewsEvent {
  return Object.hasOwn(NEWS_KINDS, type)
}

/** Mails the agency about an event, and all others that wait with it. The key is the id of the event. */
export const agencyNewsJob = teamJob<null>('agency-news', { waits: TECHNICAL, cap: 1 })

/** How long a news mail waits for further events, so that ten within a minute become one mail. */
const GATHER_MS = 60_000

/** Does nothing for events that are not in the table. */
export function notifyAgency(tx: Tx, type: EventType, eventId: string): void {
  if (!isNewsEvent(type)) return
  const at = new Date(tx.now.getTime() + GATHER_MS)
  schedule(tx, agencyNewsJob, { at, key: eventId, payload: null })
}
