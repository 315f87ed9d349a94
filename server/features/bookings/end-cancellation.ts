// Records how the cancellation of a paid booking ended, as the carrier decided. The request and the due work both end
// it here.
import type { CancelledBooking } from '../../../contract/bookings.ts'
import type { CancelOutcome, CancelTerms } from '../../adapters/flights/port.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { Fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import {
  ANSWER_WITHIN_MS,
  callFor,
  findSupplier,
  NOT_CONNECTED,
  offerOf,
  orderOf,
  rateOf,
} from './at-carrier.ts'
import { notify, scheduleStep } from './booking-steps.ts'
import { type BookingRow, demandBooking } from './booking-store.ts'
import { cancelledView } from './booking-view.ts'
import { moveBooking } from './move-booking.ts'
import { refundOf } from './refund-rules.ts'
import { awaitsTickets } from './states.ts'
import * as work from './work.ts'

/** Asks the carrier to let the order go, by its reference where its answer to the booking was never heard. */
export async function askToCancel(world: World, scope: Scope, booking: BookingRow): Promise<CancelOutcome> {
  const supplier = findSupplier(world, booking)
  if (supplier === undefined) return NOT_CONNECTED
  const call = () => callFor(scope, ANSWER_WITHIN_MS)
  if (booking.order_data !== null) return supplier.cancel(call(), orderOf(booking))
  const found = await supplier.find(call(), { reference: booking.id, offer: offerOf(booking) })
  if (found.outcome === 'unknown') return found
  if (found.outcome !== 'none') return supplier.cancel(call(), found.order)
  return { outcome: 'confirmed', terms: { penaltyCents: 0n, currency: booking.currency } }
}

/** The booking is cancelled, and what the carrier gives back returns to the wallet. */
export async function completeCancellation(
  world: World,
  scope: Scope,
  booking: BookingRow,
  terms: CancelTerms,
): Promise<CancelledBooking> {
  return transaction(world, scope, async (tx) => {
    const { columns, money } = settlementOf(booking, terms)
    const cancelled = await moveBooking(tx, booking, 'cancel', { ...columns, cancelling: false }, { money })
    if (cancelled === undefined) return cancelledView(await demandBooking(tx, booking.id))
    notify(tx, booking.id, 'cancelled')
    return cancelledView(cancelled)
  })
}

/** What a paid booking gets back, and what is written down of that. One refund for each booking, whoever cancelled. */
export function settlementOf(booking: BookingRow, { penaltyCents, currency }: CancelTerms) {
  const refundCents = refundOf({
    debitedCents: booking.wallet_cents,
    penaltyCents,
    refundable: penaltyCents < booking.total_cents || penaltyCents === 0n,
    rate: rateOf(booking),
  })
  return {
    columns: { refund_cents: refundCents, penalty_cents: penaltyCents, penalty_currency: currency },
    money: {
      amountCents: refundCents,
      description: `Refund of booking ${booking.booking_reference || booking.id}`,
      kind: 'cancellation',
    },
  }
}

/** The carrier refused to cancel: the booking stays, and the due work that waited for the decision continues. */
export async function keepBooking(world: World, scope: Scope, booking: BookingRow): Promise<void> {
  await transaction(world, scope, async (tx) => {
    const kept = await moveBooking(tx, booking, 'keep', { cancelling: false })
    if (kept === undefined) return
    scheduleStep(tx, awaitsTickets(kept) ? work.issueTickets : work.syncBooking, kept.id, tx.now)
  })
}

export function failureOf({ rejection }: Extract<CancelOutcome, { outcome: 'rejected' }>): Fail {
  return new Fail('carrier_rejected_the_cancellation', { advice: rejection.message })
}
