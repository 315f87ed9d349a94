// Steps of an agency about flights; a step without a prerequisite creates it.

import type { Booking } from '../../contract/bookings.ts'
import type { Offer } from '../../contract/flights.ts'
import { realClock } from '../../server/kernel/process/clock.ts'
import { ABROAD, BOOKINGS, HOME, holdBody, instantBody, PASSPORT, passengersOf } from '../support/bookings.ts'
import { daysAfter, oneWay, SEARCH } from '../support/searches.ts'
import type { Life } from './life.ts'
import { takenBody } from './writes.ts'

/** Where Duffel sells; the sandbox's airline sells its families elsewhere. */
const LIVE_ROUTE = ['GRU', 'LIS'] as const
const LIVE_AIRLINES = ['ZZ', 'LA']
/** Of Duffel's own: one that is never refunded, and one that is. */
const LIVE_BRANDS = new Set(['Basic', 'Full'])

export async function search({ shop, chance, ask }: Life): Promise<Offer[]> {
  const isLive = shop.mode === 'live'
  const [origin, destination] = isLive ? LIVE_ROUTE : chance.pick([HOME, ABROAD])
  const day = daysAfter(realClock.now(), 40 + chance.below(60))
  const passengers = [{ type: 'adult', count: 1 + chance.below(isLive ? 3 : 2) }]
  const wanted = { limit: 60, passengers, ...(isLive && { airlines: LIVE_AIRLINES }) }
  const answer = await ask({ method: 'POST', path: SEARCH, body: oneWay(origin, destination, day, wanted) })
  const offers: Offer[] = answer.body?.offers ?? []
  return offers.filter(({ passengers: [first] }) => !isLive || LIVE_BRANDS.has(first?.fare_brand_name ?? ''))
}

export async function hold(life: Life): Promise<void> {
  const offers = await search(life)
  const holdable = offers.filter(({ payment_requirements: asks }) => !asks.requires_instant_payment)
  if (holdable.length === 0) return
  const offer = chosen(life, holdable)
  const made = takenBody(
    await life.write('POST', BOOKINGS, holdBody(offer, personal(life, offer)), 'booking'),
  )
  if (made === null) return
  const { total_amount, total_currency } = offer
  life.shop.known.holds.push({ id: made.id, total_amount, total_currency })
  know(life, made)
}

/** One of those that are wanted; any, unless it is said. */
export async function instant(life: Life, isWanted: (offer: Offer) => boolean = () => true): Promise<void> {
  const offers = (await search(life)).filter(isWanted)
  if (offers.length === 0) return
  const offer = chosen(life, offers)
  const made = takenBody(
    await life.write('POST', BOOKINGS, instantBody(offer, personal(life, offer)), 'booking'),
  )
  if (made !== null) know(life, made)
}

/** A booking that started a trip can be invoiced from there. */
function know({ shop: { known } }: Life, { id, trip_id, client }: Booking): void {
  known.bookings.push(id)
  if (trip_id !== null && client !== null) known.trips.push({ id: trip_id, client_id: client.id })
}

/** As it was offered: the payment is checked against it. */
function chosen({ shop, chance }: Life, offers: readonly Offer[]): Offer {
  const offer = chance.pick(offers)
  shop.known.offers.set(offer.id, offer)
  return offer
}

/** The passenger's address is the mark, which the list of bookings shows. */
function personal({ mark, chance }: Life, offer: Offer): object {
  return {
    start_trip: chance.chance(60),
    passengers: passengersOf(offer, { email: `${mark}@cliente.example`, identity_documents: [PASSPORT] }),
    metadata: { mark },
  }
}

export async function confirm(life: Life): Promise<void> {
  const { shop, chance, write } = life
  const { holds } = shop.known
  if (holds.length === 0) return hold(life)
  const [held] = holds.splice(chance.below(holds.length), 1)
  if (held === undefined) return
  const { total_amount: amount, total_currency: currency } = held
  await write('PUT', `${BOOKINGS}/${held.id}/confirm`, { payment: { type: 'balance', amount, currency } })
}

export async function cancel(life: Life): Promise<void> {
  const { shop, chance, write } = life
  const { bookings } = shop.known
  if (bookings.length === 0) return instant(life)
  await write('DELETE', `${BOOKINGS}/${chance.pick(bookings)}`)
}
