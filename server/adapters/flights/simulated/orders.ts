// Books, pays, finds, reads and cancels orders of the simulated carrier, each in a single statement and idempotent by the
// buyer's reference. What goes wrong on purpose is in reserved.ts.

import { setTimeout as wait } from 'node:timers/promises'
import type { Pool } from '../../../kernel/db/db.ts'
import type {
  AcceptOutcome,
  BookingRequest,
  Call,
  CancelOutcome,
  Found,
  OrderOutcome,
  Rejection,
} from '../port.ts'
import type { OfferAtSupplier, Price } from '../supplier-offer.ts'
import type { Atlas } from './atlas.ts'
import { type Choice, holdUntil, priceOf } from './build-offer.ts'
import { readChoice, seatsNeeded } from './choices.ts'
import { seatedOf } from './fares.ts'
import type { Network } from './network.ts'
import {
  acceptOrderChange,
  endOrder,
  findOrder,
  type Inserted,
  issueOrder,
  lapseHolds,
  marketOf,
  type OrderRow,
  payOrder,
  storeOrder,
} from './order-store.ts'
import {
  cancelTerms,
  changeDueAt,
  orderOf,
  outcomeOf,
  readSale,
  rejected,
  saleOf,
  UNANSWERED,
  writeSale,
} from './order-view.ts'
import { doingOf, type Effect, effectOf, FOUND_AFTER_MS, issuing, SLOW_BOOKING_MS } from './reserved.ts'

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

export async function payForOrder(pool: Pool, call: Call, reference: string): Promise<OrderOutcome> {
  const order = await upToDate(pool, call, reference)
  if (order === undefined) return rejected('other', 'There is no such order')
  if (order.status === 'ticketing' || order.status === 'ticketed') return outcomeOf(order, call)
  if (order.status === 'cancelled') return rejected('already_cancelled', 'The order was cancelled')
  if (order.status !== 'held') return rejected('expired', 'The time to pay has passed')
  const { effect } = readSale(order.sold)
  if (effect === 'payment rejected') return rejected('other', 'The airline refuses the payment')
  const { issueAt, ticketedAt } = issuing(effect, call.now)
  const paid = await payOrder(pool, marketOf(call), reference, { issueAt, ticketedAt, now: call.now })
  // Another call changed the order first: its result stands.
  if (paid === undefined) return payForOrder(pool, call, reference)
  return effect === 'payment answer lost' ? UNANSWERED : outcomeOf(paid, call)
}

export async function findBooking(pool: Pool, call: Call, reference: string): Promise<Found> {
  const order = await upToDate(pool, call, reference)
  if (order === undefined) return { outcome: 'none' }
  const isAway = call.now.getTime() < order.created_at.getTime() + FOUND_AFTER_MS
  if (isAway && readSale(order.sold).effect === 'answer lost for a while') return UNANSWERED
  return outcomeOf(order, call)
}

export async function readOrder(pool: Pool, call: Call, reference: string): Promise<Found> {
  const order = await upToDate(pool, call, reference)
  return order === undefined ? { outcome: 'none' } : outcomeOf(order, call)
}

export async function cancelOrder(pool: Pool, call: Call, reference: string): Promise<CancelOutcome> {
  const order = await upToDate(pool, call, reference)
  if (order === undefined) return rejected('other', 'There is no such order')
  const terms = cancelTerms(order, call.now)
  if (order.status === 'cancelled') return { outcome: 'confirmed', terms }
  if (order.status === 'expired') return rejected('expired', 'The hold has lapsed')
  if (order.status === 'failed') return rejected('other', 'The order has failed')
  const { effect } = readSale(order.sold)
  if (effect === 'cancellation refused') return rejected('other', 'The airline does not cancel this order')
  const ended = await endOrder(pool, marketOf(call), reference, 'cancelled', [order.status])
  if (ended === undefined) return cancelOrder(pool, call, reference)
  return effect === 'cancellation answer lost' ? UNANSWERED : { outcome: 'confirmed', terms }
}

/** Accepting twice is accepting once. */
export async function acceptChange(
  pool: Pool,
  call: Call,
  reference: string,
  changeKey: string,
): Promise<AcceptOutcome> {
  const order = await upToDate(pool, call, reference)
  const change = order && orderOf(order, call.now).changes.find(({ key }) => key === changeKey)
  if (change === undefined) return rejected('other', 'There is no such change')
  if (change.answer === null && !change.actions.includes('accept'))
    return rejected('other', 'The change needs no answer')
  const accepted = await acceptOrderChange(pool, marketOf(call), reference, call.now)
  return accepted === undefined ? rejected('other', 'The order has ended') : { outcome: 'confirmed' }
}

/** The order, once everything has happened to it that is due: it lapsed, or its tickets were issued, or failed. */
async function upToDate(pool: Pool, call: Call, reference: string): Promise<OrderRow | undefined> {
  const market = marketOf(call)
  const order = await findOrder(pool, market, reference)
  if (order === undefined) return undefined
  // No row where another call changed it first.
  return (await moveOn(pool, market, order, call.now)) ?? findOrder(pool, market, reference)
}

async function moveOn(pool: Pool, market: string, order: OrderRow, now: Date): Promise<OrderRow | undefined> {
  const { reference, status, pay_by, issue_at } = order
  if (status === 'held' && pay_by !== null && pay_by <= now)
    return endOrder(pool, market, reference, 'expired', ['held'])
  const { effect } = readSale(order.sold)
  const changesAt = changeDueAt(order, effect)
  if (status === 'ticketed' && doingOf(effect) === 'cancels' && changesAt !== null && changesAt <= now)
    return endOrder(pool, market, reference, 'cancelled', ['ticketed'])
  if (status !== 'ticketing' || issue_at === null || issue_at > now) return order
  if (effect === 'tickets fail') return endOrder(pool, market, reference, 'failed', ['ticketing'])
  return issueOrder(pool, market, reference, now)
}
