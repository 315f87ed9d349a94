// A ticketed booking as its e-ticket receipt.
import type { TeamLanguage } from '../../../contract/team-profile.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type PageWords, pageWords } from '../../render/words/page-words.ts'
import { letterheadOf } from '../teams/letterhead.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import type { BookingWithClient } from './booking-store.ts'
import { contentOf, documentsOf, slicesOf } from './booking-view.ts'
import { legsOf } from './itinerary.ts'
import type { ReceiptView } from './receipt-view.ts'

export function receiptOf(
  world: World,
  booking: BookingWithClient,
  team: Team,
  language: TeamLanguage,
): ReceiptView {
  const { owner, conditions } = contentOf(booking)
  return {
    language,
    agency: letterheadOf(world, team),
    clientName: booking.client_name,
    bookingReference: booking.booking_reference,
    bookingId: booking.id,
    airlineName: owner.name,
    issuedOn: dateIn(booking.ticketed_at ?? booking.synced_at, team.time_zone),
    passengers: travellersOf(booking),
    legs: legsOf(slicesOf(booking), language),
    conditions,
    clientAmountCents: booking.client_cents,
    sums: sumsOf(booking, pageWords(language)),
    isSimulated: booking.simulated,
  }
}

/**
 * Fare and taxes, which add up to what the client paid. In another currency the carrier's taxes are told alone: with
 * its fare beside them, clients could work out what the agency adds.
 */
function sumsOf(
  { client_cents, tax_cents, currency }: BookingWithClient,
  { ticket, money, decimal }: PageWords,
): [string, string][] {
  if (tax_cents === 0n) return []
  if (currency !== 'BRL')
    return [[ticket.taxesIncluded, `${currency} ${formatAmount(tax_cents).replace('.', decimal)}`]]
  if (tax_cents > client_cents) return []
  return [
    [ticket.fare, money(client_cents - tax_cents)],
    [ticket.taxes, money(tax_cents)],
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
