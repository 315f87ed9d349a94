// The operations of events, and the shapes of their payloads.
import Type from 'typebox'
import { Actor } from './audit.ts'
import { Booking, BookingPassenger } from './bookings.ts'
import { ClientCreditEntry } from './client-accounts.ts'
import { CREATED, DayInput, IdOf, Nullable, PageOf, Timestamp } from './common.ts'
import { CreditNote } from './credit-notes.ts'
import { Dispute } from './disputes.ts'
import { EVENTS, isEventType } from './events.ts'
import { Invoice, Refund } from './invoices.ts'
import { Mandate } from './mandates.ts'
import type { Operations } from './operation.ts'
import { PaymentProviderView } from './payment-providers.ts'
import type { Permission } from './permissions.ts'
import { Quote } from './quotes.ts'
import { RecurringInvoice } from './recurring-invoices.ts'
import { data, list, stream } from './responses.ts'
import { ApiKey } from './teams.ts'
import { Trip, TripMoney } from './trips.ts'
import { HeldPayment, PaymentReturn, Recharge, WalletTransaction } from './wallet.ts'

// The `data.object` of events by object type: its public view, or a shorter form.

const booking = Booking.properties
const line = WalletTransaction.properties
const provider = PaymentProviderView.properties
const key = ApiKey.properties

export const EVENT_OBJECTS = {
  /** Its amount is the client's price, as in the list of bookings. */
  booking: Type.Object({
    id: booking.id,
    booking_reference: booking.booking_reference,
    status: booking.status,
    total_amount: booking.client_amount,
    currency: booking.client_currency,
    documents: booking.documents,
    passengers: Type.Array(Type.Omit(BookingPassenger, ['identity_documents', 'loyalty_programme_accounts'])),
    slices: booking.slices,
    changes: booking.changes,
    metadata: booking.metadata,
    external_reference: booking.external_reference,
    created_at: booking.created_at,
    updated_at: booking.updated_at,
  }),
  transaction: Type.Object({ ...line, balance: line.balance_after }),
  recharge: Recharge,
  payment_return: PaymentReturn,
  held_payment: HeldPayment,
  integration: Type.Object({
    id: provider.id,
    kind: Type.Literal('payment_provider'),
    provider: provider.provider,
    status: provider.status,
    connected_at: provider.connected_at,
  }),
  api_key: Type.Object({
    id: key.id,
    name: key.name,
    mode: key.mode,
    last_four: key.last_four,
    created_at: key.created_at,
    revoked_at: key.revoked_at,
  }),
  invoice: Invoice,
  refund: Refund,
  credit_note: CreditNote,
  client_credit_entry: ClientCreditEntry,
  dispute: Dispute,
  quote: Quote,
  recurring_invoice: RecurringInvoice,
  mandate: Mandate,
  /** Without costs and earnings, which need a permission of their own, and without the address of its page. */
  trip: Type.Object({
    ...Type.Omit(Trip, ['money', 'page_url']).properties,
    money: Type.Omit(TripMoney, ['cost', 'earnings']),
  }),
}

export type EventObjectName = keyof typeof EVENT_OBJECTS

/** The object of this type in its events. */
export type Snapshot<Name extends EventObjectName> = Type.Static<(typeof EVENT_OBJECTS)[Name]>

// The permission to read an event's payload: the permission to read the object itself.

const READING: Readonly<Record<EventObjectName, Permission>> = {
  booking: 'bookings.read',
  transaction: 'wallet.read',
  recharge: 'wallet.read',
  payment_return: 'wallet.read',
  held_payment: 'wallet.read',
  integration: 'providers.read',
  api_key: 'keys.read',
  invoice: 'invoices.read',
  refund: 'invoices.read',
  credit_note: 'invoices.read',
  client_credit_entry: 'invoices.read',
  dispute: 'invoices.read',
  quote: 'quotes.read',
  recurring_invoice: 'recurringInvoices.read',
  mandate: 'recurringInvoices.read',
  trip: 'trips.read',
}

const ALL_READING: readonly Permission[] = [...new Set(Object.values(READING))]

