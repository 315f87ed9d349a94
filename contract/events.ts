// The one catalogue of event types; a test holds it equal to docs/events.md and to what the code emits.

export const EVENTS = {
  'booking.created': 'A booking was created',
  'booking.confirmed': 'The payment of a booking was confirmed',
  'booking.ticketed': 'The carrier issued the tickets',
  'booking.cancelled': 'A booking was cancelled',
  'booking.expired': 'The payment deadline of a booking passed',
  'booking.failed': 'Tickets could not be issued',
  'booking.updated': 'Data or status of a booking changed',
  'wallet.credit': 'A recharge or refund was credited',
  'wallet.debit': 'A confirmed booking was debited',
  'wallet.recharge.pending': 'A recharge was requested',
  'wallet.recharge.completed': 'A recharge was paid',
  'wallet.recharge.expired': 'The payment deadline of a recharge passed',
  'wallet.low_balance': 'The balance fell below 500.00 BRL',
  'integration.connected': 'An integration was activated',
  'integration.disconnected': 'An integration was removed',
  'api_key.created': 'An API key was created',
  'api_key.revoked': 'An API key was revoked',
  'invoice.created': 'An invoice was created',
  'invoice.sent': 'An invoice was sent',
  'invoice.payment_received': 'A payment of an invoice arrived',
  'invoice.paid': 'An invoice was paid in full',
  'invoice.overdue': 'An invoice passed its due date unpaid',
  'invoice.cancelled': 'An invoice was cancelled',
  'quote.sent': 'A quote was sent',
  'quote.accepted': 'A quote was accepted',
  'quote.declined': 'A quote was declined',
  'recurring_invoice.generated': 'A recurring invoice made an invoice',
  'recurring_invoice.cancelled': 'A recurring invoice was cancelled',
  'recurring_invoice.expired': 'A recurring invoice passed its end date',
} as const

export type EventType = keyof typeof EVENTS

export function isEventType(text: unknown): text is EventType {
  return typeof text === 'string' && Object.hasOwn(EVENTS, text)
}
