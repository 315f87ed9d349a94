// The event types and their objects. Without schemas, because the panel uses them.
import type { EventObjectName, Snapshot } from './event-operations.ts'

export const EVENTS = {
  'booking.created': { meaning: 'A booking was created', object: 'booking' },
  'booking.confirmed': { meaning: 'The payment of a booking was confirmed', object: 'booking' },
  'booking.ticketed': { meaning: 'The carrier issued the tickets', object: 'booking' },
  'booking.cancelled': { meaning: 'A booking was cancelled', object: 'booking' },
  'booking.expired': { meaning: 'The payment deadline of a booking passed', object: 'booking' },
  'booking.failed': { meaning: 'Tickets could not be issued', object: 'booking' },
  'booking.updated': { meaning: 'Data or status of a booking changed', object: 'booking' },
  'wallet.credit': { meaning: 'A recharge or refund was credited', object: 'transaction' },
  'wallet.debit': { meaning: 'A confirmed booking was debited', object: 'transaction' },
  'wallet.recharge.pending': { meaning: 'A recharge was requested', object: 'recharge' },
  'wallet.recharge.completed': { meaning: 'A recharge was paid', object: 'recharge' },
  'wallet.recharge.expired': { meaning: 'The payment deadline of a recharge passed', object: 'recharge' },
  'wallet.payment.returned': {
    meaning: 'A payment of a recharge went back to its payer',
    object: 'payment_return',
  },
  'wallet.payment.held': {
    meaning: 'A payment arrived without a request: it is not credited before it is reviewed',
    object: 'held_payment',
  },
  'wallet.low_balance': { meaning: 'The balance fell below 500.00 BRL', object: 'transaction' },
  'integration.connected': { meaning: 'An integration was activated', object: 'integration' },
  'integration.disconnected': { meaning: 'An integration was removed', object: 'integration' },
  'api_key.created': { meaning: 'An API key was created', object: 'api_key' },
  'api_key.revoked': { meaning: 'An API key was revoked', object: 'api_key' },
  'invoice.created': { meaning: 'An invoice was created', object: 'invoice' },
  'invoice.sent': { meaning: 'An invoice was sent', object: 'invoice' },
  'invoice.payment_received': { meaning: 'A payment of an invoice arrived', object: 'invoice' },
  'invoice.paid': { meaning: 'An invoice was paid in full', object: 'invoice' },
  'invoice.overdue': { meaning: 'An invoice passed its due date unpaid', object: 'invoice' },
  'invoice.cancelled': { meaning: 'An invoice was cancelled', object: 'invoice' },
  'invoice.updated': {
    meaning:
      'A bank reported of a charge (a refused or pending attempt to pay, when its money arrives), or a dispute or a credit note changed it',
    object: 'invoice',
  },
  'invoice.payment.returned': {
    meaning: 'A payment of an invoice went back to its payer',
    object: 'invoice',
  },
  'invoice.payment.removed': {
    meaning: 'A payment that was recorded by hand was removed',
    object: 'invoice',
  },
  'invoice.refund.created': { meaning: 'A refund was asked for', object: 'refund' },
  'invoice.refund.succeeded': { meaning: 'A refund reached the payer', object: 'refund' },
  'invoice.refund.failed': { meaning: 'The bank did not give a refund', object: 'refund' },
  'credit_note.created': { meaning: 'A credit note was created', object: 'credit_note' },
  'client_credit.added': { meaning: 'A client got credit', object: 'client_credit_entry' },
  'client_credit.used': { meaning: 'Credit of a client paid an invoice', object: 'client_credit_entry' },
  'client_credit.reclaimed': {
    meaning:
      'Credit of a client was taken back: the money that it came of went back to its payer, or is disputed',
    object: 'client_credit_entry',
  },
  'client_credit.expired': {
    meaning: 'Credit of a client ended without being used',
    object: 'client_credit_entry',
  },
  'dispute.opened': { meaning: 'The holder of a card contests a payment', object: 'dispute' },
  'dispute.won': { meaning: 'The payment that was contested stays with the agency', object: 'dispute' },
  'dispute.lost': { meaning: 'The payment that was contested went back to the holder', object: 'dispute' },
  'quote.sent': { meaning: 'A quote was sent', object: 'quote' },
  'quote.accepted': { meaning: 'A quote was accepted', object: 'quote' },
  'quote.declined': { meaning: 'A quote was declined', object: 'quote' },
  'trip.created': { meaning: 'A trip was created', object: 'trip' },
  'trip.updated': { meaning: 'A trip, its items or its money changed', object: 'trip' },
  'trip.deleted': { meaning: 'A trip was deleted, or merged into another one', object: 'trip' },
  'recurring_invoice.generated': {
    meaning: 'A recurring invoice created an invoice',
    object: 'recurring_invoice',
  },
  'recurring_invoice.cancelled': {
    meaning: 'A recurring invoice was cancelled',
    object: 'recurring_invoice',
  },
  'recurring_invoice.expired': {
    meaning: 'A recurring invoice passed its end date',
    object: 'recurring_invoice',
  },
  'mandate.created': { meaning: 'A mandate of Pix Automático was offered to a client', object: 'mandate' },
  'mandate.activated': { meaning: 'A client accepted a mandate', object: 'mandate' },
  'mandate.rejected': { meaning: 'A client refused a mandate', object: 'mandate' },
  'mandate.expired': { meaning: 'A mandate passed its time unanswered, or its end', object: 'mandate' },
  'mandate.cancelled': {
    meaning: 'A mandate was cancelled by the agency, the client or a bank',
    object: 'mandate',
  },
  'mandate.debit_failed': {
    meaning: 'An invoice could not be debited, and is paid like any other',
    object: 'mandate',
  },
} as const satisfies Record<string, { meaning: string; object: EventObjectName }>

export type EventType = keyof typeof EVENTS

/** The type of `data.object` for this event type. */
export type EventObject<T extends EventType> = Snapshot<(typeof EVENTS)[T]['object']>

/** The event types with an object of this type. */
export type EventAbout<Name extends EventObjectName> = {
  [T in EventType]: (typeof EVENTS)[T]['object'] extends Name ? T : never
}[EventType]

export function isEventType(text: unknown): text is EventType {
  return typeof text === 'string' && Object.hasOwn(EVENTS, text)
}