/** The permissions for an event type; for an unknown type, all. */
function readingOf(type: string): readonly Permission[] {
  return isEventType(type) ? [READING[EVENTS[type].object]] : ALL_READING
}

/** The missing permission; undefined if none is missing. `*` is all events. */
export function lackingFor(
  permissions: ReadonlySet<Permission>,
  types: readonly string[],
): Permission | undefined {
  return types.flatMap(readingOf).find((permission) => !permissions.has(permission))
}

// Stored and sent events, and their queries.

/** One of the catalogue; the documentation lists them. */
export const TypeOfEvent = Type.String()

export const StoredEvent = Type.Object({
  id: Type.String({ description: 'Event id (evt_)' }),
  type: TypeOfEvent,
  api_version: Type.String(),
  created_at: Timestamp,
  data: Type.Object({
    object: Type.Unknown({
      description:
        'null without the permission to read such an object; lists leave the passengers of a booking out',
    }),
    needs: Type.Optional(Type.String({ description: 'The permission without which the object is left out' })),
    previous_attributes: Type.Optional(Type.Unknown()),
  }),
  team_id: Type.String(),
  sequence: Type.Integer({ description: 'Grows by one per team and mode' }),
  actor: Nullable(Actor),
})
export type StoredEvent = Type.Static<typeof StoredEvent>

const Sequence = (description: string) =>
  Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description })

export const EventsQuery = PageOf({
  type: Type.Optional(Type.String({ description: 'Only this event type' })),
  start_date: Type.Optional(DayInput('First day')),
  end_date: Type.Optional(DayInput('Last day')),
  ...CREATED,
  after_sequence: Type.Optional(
    Sequence('Only events after this one, oldest first: a cursor that misses nothing'),
  ),
})
export type EventsQuery = Type.Static<typeof EventsQuery>

export const StreamQuery = Type.Object({
  last_event_id: Type.Optional(
    Sequence('Goes on after the event with this sequence; the header Last-Event-ID is believed before it'),
  ),
})

export const SampleEvent = Type.Object({
  id: Type.String({ description: 'Event id (evt_)' }),
  type: TypeOfEvent,
})
export type SampleEvent = Type.Static<typeof SampleEvent>

export const SampleEventInput = Type.Object({
  type: Type.String({ description: 'An event type of the catalogue' }),
})

// Operations on events: the ordered list, and sample events for the sandbox.

export const EVENT_OPERATIONS = {
  'events.list': {
    method: 'GET',
    path: '/api/v1/events',
    access: 'events.read',
    tag: 'Events',
    summary: 'List events',
    description:
      'Newest first; with `after_sequence` oldest first, as a cursor that misses nothing. What an event carries is ' +
      'shown to keys that may read the object itself; who travels in a booking is in the single event alone.',
    query: EventsQuery,
    response: list(StoredEvent),
  },
  'events.read': {
    method: 'GET',
    path: '/api/v1/events/:id',
    access: 'events.read',
    tag: 'Events',
    summary: 'Read an event',
    description: 'As webhooks get it and with who caused it, for keys that may read the object it carries.',
    params: Type.Object({ id: IdOf('event', 'evt') }),
    response: data(StoredEvent),
    errors: ['event_not_found'],
  },
  'events.stream': {
    method: 'GET',
    path: '/api/v1/stream',
    access: 'events.read',
    tag: 'Events',
    summary: 'Listen to events',
    description:
      'Server-sent events: each event as it is stored, with its sequence as `id`, its type as `event`, and as `data` ' +
      'what the list shows of it. A `Last-Event-ID` header goes on after that one, without loss; `reset` says that ' +
      'it is too far back. Ends when the caller may listen no longer.',
    query: StreamQuery,
    withoutHead: true,
    response: stream,
  },
  'events.emitSample': {
    method: 'POST',
    path: '/api/v1/test/events',
    access: 'sandbox.write',
    tag: 'Sandbox',
    summary: 'Emit a sample event',
    description: "Goes to the team's test webhooks that are subscribed to its type. Test keys only.",
    testModeOnly: true,
    body: SampleEventInput,
    status: 201,
    response: data(SampleEvent),
    errors: ['invalid_events'],
  },
} as const satisfies Operations
