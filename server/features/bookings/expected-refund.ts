// What would return to the wallet if a booking were cancelled now, by the conditions of its fare: told before somebody
// agrees to it. The carrier has the last word.
import { type Cents, parseOwnAmount } from '../../kernel/values/money.ts'
import type { BookingRow } from './booking-store.ts'
import { contentOf } from './booking-view.ts'
import { settlementOf } from './end-cancellation.ts'
import { isSold } from './states.ts'

/** Null where nothing was paid. */
export function expectedRefund(booking: BookingRow): Cents | null {
  if (!isSold(booking)) return null
  const { allowed, penalty_amount } = contentOf(booking).conditions.refund_before_departure
  const penaltyCents = allowed ? parseOwnAmount(penalty_amount ?? '0.00') : booking.total_cents
  const terms = { penaltyCents, currency: booking.currency }
  return settlementOf(booking, terms).columns.refund_cents
}
