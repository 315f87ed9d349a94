// The contract's table of booking states, and what it leaves open as docs/internals/decisions.md decides it. Besides, the steps
// in which a booking stays in its state while something else of it changes.
import { BOOKING_STATUSES, type BookingStatus, type BookingType } from '../../../contract/bookings.ts'
import type { EventAbout } from '../../../contract/events.ts'
import { isIn, type StateRow, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

/** Besides what callers see: the carrier is still being asked to hold it. */
export type BookingState = 'requested' | BookingStatus

const STATES: readonly BookingState[] = ['requested', ...BOOKING_STATUSES]

const TRIGGERS = [
  /** The carrier holds its seats. */
  'hold',
  'confirm',
  /** The carrier has taken an instant: only now integrators are told of it. */
  'announce',
  /** It has not taken it, and they are told no more than that. */
  'refuse',
  /** The carrier has the order under a new reference; its tickets are still to come. */
  'order',
  /** The same, looked at again. */
  'await_tickets',
  'issue',
  'issuance_failure',
  'deadline',
  /** The carrier is asked to let a paid one go, and until it has answered nobody else may move it. */
  'ask_to_cancel',
  /** It does not let it go. */
  'keep',
  'cancel',
  /** Its flights are not any more what they were. */
  'reschedule',
  /** They were looked at, and are. */
  'sync',
  /** The carrier is asked to take our word for a change of its own, or has not taken it. */
  'mark_change',
  /** It has. */
  'accept_change',
  /** The carrier's order comes to light after all was given up. */
  'late_order',
] as const
export type BookingTrigger = (typeof TRIGGERS)[number]

/** An event of the wallet stands where its money moves; it comes to nothing where the amount is zero. */
export type BookingEvent = EventAbout<'booking'> | 'wallet.debit' | 'wallet.credit'

type BookingMove = StateRow<BookingState, BookingTrigger, BookingEvent>

const except = (...states: BookingState[]) => STATES.filter((state) => !states.includes(state))

/** It stays in its state, and something else of it changes; in all other states nothing happens. */
const stays = (
  states: BookingState[],
  trigger: BookingTrigger,
  emits: readonly BookingEvent[] = [],
): BookingMove[] => [
  ...states.map((state): BookingMove => ({ from: [state], trigger, to: state, emits })),
  unmoved(except(...states), trigger),
]

export const BOOKING_MOVES: StateTable<BookingState, BookingTrigger, BookingEvent, BookingType> = {
  states: STATES,
  triggers: TRIGGERS,
  begins: {
    hold: { to: 'requested', emits: [] },
    instant: { to: 'confirmed', emits: ['wallet.debit'] },
  },
  rows: [
    { from: ['requested'], trigger: 'hold', to: 'pending', emits: ['booking.created'] },
    unmoved(except('requested'), 'hold'),
    {
      from: ['pending'],
      trigger: 'confirm',
      to: 'confirmed',
      emits: ['booking.confirmed', 'wallet.debit', 'booking.updated'],
    },
    unmoved(['requested'], 'confirm', { refusal: 'booking_not_found' }),
    unmoved(['confirmed', 'ticketed'], 'confirm', { refusal: 'booking_already_confirmed' }),
    unmoved(['cancelled'], 'confirm', { refusal: 'booking_already_cancelled' }),
    unmoved(['expired'], 'confirm', { refusal: 'booking_expired' }),
    unmoved(['failed'], 'confirm', { refusal: 'booking_failed' }),
    ...stays(['confirmed'], 'announce', ['booking.created', 'booking.confirmed']),
    { from: ['confirmed'], trigger: 'refuse', to: 'failed', emits: ['booking.failed', 'wallet.credit'] },
    unmoved(except('confirmed'), 'refuse'),
    ...stays(['confirmed'], 'order', ['booking.updated']),
    ...stays(['confirmed'], 'await_tickets'),
    { from: ['confirmed'], trigger: 'issue', to: 'ticketed', emits: ['booking.ticketed', 'booking.updated'] },
    unmoved(except('confirmed'), 'issue'),
    {
      from: ['confirmed'],
      trigger: 'issuance_failure',
      to: 'failed',
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

/** Whether callers see it, and lists count it. */
export function isShown(status: BookingState): status is BookingStatus {
  return status !== 'requested'
}

/** Those of no list: what is in one of them is there for nobody yet. */
export const HIDDEN_STATES = STATES.filter((status) => !isShown(status))

/** A hold that nobody has paid yet. */
export const awaitsPayment = isIn<BookingState>('pending')

/** Paid, and its tickets are still to come. */
export const awaitsTickets = isIn<BookingState>('confirmed')

export const isTicketed = isIn<BookingState>('ticketed')

/** Its flights may still change, and we look whether they do. */
export const isLookedAfter = isIn<BookingState>('pending', 'ticketed')

/** It has flights that somebody is to take. */
export const hasFlights = isIn<BookingState>('pending', 'confirmed', 'ticketed')

/** Something is still to come of it, whoever travels: a payment, tickets, or an end. */
export const isUnderway = isIn<BookingState>('requested', 'pending', 'confirmed')

/** What its carrier has of it is let go. */
export const isGivenUp = isIn<BookingState>('cancelled', 'failed')

/** Debited, whatever became of it since. One that is cancelled may have been too: it has its refund then. */
export const wasDebited = isIn<BookingState>('confirmed', 'ticketed', 'failed')

/** Paid, and neither cancelled nor failed since. */
export const isSold = isIn<BookingState>('confirmed', 'ticketed')

export const isCancelled = isIn<BookingState>('cancelled')

/** All that was debited is back. */
export const isFailed = isIn<BookingState>('failed')
