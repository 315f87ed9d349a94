// The events, received or read. Made from the table of operations by `npm run sdk`: change the contract, not this file.

import type {
  ApiKeySnapshot,
  BookingSnapshot,
  ClientCreditEntry,
  CreditNote,
  DisputeSnapshot,
  HeldPayment,
  IntegrationSnapshot,
  Invoice,
  MandateSnapshot,
  PaymentReturn,
  Quote,
  Recharge,
  RecurringInvoice,
  Refund,
  StoredEvent,
  TransactionSnapshot,
  TripSnapshot,
} from './types.ts'

/** What `data.object` is, by the type of the event. */
export interface EventObjects {
  /** A booking was created. */
  'booking.created': BookingSnapshot
  /** The payment of a booking was confirmed. */
  'booking.confirmed': BookingSnapshot
  /** The carrier issued the tickets. */
  'booking.ticketed': BookingSnapshot
  /** A booking was cancelled. */
  'booking.cancelled': BookingSnapshot
  /** The payment deadline of a booking passed. */
  'booking.expired': BookingSnapshot
  /** Tickets could not be issued. */
  'booking.failed': BookingSnapshot
  /** Data or status of a booking changed. */
  'booking.updated': BookingSnapshot
  /** A recharge or refund was credited. */
  'wallet.credit': TransactionSnapshot
  /** A confirmed booking was debited. */
  'wallet.debit': TransactionSnapshot
  /** A recharge was requested. */
  'wallet.recharge.pending': Recharge
  /** A recharge was paid. */
  'wallet.recharge.completed': Recharge
  /** The payment deadline of a recharge passed. */
  'wallet.recharge.expired': Recharge
  /** A payment of a recharge went back to its payer. */
  'wallet.payment.returned': PaymentReturn
  /** A payment arrived without a request: it is not credited before it is reviewed. */
  'wallet.payment.held': HeldPayment
  /** The balance fell below 500.00 BRL. */
  'wallet.low_balance': TransactionSnapshot
  /** An integration was activated. */
  'integration.connected': IntegrationSnapshot
  /** An integration was removed. */
  'integration.disconnected': IntegrationSnapshot
  /** An API key was created. */
  'api_key.created': ApiKeySnapshot
  /** An API key was revoked. */
  'api_key.revoked': ApiKeySnapshot
  /** An invoice was created. */
  'invoice.created': Invoice
  /** An invoice was sent. */
  'invoice.sent': Invoice
  /** A payment of an invoice arrived. */
  'invoice.payment_received': Invoice
  /** An invoice was paid in full. */
  'invoice.paid': Invoice
  /** An invoice passed its due date unpaid. */
  'invoice.overdue': Invoice
  /** An invoice was cancelled. */
  'invoice.cancelled': Invoice
  /**
   * A bank reported of a charge (a refused or pending attempt to pay, when its money arrives), or a
   * dispute or a credit note changed it.
   */
  'invoice.updated': Invoice
  /** A payment of an invoice went back to its payer. */
  'invoice.payment.returned': Invoice
  /** A payment that was recorded by hand was removed. */
  'invoice.payment.removed': Invoice
  /** A refund was asked for. */
  'invoice.refund.created': Refund
  /** A refund reached the payer. */
  'invoice.refund.succeeded': Refund
  /** The bank did not give a refund. */
  'invoice.refund.failed': Refund
  /** A credit note was created. */
  'credit_note.created': CreditNote
  /** A client got credit. */
  'client_credit.added': ClientCreditEntry
  /** Credit of a client paid an invoice. */
  'client_credit.used': ClientCreditEntry
  /** Credit of a client was taken back: the money that it came of went back to its payer, or is disputed. */
  'client_credit.reclaimed': ClientCreditEntry
  /** Credit of a client ended without being used. */
  'client_credit.expired': ClientCreditEntry
  /** The holder of a card contests a payment. */
  'dispute.opened': DisputeSnapshot
  /** The payment that was contested stays with the agency. */
  'dispute.won': DisputeSnapshot
  /** The payment that was contested went back to the holder. */
  'dispute.lost': DisputeSnapshot
  /** A quote was sent. */
  'quote.sent': Quote
  /** A quote was accepted. */
  'quote.accepted': Quote
  /** A quote was declined. */
  'quote.declined': Quote
  /** A trip was created. */
  'trip.created': TripSnapshot
  /** A trip, its items or its money changed. */
  'trip.updated': TripSnapshot
  /** A trip was deleted, or merged into another one. */
  'trip.deleted': TripSnapshot
  /** A recurring invoice created an invoice. */
  'recurring_invoice.generated': RecurringInvoice
  /** A recurring invoice was cancelled. */
  'recurring_invoice.cancelled': RecurringInvoice
  /** A recurring invoice passed its end date. */
  'recurring_invoice.expired': RecurringInvoice
  /** A mandate of Pix Automático was offered to a client. */
  'mandate.created': MandateSnapshot
  /** A client accepted a mandate. */
  'mandate.activated': MandateSnapshot
  /** A client refused a mandate. */
  'mandate.rejected': MandateSnapshot
  /** A mandate passed its time unanswered, or its end. */
  'mandate.expired': MandateSnapshot
  /** A mandate was cancelled by the agency, the client or a bank. */
  'mandate.cancelled': MandateSnapshot
  /** An invoice could not be debited, and is paid like any other. */
  'mandate.debit_failed': MandateSnapshot
}

export type EventType = keyof EventObjects

/** An event of one type, as webhooks receive it. */
export interface EventOf<T extends EventType> {
  /** evt_..., the same at every delivery of this event: remember it, and do its work once. */
  id: string
  type: T
  api_version: string
  created_at: string
  data: {
    object: EventObjects[T]
    /** The attributes that changed, as they were; for events that report a change. */
    previous_attributes?: Partial<EventObjects[T]>
  }
  team_id: string
  /** Grows by one per team and mode, in the order in which the changes became visible. */
  sequence: number
  /** wh_..., the webhook that this delivery is for. */
  webhook_id: string
}

/** Told apart by `type`. A newer service may send types that are not here: keep a default branch. */
export type WebhookEvent = { [T in EventType]: EventOf<T> }[EventType]

/** An event of one type as the service keeps it, with its object, or as much of it as is shown. */
export interface StoredEventOf<T extends EventType, Shown> extends Omit<StoredEvent, 'type' | 'data'> {
  type: T
  data: {
    /** null without the permission to read such an object, which `needs` names then. */
    object: Shown | null
    needs?: string | undefined
    previous_attributes?: Partial<EventObjects[T]> | undefined
  }
}

type WithoutPassengers<O> = 'passengers' extends keyof O ? Omit<O, 'passengers'> : O

/** As lists and the stream show it: the passengers of a booking are left out. Told apart by `type`, as above. */
export type ListedEvent = {
  [T in EventType]: StoredEventOf<T, WithoutPassengers<EventObjects[T]>>
}[EventType]

/** As it is read alone: whole. */
export type ReadEvent = { [T in EventType]: StoredEventOf<T, EventObjects[T]> }[EventType]
