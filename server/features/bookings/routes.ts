// Binds the operations on bookings.
import type { BOOKING_OPERATIONS } from '../../../contract/operations/bookings.ts'
import { readerOf } from '../../kernel/db/reader.ts'
import type { Bindings } from '../bindings.ts'
import { turnsOf } from '../heavy-work.ts'
import type { World } from '../world.ts'
import { acceptChange } from './accept-change.ts'
import { cancelBooking } from './cancel-booking.ts'
import { confirmBooking } from './confirm-booking.ts'
import { createBooking } from './create-booking.ts'
import { filterOf, readBooking, readBookings } from './read-bookings.ts'
import { readTimeline } from './timeline.ts'

export function bookingRoutes(world: World): Bindings<typeof BOOKING_OPERATIONS> {
  return {
    'bookings.create': ({ scope, body, caller, waitMs }) =>
      createBooking(world, scope, body, caller.team.debits, waitMs),
    'bookings.list': ({ owner, query, caller, page }) =>
      readBookings(world.pool, owner, filterOf(query, caller.team.time_zone), page),
    'bookings.read': ({ owner, params, caller }) =>
      readBooking(readerOf(world), owner, params.id, caller.permissions.has('documents.read')),
    'bookings.confirm': ({ scope, params, body, waitMs }) =>
      confirmBooking(world, scope, params.id, body, waitMs),
    'bookings.cancel': ({ scope, params }) => cancelBooking(world, scope, params.id),
    'bookings.acceptChange': ({ scope, params }) => acceptChange(world, scope, params),
    'bookings.receipt': ({ owner, params: { id } }) =>
      world.heavyWork.run(turnsOf(owner), 'receipt', { owner, id }),
    'bookings.timeline': ({ owner, params }) => readTimeline(readerOf(world), owner, params.id),
  }
}
