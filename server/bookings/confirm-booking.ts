// Pays for a held booking: debited and confirmed in one transaction; its tickets are issued by due work at once.
import type { ConfirmedBooking } from '../../contract/bookings.ts'
import { fail } from '../base/values/fail.ts'
import type { Scope } from '../outbox/transaction.ts'
import { BOOKING_MOVES } from '../rules/booking-states.ts'
import { refusalOf } from '../rules/state-table.ts'
import { inWalletTurn } from '../wallet/wallet-turns.ts'
import type { World } from '../world.ts'
import { demandSupplier, priceOf } from './at-carrier.ts'
import { scheduleStep } from './booking-steps.ts'
import { demandBooking, findBooking } from './booking-store.ts'
import { confirmedView } from './booking-view.ts'
import { moveBooking } from './move-booking.ts'
import { checkPayment, readConfirmInput } from './read-booking-input.ts'
import * as work from './work.ts'

export async function confirmBooking(
  world: World,
  scope: Scope,
  id: string,
  body: Record<string, unknown>,
): Promise<ConfirmedBooking> {
  const payment = readConfirmInput(body)
  return inWalletTurn(world, scope, async (tx) => {
    const booking = (await findBooking(tx, tx.owner, id)) ?? fail('booking_not_found')
    const refusal = refusalOf(BOOKING_MOVES, booking.status, 'confirm')
    if (refusal !== undefined) fail(refusal)
    checkPayment(payment, priceOf(booking), 'payment')
    // Fails before the debit if the supplier is not connected: nobody could issue the tickets.
    demandSupplier(world, booking)
    const money = {
      amountCents: booking.wallet_cents,
      description: `Booking ${booking.booking_reference}, ${booking.origin}-${booking.destination}`,
      kind: 'debit',
    }
    const confirmed = await moveBooking(tx, booking, 'confirm', {}, { money, payableAt: tx.now })
    // It was moved by another request, or its deadline passed and the due work that expires it has not run yet.
    if (confirmed === undefined) {
      const { status } = await demandBooking(tx, id)
      const reason = refusalOf(BOOKING_MOVES, status, 'confirm')
      return fail(reason ?? 'booking_expired')
    }
    scheduleStep(tx, work.issueTickets, id, tx.now)
    return confirmedView(confirmed)
  })
}
