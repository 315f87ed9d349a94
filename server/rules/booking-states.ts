// The contract's table of booking states, and what it leaves open as docs/decisions.md settles it.
import { BOOKING_STATUSES, type BookingStatus } from '../../contract/bookings.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { EventType } from '../../contract/events.ts'

export const BOOKING_TRIGGERS = ['confirm', 'issue', 'issuance_failure', 'deadline', 'cancel'] as const
export type BookingTrigger = (typeof BOOKING_TRIGGERS)[number]

export interface BookingMove {
  from: BookingStatus
  trigger: BookingTrigger
  /** The new state; the same one where nothing happens. */
  to: BookingStatus | 'unchanged'
  emits: readonly EventType[]
  refusal?: ErrorCode
}

const unchanged = (
  from: BookingStatus,
  trigger: BookingTrigger,
  because: { refusal?: ErrorCode } = {},
): BookingMove => ({ from, trigger, to: 'unchanged', emits: [], ...because })

export const BOOKING_MOVES: readonly BookingMove[] = [
  {
    from: 'pending',
    trigger: 'confirm',
    to: 'confirmed',
    emits: ['booking.confirmed', 'wallet.debit', 'booking.updated'],
  },
  unchanged('confirmed', 'confirm', { refusal: 'booking_already_confirmed' }),
  unchanged('ticketed', 'confirm', { refusal: 'booking_already_confirmed' }),
  unchanged('cancelled', 'confirm', { refusal: 'booking_already_cancelled' }),
  unchanged('expired', 'confirm', { refusal: 'booking_expired' }),
  unchanged('failed', 'confirm', { refusal: 'booking_failed' }),
  { from: 'confirmed', trigger: 'issue', to: 'ticketed', emits: ['booking.ticketed', 'booking.updated'] },
  ...(['pending', 'ticketed', 'cancelled', 'expired', 'failed'] as const).map((from) =>
    unchanged(from, 'issue'),
  ),
  {
    from: 'confirmed',
    trigger: 'issuance_failure',
    to: 'failed',
    emits: ['booking.failed', 'wallet.credit', 'booking.updated'],
  },
  ...(['pending', 'ticketed', 'cancelled', 'expired', 'failed'] as const).map((from) =>
    unchanged(from, 'issuance_failure'),
  ),
  { from: 'pending', trigger: 'deadline', to: 'expired', emits: ['booking.expired', 'booking.updated'] },
  ...(['confirmed', 'ticketed', 'cancelled', 'expired', 'failed'] as const).map((from) =>
    unchanged(from, 'deadline'),
  ),
  // Refunds emit wallet.credit besides, where something returns.
  ...(['pending', 'confirmed', 'ticketed'] as const).map(
    (from): BookingMove => ({
      from,
      trigger: 'cancel',
      to: 'cancelled',
      emits: ['booking.cancelled', 'booking.updated'],
    }),
  ),
  unchanged('cancelled', 'cancel', { refusal: 'booking_already_cancelled' }),
  unchanged('expired', 'cancel', { refusal: 'booking_expired' }),
  unchanged('failed', 'cancel', { refusal: 'booking_failed' }),
]

function moveOf(from: BookingStatus, trigger: BookingTrigger): BookingMove {
  return BOOKING_MOVES.find((move) => move.from === from && move.trigger === trigger)!
}

/** The states in which the trigger moves a booking. */
export function statesBefore(trigger: BookingTrigger): BookingStatus[] {
  return BOOKING_STATUSES.filter((status) => moveOf(status, trigger).to !== 'unchanged')
}

/** Why the trigger does not move a booking in this state; undefined where it does, or where nobody minds. */
export function refusalOf(from: BookingStatus, trigger: BookingTrigger): ErrorCode | undefined {
  return moveOf(from, trigger).refusal
}
