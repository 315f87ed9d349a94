// Steps about flights: searched, held, booked and cancelled. A step without a booking to work on creates one.
import type { Booking } from '../../../contract/bookings.ts'
import type { Offer } from '../../../contract/flights.ts'
import { realClock } from '../../../server/kernel/process/clock.ts'
import {
  ABROAD,
  BOOKINGS,
  HOME,
  holdBody,
  instantBody,
  PASSPORT,
  passengersOf,
} from '../../support/bookings.ts'
import { daysAfter, oneWay, SEARCH } from '../../support/searches.ts'
import { acknowledged } from '../writes.ts'
import type { Context } from './context.ts'

/** The simulated carrier of the sandbox sells other routes. */
const LIVE_ROUTE = ['GRU', 'LIS'] as const
const LIVE_AIRLINES = ['ZZ', 'LA']
/** Fares that are never refunded, and fares that are. */
const LIVE_BRANDS = new Set(['Basic', 'Full'])

export async function searchFlights({ agency, random, send }: Context): Promise<Offer[]> {
  const isLive = agency.mode === 'live'
  const [origin, destination] = isLive ? LIVE_ROUTE : random.pick([HOME, ABROAD])
  const day = daysAfter(realClock.now(), 40 + random.below(60))
  const passengers = [{ type: 'adult', count: 1 + random.below(isLive ? 3 : 2) }]
  const wanted = { limit: 60, passengers, ...(isLive && { airlines: LIVE_AIRLINES }) }
  const body = oneWay(origin, destination, day, wanted)
  const offers: Offer[] = (await send({ method: 'POST', path: SEARCH, body })).body?.offers ?? []
  return offers.filter(({ passengers: [first] }) => !isLive || LIVE_BRANDS.has(first?.fare_brand_name ?? ''))
}

export async function holdBooking(context: Context): Promise<void> {
  const offers = await searchFlights(context)
  const holdable = offers.filter(({ payment_requirements }) => !payment_requirements.requires_instant_payment)
  if (holdable.length === 0) return
  const offer = pickOffer(context, holdable)
  const body = holdBody(offer, personal(context, offer))
  const booking = acknowledged(await context.write('POST', BOOKINGS, body, 'booking'))
  if (booking === null) return
  const { total_amount, total_currency } = offer
  context.agency.known.holds.push({ id: booking.id, total_amount, total_currency })
  remember(context, booking)
}

export async function bookInstantly(
  context: Context,
  isWanted: (offer: Offer) => boolean = () => true,
): Promise<void> {
  const offers = (await searchFlights(context)).filter(isWanted)
  if (offers.length === 0) return
  const offer = pickOffer(context, offers)
  const body = instantBody(offer, personal(context, offer))
  const booking = acknowledged(await context.write('POST', BOOKINGS, body, 'booking'))
  if (booking !== null) remember(context, booking)
}

/** The trip that a booking started can be invoiced. */
function remember({ agency: { known } }: Context, { id, trip_id, client }: Booking): void {
  known.bookings.push(id)
  if (trip_id !== null && client !== null) known.trips.push({ id: trip_id, client_id: client.id })
}

/** Invariants compare the debit with the offer. */
function pickOffer({ agency, random }: Context, offers: readonly Offer[]): Offer {
  const offer = random.pick(offers)
  agency.known.offers.set(offer.id, offer)
  return offer
}

/** The mail address of the passenger has the mark, because the list of bookings shows it. */
function personal({ mark, random }: Context, offer: Offer): object {
  return {
    start_trip: random.chance(60),
    passengers: passengersOf(offer, { email: `${mark}@cliente.example`, identity_documents: [PASSPORT] }),
    metadata: { mark },
  }
}

export async function confirmHold(context: Context): Promise<void> {
  const { agency, random, write } = context
  const { holds } = agency.known
  if (holds.length === 0) return holdBooking(context)
  const [hold] = holds.splice(random.below(holds.length), 1)
  if (hold === undefined) return
  const { total_amount: amount, total_currency: currency } = hold
  await write('PUT', `${BOOKINGS}/${hold.id}/confirm`, { payment: { type: 'balance', amount, currency } })
}

export async function cancelBooking(context: Context): Promise<void> {
  const { agency, random, write } = context
  const { bookings } = agency.known
  if (bookings.length === 0) return bookInstantly(context)
  await write('DELETE', `${BOOKINGS}/${random.pick(bookings)}`)
}
