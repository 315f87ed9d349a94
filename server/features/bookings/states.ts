// The state table of bookings: the contract's, with open points as docs/internals/decisions.md settles them, and
// triggers that change columns but not the state.
import { BOOKING_STATUSES, type BookingStatus, type BookingType } from '../../../contract/bookings.ts'
import type { EventAbout } from '../../../contract/events.ts'
import { isIn, type StateRow, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

/** `requested` is hidden from callers: the carrier was asked for the hold and has not responded yet. */
export type BookingState = 'requested' | BookingStatus

const STATES: readonly BookingState[] = ['requested', ...BOOKING_STATUSES]

const TRIGGERS = [
  /** The carrier holds the seats. */
  'hold',
  'confirm',
  /** The carrier has taken an instant booking: its first events are emitted now. */
  'announce',
  /** The carrier has refused an instant booking: only the failure is emitted. */
  'refuse',
  /** The carrier has the order under a new reference; tickets follow. */
  'order',
  /** The order was read again; tickets are still missing. */
  'await_tickets',
  'issue',
  'issuance_failure',
  'deadline',
  /** The carrier is asked to cancel a paid booking. Until it responds, no other move is allowed. */
  'ask_to_cancel',
  /** The carrier refused to cancel. */
  'keep',
  'cancel',
  /** The flights changed. */
  'reschedule',
  /** The flights were read and are the same. */
  'sync',
  /** The carrier is asked to accept our acceptance of a change, or has refused it. */
  'mark_change',
  /** The carrier has recorded our acceptance. */
  'accept_change',
  /** The carrier reports an order after the booking was given up. */
  'late_order',
] as const
export type BookingTrigger = (typeof TRIGGERS)[number]

type OwnEvent = EventAbout<'booking'>
/** An event of the wallet is left out if the amount is zero. */
type BookingEvent = OwnEvent | `wallet.${WalletMove}`
type WalletMove = 'debit' | 'credit'

/** The money of a move, with its event among the others. */
interface WithMoney {
  moves: WalletMove
  emits: readonly BookingEvent[]
}

/** What a move does besides the state: an event of the wallet is emitted only where money moves. */
export type MoveEffects = WithMoney | { moves?: never; emits: readonly OwnEvent[] }

type BookingMove = StateRow<BookingState, BookingTrigger, BookingEvent> & MoveEffects

interface BookingTable extends StateTable<BookingState, BookingTrigger, BookingEvent, BookingType> {
  begins: Readonly<Record<BookingType, { to: BookingState } & MoveEffects>>
  rows: readonly BookingMove[]
}

const except = (...states: BookingState[]) => STATES.filter((state) => !states.includes(state))

/** The booking stays in its state while its columns change; in all other states nothing happens. */
const stays = (
  states: BookingState[],
  trigger: BookingTrigger,
  emits: readonly OwnEvent[] = [],
): BookingMove[] => [
  ...states.map((state): BookingMove => ({ from: [state], trigger, to: state, emits })),
  unmoved(except(...states), trigger),
]

export const BOOKING_MOVES: BookingTable = {
  states: STATES,
  triggers: TRIGGERS,
  begins: {
    hold: { to: 'requested', emits: [] },
    instant: { to: 'confirmed', moves: 'debit', emits: ['wallet.debit'] },
  },
  rows: [
    { from: ['requested'], trigger: 'hold', to: 'pending', emits: ['booking.created'] },
    unmoved(except('requested'), 'hold'),
    {
      from: ['pending'],
      trigger: 'confirm',
      to: 'confirmed',
      moves: 'debit',
      emits: ['booking.confirmed', 'wallet.debit', 'booking.updated'],
    },
    unmoved(['requested'], 'confirm', { refusal: 'booking_not_found' }),
    unmoved(['confirmed', 'ticketed'], 'confirm', { refusal: 'booking_already_confirmed' }),
    unmoved(['cancelled'], 'confirm', { refusal: 'booking_already_cancelled' }),
    unmoved(['expired'], 'confirm', { refusal: 'booking_expired' }),
    unmoved(['failed'], 'confirm', { refusal: 'booking_failed' }),
    ...stays(['confirmed'], 'announce', ['booking.created', 'booking.confirmed']),
    {
      from: ['confirmed'],
      trigger: 'refuse',
      to: 'failed',
      moves: 'credit',
      emits: ['booking.failed', 'wallet.credit'],
    },
    unmoved(except('confirmed'), 'refuse'),
    ...stays(['confirmed'], 'order', ['booking.updated']),
    ...stays(['confirmed'], 'await_tickets'),
    { from: ['confirmed'], trigger: 'issue', to: 'ticketed', emits: ['booking.ticketed', 'booking.updated'] },
    unmoved(except('confirmed'), 'issue'),
    {
      from: ['confirmed'],
      trigger: 'issuance_failure',
      to: 'failed',
      moves: 'credit',
      emits: ['booking.failed', 'wallet.credit', 'booking.updated'],
    },
    unmoved(except('confirmed'), 'issuance_failure'),
    { from: ['pending'], trigger: 'deadline', to: 'expired', emits: ['booking.expired', 'booking.updated'] },
    unmoved(except('pending'), 'deadline'),
    ...stays(['confirmed', 'ticketed'], 'ask_to_cancel'),
    ...stays(['confirmed', 'ticketed'], 'keep'),
    {
      from: ['pending'],
      trigger: 'cancel',
      to: 'cancelled',
      emits: ['booking.cancelled', 'booking.updated'],
    },
    {
      from: ['confirmed', 'ticketed'],
      trigger: 'cancel',
      to: 'cancelled',
      moves: 'credit',
      emits: ['booking.cancelled', 'wallet.credit', 'booking.updated'],
    },
    unmoved(['requested'], 'cancel', { refusal: 'booking_not_found' }),
    unmoved(['cancelled'], 'cancel', { refusal: 'booking_already_cancelled' }),
    unmoved(['expired'], 'cancel', { refusal: 'booking_expired' }),
    unmoved(['failed'], 'cancel', { refusal: 'booking_failed' }),
    ...stays(['pending', 'ticketed'], 'reschedule', ['booking.updated']),
    ...stays(['pending', 'ticketed'], 'sync'),
    ...stays(['pending', 'confirmed', 'ticketed'], 'mark_change'),
    ...stays(['pending', 'confirmed', 'ticketed'], 'accept_change', ['booking.updated']),
    ...stays(['cancelled', 'failed'], 'late_order'),
  ],
}

/** Whether callers see the booking, and lists count it. */
export function isShown(status: BookingState): status is BookingStatus {
  return status !== 'requested'
}

/** States that no list shows. */
export const HIDDEN_STATES = STATES.filter((status) => !isShown(status))

/** A hold that is not paid yet. */
export const awaitsPayment = isIn<BookingState>('pending')

/** Paid, and waiting for tickets. */
export const awaitsTickets = isIn<BookingState>('confirmed')

export const isTicketed = isIn<BookingState>('ticketed')

/** Flights may still change, so the order is synced. */
export const isLookedAfter = isIn<BookingState>('pending', 'ticketed')

/** Flights are still to be taken. */
export const hasFlights = isIn<BookingState>('pending', 'confirmed', 'ticketed')

/** A payment, tickets or an end are still to come. */
export const isUnderway = isIn<BookingState>('requested', 'pending', 'confirmed')

/** The carrier's order is released. */
export const isGivenUp = isIn<BookingState>('cancelled', 'failed')

/** Debited, whatever followed. A cancelled booking may have been debited too: then it has its refund. */
export const wasDebited = isIn<BookingState>('confirmed', 'ticketed', 'failed')

/** Paid, and neither cancelled nor failed since. */
export const isSold = isIn<BookingState>('confirmed', 'ticketed')

export const isCancelled = isIn<BookingState>('cancelled')

/** The whole debit was returned. */
export const isFailed = isIn<BookingState>('failed')
