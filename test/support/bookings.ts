// Bookings like an integrator's: search, choose an offer, name its passengers, book.
import assert from 'node:assert/strict'
import type { Offer, PassengerType } from '../../contract/flights.ts'
import type { Client, Reply } from './client.ts'
import { oneWay, roundTrip, search } from './searches.ts'

export const BOOKINGS = '/api/v1/bookings'

/** The routes on which the sandbox airline sells its families: one domestic, one international. */
export const HOME = ['FEN', 'MCP'] as const
export const ABROAD = ['FEN', 'MVD'] as const
const DAY = '2026-12-20'

interface Wanted {
  family?: string
  route?: readonly [string, string]
  passengers?: { type: PassengerType; count: number }[]
  date?: string
}

/** An offer of a reserved family ("ZZ none" books without a fault); test keys only. */
export async function zzOffer(client: Client, wanted: Wanted = {}): Promise<Offer> {
  const { family = 'none', route = HOME, passengers = [{ type: 'adult', count: 1 }], date = DAY } = wanted
  const { status, text, body } = await search(client, oneWay(route[0], route[1], date, { passengers }))
  assert.equal(status, 200, text)
  const found = body.offers.find((offer: Offer) => offer.passengers[0]!.fare_brand_name === `ZZ ${family}`)
  assert.ok(found, `no offer of ZZ ${family}`)
  return found
}

/** An ordinary offer that can be held. */
export async function anyOffer(
  client: Client,
  passengers = [{ type: 'adult' as const, count: 1 }],
): Promise<Offer> {
  const { body } = await search(
    client,
    roundTrip(['GRU', 'SDU'], [DAY, '2026-12-27'], { passengers, limit: 20 }),
  )
  return body.offers.find((offer: Offer) => !offer.payment_requirements.requires_instant_payment)
}

const BORN = { adult: '1990-05-17', child: '2019-03-02', infant_without_seat: '2026-02-10' } as const

export const PASSPORT = {
  type: 'passport',
  unique_identifier: 'FZ123456',
  issuing_country_code: 'BR',
  expires_on: '2031-01-01',
}

/** A valid entry for each passenger of the offer; adults carry the infants. */
export function passengersOf(offer: Offer, changes: object = {}) {
  const infants = offer.passengers.filter(({ type }) => type === 'infant_without_seat').map(({ id }) => id)
  return offer.passengers.map(({ id, type }, index) => ({
    id,
    given_name: ['Ana', 'Bruno', 'Célia', 'Davi', 'Elisa', 'Fábio', 'Gil', 'Helena', 'Ivo'][index] ?? 'Ana',
    family_name: 'Souza',
    gender: index % 2 === 0 ? 'f' : 'm',
    born_on: BORN[type],
    email: 'ana@example.com',
    phone_number: '+5511987654321',
    ...(type === 'adult' && infants.length > 0 && { infant_passenger_id: infants.shift() }),
    ...changes,
  }))
}

export const paymentOf = ({ total_amount, total_currency }: Offer) => ({
  type: 'balance',
  amount: total_amount,
  currency: total_currency,
})

export function holdBody(offer: Offer, changes: object = {}) {
  return { offerId: offer.id, type: 'hold', passengers: passengersOf(offer), ...changes }
}

export function instantBody(offer: Offer, changes: object = {}) {
  return {
    offerId: offer.id,
    type: 'instant',
    passengers: passengersOf(offer),
    payments: [paymentOf(offer)],
    ...changes,
  }
}

export async function booked(client: Client, body: object) {
  const answer = await client.post(BOOKINGS, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body
}

export function confirm(client: Client, id: string, offer: Offer): Promise<Reply> {
  return client.put(`${BOOKINGS}/${id}/confirm`, { payment: paymentOf(offer) })
}
