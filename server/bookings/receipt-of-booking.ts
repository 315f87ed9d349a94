// A ticketed booking as its e-ticket receipt.
import { dateIn } from '../base/values/dates.ts'
import { formatAmount, formatBrl } from '../base/values/money.ts'
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
    sums: sumsOf(booking),
    isSimulated: booking.simulated,
  }
}

/**
 * Fare and taxes, which add up to what the client paid. In another currency the carrier's taxes are told alone: with
 * its fare beside them, clients could work out what the agency adds.
 */
function sumsOf({ client_cents, tax_cents, currency }: BookingWithClient): [string, string][] {
  if (tax_cents === 0n) return []
  if (currency !== 'BRL')
    return [['Inclui taxas e encargos de', `${currency} ${formatAmount(tax_cents).replace('.', ',')}`]]
  if (tax_cents > client_cents) return []
  return [
    ['Tarifa e serviço da agência', formatBrl(client_cents - tax_cents)],
    ['Taxas e encargos', formatBrl(tax_cents)],
  ]
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
