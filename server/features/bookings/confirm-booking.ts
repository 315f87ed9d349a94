// Pays for a held booking: debited and confirmed in one transaction; its tickets are issued by due work at once.
// Whoever prefers to wait for them is answered by a second transaction.
import type { ConfirmedBooking } from '../../../contract/bookings.ts'
import { stepsOf } from '../../kernel/outbox/steps.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { keyOf, type WaitingRequest } from '../../kernel/outbox/waiting-request.ts'
import { fail } from '../../kernel/values/fail.ts'
import { refusalOf } from '../../kernel/values/state-table.ts'
import type { World } from '../world.ts'
import { answerAsItIs } from './answer-as-it-is.ts'
import { demandSupplier, priceOf, TAKE_OVER_AFTER_MS } from './at-carrier.ts'
import { scheduleStep } from './booking-steps.ts'
import { demandBooking, findBooking } from './booking-store.ts'
import { confirmedView } from './booking-view.ts'
import { moveBooking } from './move-booking.ts'
import { checkPayment, readConfirmInput } from './read-booking-input.ts'
import { BOOKING_MOVES } from './states.ts'
import { waitForTickets } from './wait-for-tickets.ts'
import * as work from './work.ts'

export async function confirmBooking(
  world: World,
  scope: Scope,
  id: string,
  body: Record<string, unknown>,
  waitMs = 0,
): Promise<ConfirmedBooking> {
  const payment = readConfirmInput(body)
  const endsAt = performance.now() + waitMs
  const { first, last } = stepsOf(scope)
  const confirmed = await transaction(world, waitMs === 0 ? scope : first, async (tx) => {
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
    if (waitMs > 0) scheduleAnswer(tx, id, { key: keyOf(scope), since: world.wall.now() })
    return confirmedView(confirmed)
  })
  if (waitMs === 0) return confirmed
  await waitForTickets(world, id, endsAt - performance.now())
  return answerAsItIs(world, last, id, confirmedView)
}

/** Should the request not live, its answer is written by due work, for whoever comes again with its key. */
function scheduleAnswer(tx: Tx, id: string, waiting: WaitingRequest): void {
  if (waiting.key === null) return
  const takeOverAt = new Date(tx.now.getTime() + TAKE_OVER_AFTER_MS)
  scheduleStep(tx, work.issueTickets, id, takeOverAt, { waiting, takesOver: true })
}
