// Bookings in trips: which trip one joins when it is created, how its moves reach the trip, and later additions.
import type { BookingOfTripInput, TripDetail, TripInput } from '../../../contract/trips.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Caller } from '../teams/caller.ts'
import { demandTripFor, type FollowedBooking, followBooking, joinTrip, startTrip } from '../trips/follow.ts'
import { refuseMoreItems } from '../trips/items.ts'
import { setTripOfBooking, type TripRow } from '../trips/store.ts'
import { createTrip, detailOf, shownTo } from '../trips/trips.ts'
import type { World } from '../world.ts'
import { type BookingRow, findBooking, lockBooking } from './store.ts'
import { baseCostOf, bookingContent, shownStatus, slicesOf } from './view.ts'

/** In the transaction that shows or moves a booking. Returns the booking with its trip. */
export async function followMove<Booking extends BookingRow>(tx: Tx, booking: Booking): Promise<Booking> {
  if (booking.trip_id === null && !booking.starts_trip) return booking
  return { ...booking, trip_id: await followBooking(tx, followedOf(booking)) }
}

function followedOf(booking: BookingRow): FollowedBooking {
  const { passengers } = bookingContent(booking)
  return {
    ...booking,
    status: shownStatus(booking),
    cost_cents: baseCostOf(booking),
    slices: slicesOf(booking),
    travellers: passengers.map(({ given_name, family_name, born_on }) => ({
      full_name: `${given_name} ${family_name}`,
      born_on,
    })),
  }
}

/** Locks a booking, which starts a trip if it is in none. */
export async function lockBookingInTrip(tx: Tx, id: string): Promise<void> {
  await lockBooking(tx, id)
  const booking = (await findBooking(tx, tx.owner, id)) ?? fail('booking_not_found')
  if (booking.trip_id === null) await startTrip(tx, followedOf(booking))
}

export async function addBookingToTrip(
  world: World,
  scope: Scope,
  tripId: string,
  { input, caller }: { input: BookingOfTripInput; caller: Caller },
): Promise<TripDetail> {
  return transaction(world, scope, async (tx) => {
    await addBooking(tx, tripId, input)
    return detailOf(world, tx, tripId, shownTo(tx, caller))
  })
}

export async function createTripWithBookings(
  world: World,
  scope: Scope,
  input: TripInput,
  caller: Caller,
): Promise<TripDetail> {
  const join = async (tx: Tx, { id }: TripRow, bookingIds: readonly string[]) => {
    for (const booking_id of bookingIds) await addBooking(tx, id, { booking_id })
  }
  return createTrip(world, scope, { input, caller, join })
}

/** The booking is locked first, as its moves do. */
async function addBooking(tx: Tx, tripId: string, input: BookingOfTripInput): Promise<void> {
  const { booking_id, trip_item_id = null } = input
  await lockBooking(tx, booking_id)
  const booking = await findBooking(tx, tx.owner, booking_id)
  const trip = await demandTripFor(tx, tripId, trip_item_id)
  if (booking === undefined) return fail('booking_not_found')
  if (booking.trip_id === tripId) return
  if (booking.trip_id !== null) fail('booking_in_other_trip')
  if (booking.client_id !== trip.client_id) fail('booking_of_other_client')
  if (trip_item_id === null) await refuseMoreItems(tx, tripId)
  await setTripOfBooking(tx, booking.id, tripId, trip_item_id)
  // It becomes an item as soon as its carrier has taken it.
  if (!booking.unannounced) await joinTrip(tx, tripId, { ...followedOf(booking), trip_item_id })
}
