// Books an offer: reads what was sent in the decided order, then holds it or has it issued at once.
import type { Booking } from '../../../contract/bookings.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { findOffer } from '../flights/find-offer.ts'
import type { StoredOffer } from '../flights/stored-line.ts'
import type { World } from '../world.ts'
import { bookInstantly } from './book-instantly.ts'
import { type Debits, draftBooking } from './draft-booking.ts'
import { holdBooking } from './hold-booking.ts'
import { type ReadPassengers, readPassengers } from './passengers.ts'
import { checkPayment, readBookingInput } from './read-booking-input.ts'
import { tripOf } from './trip.ts'

export async function createBooking(
  world: World,
  scope: Scope,
  body: Record<string, unknown>,
  debits: Debits,
  waitMs = 0,
): Promise<Booking> {
  const wish = readBookingInput(body)
  const stored = await findOffer(world.pool, scope.owner, wish.offerId, scope.clock.now())
  if (wish.type === 'hold' && stored.offer.payment_requirements.requires_instant_payment)
    fail('offer_requires_instant_payment')
  const travellers = rightPassengers(wish.passengers, stored, scope.clock.now())
  if (wish.payment !== undefined) checkPayment(wish.payment, stored.atSupplier.price, 'payments.0')
  const draft = draftBooking(world, scope, wish, stored, travellers, debits)
  return wish.type === 'instant'
    ? bookInstantly(world, scope, draft, stored, waitMs)
    : holdBooking(world, scope, draft)
}

function rightPassengers(
  input: unknown[],
  { offer }: StoredOffer,
  now: Date,
): Extract<ReadPassengers, { outcome: 'right' }> {
  const read = readPassengers(input, offer.passengers, tripOf(offer.slices, now))
  if (read.outcome === 'right') return read
  if (read.outcome === 'passport required') fail('passport_required', { details: read.faults })
  return fail('invalid_passenger_data', { details: read.faults })
}
