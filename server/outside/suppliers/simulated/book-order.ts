// Books at the simulated carrier: one statement takes the seats and makes the order, once for each reference of the
// buyer. What goes wrong on purpose is in reserved.ts.
import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from '../../../base/database/db.ts'
import type { BookingRequest, Call, OrderOutcome, Rejection } from '../port.ts'
import type { OfferAtSupplier, Price } from '../supplier-offer.ts'
import type { Atlas } from './atlas.ts'
import { type Choice, holdUntil, priceOf } from './build-offer.ts'
import { readChoice, seatedOf, seatsNeeded } from './choices.ts'
import type { Network } from './network.ts'
import { outcomeOf, rejected, UNANSWERED } from './order-outcomes.ts'
import { type Inserted, storeOrder } from './order-store.ts'
import { saleOf, writeSale } from './order-view.ts'
import { type Effect, effectOf, issuing, SLOW_BOOKING_MS } from './reserved.ts'
import { lapseHolds, marketOf } from './seats.ts'

/** What selling takes: the books of orders and seats, and the flights that there are. */
export interface Desk {
  readonly pool: Pool
  readonly atlas: Atlas
  readonly network: Network
}

const HELD = { status: 'held', issueAt: null, ticketedAt: null } as const

export async function bookOrder(desk: Desk, call: Call, booking: BookingRequest): Promise<OrderOutcome> {
  const { offer, type } = booking
  const choice = readChoice(desk.atlas, desk.network, offer.data, offer.travellers)
  if (choice === undefined) return rejected('offer_gone', 'The flight is not sold any more')
  const effect = effectOf(choice.family)
  const refusal = refusalOf(effect, choice, offer, call.now)
  if (refusal !== undefined) return { outcome: 'rejected', rejection: refusal }
  const payBy = type === 'hold' ? holdUntil(choice, call.now) : null
  if (type === 'hold' && payBy === null) return rejected('hold_unavailable', 'The offer must be paid at once')
  if (effect === 'request lost') return UNANSWERED

  const made = await takeSeats(desk, call, booking, choice, payBy)
  if (made === 'sold out') return rejected('sold_out', 'There are not enough seats left')
  const isLost = effect === 'answer lost' || effect === 'answer lost for a while'
  if (made.isNew && isLost) return UNANSWERED
  if (made.isNew && effect === 'slow' && !(await waited(SLOW_BOOKING_MS, call.signal))) return UNANSWERED
  return outcomeOf(made.order, call)
}

function refusalOf(effect: Effect, choice: Choice, offer: OfferAtSupplier, now: Date): Rejection | undefined {
  if (choice.itineraries[0].flights[0].departMs <= now.getTime())
    return { reason: 'offer_gone', message: 'The flight has left' }
  if (effect === 'gone') return { reason: 'offer_gone', message: 'The offer is not sold any more' }
  if (effect === 'sold out') return { reason: 'sold_out', message: 'There are not enough seats left' }
  if (effect === 'rejected') return { reason: 'other', message: 'The airline refuses this booking' }
  if (effect === 'passenger rejected') {
    const message = 'The airline refuses this name'
    return { reason: 'passenger_data', message, passengerIndex: 0, field: 'given_name' }
  }
  const price = currentPrice(choice)
  if (price.totalCents !== offer.price.totalCents || price.currency !== offer.price.currency)
    return { reason: 'price_changed', message: 'The price has changed', price }
  return undefined
}

/** What it costs now; an offer keeps its price, unless its family is there to change it. */
export function currentPrice(choice: Choice): Price {
  const price = priceOf(choice)
  if (effectOf(choice.family) !== 'price changed') return price
  const more = price.totalCents / 10n
  return { ...price, totalCents: price.totalCents + more, baseCents: price.baseCents + more }
}

async function takeSeats(
  { pool, atlas }: Desk,
  call: Call,
  { reference, offer }: BookingRequest,
  choice: Choice,
  payBy: Date | null,
): Promise<Inserted> {
  const market = marketOf(call)
  const needed = seatsNeeded(choice)
  const order = {
    market,
    reference,
    sold: writeSale(saleOf(atlas, choice, offer.price, call.now)),
    flights: needed.map(({ flight }) => flight),
    cabins: needed.map(({ cabin }) => cabin),
    capacities: needed.map(({ capacity }) => capacity),
    seats: seatedOf(offer.travellers),
    payBy,
    now: call.now,
    ...(payBy === null ? issuing(effectOf(choice.family), call.now) : HELD),
  }
  const made = await storeOrder(pool, order)
  if (made !== 'sold out' || !(await lapseHolds(pool, market, call.now))) return made
  return storeOrder(pool, order)
}

/** False where the caller hung up before. */
async function waited(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await wait(ms, undefined, { signal })
    return true
  } catch {
    return false
  }
}
