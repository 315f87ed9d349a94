// A ticketed booking as its e-ticket receipt.
import { dateIn } from '../base/values/dates.ts'
import type { ReceiptView } from '../paper/receipt/receipt-view.ts'
import { letterheadOf } from '../teams/letterhead.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import type { BookingWithClient } from './booking-store.ts'
import { contentOf, documentsOf, slicesOf } from './booking-view.ts'
import { legsOf } from './itinerary.ts'

export function receiptOf(world: World, booking: BookingWithClient, team: Team): ReceiptView {
  const { owner, conditions } = contentOf(booking)
  return {
    agency: letterheadOf(world, team),
    clientName: booking.client_name,
    bookingReference: booking.booking_reference,
    bookingId: booking.id,
    airlineName: owner.name,
    issuedOn: dateIn(booking.ticketed_at ?? booking.synced_at, team.time_zone),
    passengers: travellersOf(booking),
    legs: legsOf(slicesOf(booking)),
    conditions,
    clientAmountCents: booking.client_cents,
    isSimulated: booking.simulated,
  }
}

/** Who flies, each with their ticket as soon as there is one. */
export function travellersOf(booking: BookingWithClient): ReceiptView['passengers'] {
  const tickets = new Map(
    documentsOf(booking).map((ticket) => [ticket.passenger_id, ticket.unique_identifier]),
  )
  return contentOf(booking).passengers.map(({ id, type, given_name, family_name }) => ({
    id,
    name: `${given_name} ${family_name}`,
    type,
    ticket: tickets.get(id) ?? null,
  }))
}
