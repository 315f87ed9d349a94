// Bookings: by id, locator, ticket, traveller, client and amount.
import { formatAmount } from '../../kernel/values/money.ts'
import type { Term } from './read-term.ts'
import { type FoundBooking, findBookings, type Way } from './search-store.ts'
import { type Asked, byAmount, byClients, findAll, matchIn, type Told, within } from './ways.ts'

export async function searchBookings(
  asked: Asked,
  term: Term,
  clientIds: readonly string[],
): Promise<(Told & { created_at: Date })[]> {
  const { typed, folded, bare } = term
  const ways: Way[] = [
    { where: 'found.id = $4', values: [typed.toLowerCase()] },
    // Those that have no locator yet are not meant by nothing.
    ...(bare === '' ? [] : [{ where: 'booking_reference = $4', values: [bare.toUpperCase()] }]),
    ...within('found.search_text', folded),
    ...(bare === folded || !/\d{3}/.test(bare) ? [] : within('found.search_text', bare)),
    ...byClients(clientIds),
    ...byAmount('found.client_cents', term),
  ]
  return (await findAll(asked, findBookings, ways)).map((booking) => told(booking, term))
}

function told(booking: FoundBooking, { typed, folded, bare, amountCents }: Term) {
  const { id, booking_reference, status, client_name, origin, destination, departure_date } = booking
  const [locator = '', ...lines] = booking.search_text.split('\n')
  const texts = [
    ['id', id],
    ['locator', locator],
    ...lines.map((line) => [/^[0-9a-z]*\d[0-9a-z]*$/.test(line) ? 'ticket' : 'traveller', line] as const),
  ] as const
  const found = matchIn(texts, [typed.toLowerCase(), folded, bare])
  const isAmount = booking.client_cents === amountCents
  return {
    type: 'booking' as const,
    id,
    title: booking_reference === '' ? id : booking_reference,
    subtitle: `${client_name} · ${origin}–${destination} · ${departure_date}`,
    status,
    amount: formatAmount(booking.client_cents),
    ...(found ?? { matched: isAmount ? ('amount' as const) : ('client' as const), exact: isAmount }),
    created_at: booking.created_at,
  }
}
