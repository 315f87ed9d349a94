// Pays for a held booking: debited and confirmed in one transaction; its tickets are issued by due work at once.
import type { ConfirmedBooking } from '../../contract/bookings.ts'
import { fail } from '../base/values/fail.ts'
import { emit } from '../events/emit.ts'
import type { Scope } from '../outbox/transaction.ts'
import { refusalOf, statesBefore } from '../rules/booking-states.ts'
import { debit } from '../wallet/move-money.ts'
import { walletTransaction } from '../wallet/wallet-turns.ts'
import type { World } from '../world.ts'
import { carrierOf, priceOf } from './at-carrier.ts'
import { scheduleStep, tellUpdate } from './booking-steps.ts'
import { findBooking, moveBooking } from './booking-store.ts'
import { bookingEventView, confirmedView } from './booking-view.ts'
import { checkPayment, readConfirmInput } from './read-booking-input.ts'
import * as work from './work.ts'

export async function confirmBooking(
  world: World,
  scope: Scope,
  id: string,
  body: Record<string, unknown>,
): Promise<ConfirmedBooking> {
  const payment = readConfirmInput(body)
  return walletTransaction(world, scope, async (tx) => {
    const booking = (await findBooking(tx, tx.owner, id)) ?? fail('booking_not_found')
    const refusal = refusalOf(booking.status, 'confirm')
    if (refusal !== undefined) fail(refusal)
    checkPayment(payment, priceOf(booking), 'payment')
    // Nothing is debited for tickets that nobody could issue.
    carrierOf(world, booking)
    const guard = { from: statesBefore('confirm'), payableAt: tx.now }
    // Who finds it moved lost a race, or came after the deadline but before the work that ends it.
    if (!(await moveBooking(tx, id, guard, { status: 'confirmed' }))) {
      const now = (await findBooking(tx, tx.owner, id))!
      const reason = refusalOf(now.status, 'confirm')
      return fail(reason ?? 'booking_expired')
    }
    const confirmed = { ...booking, status: 'confirmed' as const }
    emit(tx, 'booking.confirmed', bookingEventView(confirmed))
    if (booking.wallet_cents > 0n)
      await debit(tx, {
        amountCents: booking.wallet_cents,
        description: `Booking ${booking.booking_reference}, ${booking.origin}-${booking.destination}`,
        referenceType: 'booking',
        referenceId: booking.id,
        kind: 'debit',
      })
    tellUpdate(tx, booking, confirmed)
    scheduleStep(tx, work.issueTickets, id, tx.now)
    return confirmedView(confirmed)
  })
}
