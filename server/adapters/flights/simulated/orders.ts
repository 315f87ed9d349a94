// Books, pays, finds, reads and cancels orders of the simulated carrier, each in one statement and idempotent
// by the buyer's reference. Deliberate failures are in reserved.ts.

import { setTimeout as wait } from 'node:timers/promises'
import type { ChangedFlight } from '../../../../contract/bookings.ts'
import type { Carrier, Conditions, PassengerType } from '../../../../contract/flights.ts'
import type { Pool } from '../../../kernel/db/db.ts'
import { parseOwnAmount } from '../../../kernel/values/money.ts'
import { mapNonEmpty } from '../../../kernel/values/non-empty.ts'
import {
  type AcceptOutcome,
  type BookingRequest,
  type Call,
  type CancelOutcome,
  type CancelTerms,
  changedFlight,
  type Found,
  type OfferAtSupplier,
  type OrderOutcome,
  type Price,
  type Rejection,
  type SupplierChange,
  type SupplierOffer,
  type SupplierOrder,
  type SupplierSlice,
  type Ticket,
} from '../port.ts'
import type { Atlas } from './atlas.ts'
import { buildOffer, type Choice, holdUntil, priceOf } from './build-offer.ts'
import { seatedOf } from './fares.ts'
import type { Network } from './network.ts'
import { readChoice, seatsNeeded } from './offers.ts'
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
  CHANGE_AFTER_MS,
  doingOf,
  type Effect,
  effectOf,
  FOUND_AFTER_MS,
  issuing,
  SCHEDULE_CHANGE_MINUTES,
  SLOW_BOOKING_MS,
} from './reserved.ts'

// An order as the buyer sees it: the stored sale, tickets and locator, the carrier's changes, and
// cancellation terms. A sale is stored in full, because an update may change its flights.

interface Sale {
  readonly effect: Effect
  readonly ticketPrefix: string
  readonly departsAtMs: number
  readonly owner: Carrier
  readonly slices: SupplierOffer['slices']
  readonly conditions: Conditions
  readonly travellers: readonly PassengerType[]
  readonly price: Price
}

function saleOf(atlas: Atlas, choice: Choice, price: Price, now: Date): Sale {
  const { owner, slices, conditions } = buildOffer(atlas, choice, now)
  const [firstItinerary] = choice.itineraries
  return {
    effect: effectOf(choice.family),
    ticketPrefix: firstItinerary.owner.prefix,
    departsAtMs: firstItinerary.flights[0].departMs,
    owner,
    slices,
    conditions,
    travellers: choice.travellers,
    price,
  }
}

/** JSON has no bigint; every member whose name ends in Cents is one. */
function writeSale(sale: Sale): string {
  return JSON.stringify(sale, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
}

function readSale(text: string): Sale {
  return JSON.parse(text, (name, value) => (name.endsWith('Cents') ? BigInt(value) : value))
}

function orderOf(row: OrderRow, now: Date): SupplierOrder {
  const sale = readSale(row.sold)
  const { price, owner, conditions } = sale
  const changesAt = changeDueAt(row, sale.effect)
  const isDone = changesAt !== null && changesAt <= now
  return {
    reference: row.reference,
    data: null,
    price,
    locator: locatorOf(row.number),
    status: row.status,
    owner,
    slices: isDone ? movedSlices(sale) : sale.slices,
    conditions,
    documents: ticketsOf(row, sale),
    paymentRequiredBy: row.status === 'held' ? row.pay_by : null,
    priceGuaranteedUntil: row.status === 'held' ? row.pay_by : null,
    changes: isDone ? changesIn(row, sale, changesAt) : [],
    cancelTerms: row.status === 'cancelled' && !isDone ? cancelTerms(row, now) : null,
    lookAgainAt: row.status === 'ticketing' ? row.issue_at : isDone ? null : changesAt,
  }
}

function ticketsOf({ status, first_ticket }: OrderRow, { travellers, ticketPrefix }: Sale): Ticket[] {
  if (status !== 'ticketed' || first_ticket === null) return []
  return travellers.map((_, passengerIndex) => ({
    type: 'electronic_ticket',
    unique_identifier: ticketNumber(ticketPrefix, first_ticket, passengerIndex),
    passengerIndex,
  }))
}

/** Free for a hold and if the carrier cancels; otherwise by the conditions, after departure everything. */
function cancelTerms(row: OrderRow, now: Date): CancelTerms {
  const sale = readSale(row.sold)
  const { currency } = sale.price
  if (row.issue_at === null) return { penaltyCents: 0n, currency }
  const penaltyCents = cancelsItself(row, sale, now) ? 0n : penaltyOf(sale, now)
  return { penaltyCents, currency }
}

function penaltyOf({ departsAtMs, conditions, price: { totalCents } }: Sale, now: Date): bigint {
  const { allowed, penalty_amount } = conditions.refund_before_departure
  if (!allowed || penalty_amount === null || departsAtMs <= now.getTime()) return totalCents
  const penalty = parseOwnAmount(penalty_amount)
  return penalty < totalCents ? penalty : totalCents
}

interface Sold {
  readonly effect: Effect
  readonly slices: SupplierOffer['slices']
}

/** When the deliberate change is due; null if there is none, or no tickets. */
function changeDueAt({ ticketed_at }: Pick<OrderRow, 'ticketed_at'>, effect: Effect): Date | null {
  if (ticketed_at === null || doingOf(effect) === null) return null
  return new Date(ticketed_at.getTime() + CHANGE_AFTER_MS)
}

/** Whether the carrier has cancelled the order by itself. */
function cancelsItself(row: OrderRow, { effect }: Sold, now: Date): boolean {
  const at = changeDueAt(row, effect)
  return at !== null && at <= now && doingOf(effect) === 'cancels'
}

function movedSlices({ effect, slices }: Sold): SupplierOffer['slices'] {
  return doingOf(effect) === 'cancels' ? slices : mapNonEmpty(slices, later)
}

function changesIn({ accepted_at }: OrderRow, sold: Sold, at: Date): SupplierChange[] {
  const doing = doingOf(sold.effect)
  if (doing === 'cancels') return []
  const isAsking = doing === 'asks' && accepted_at === null
  return [
    {
      key: doing ?? '',
      at,
      before: flightsOf(sold.slices),
      after: flightsOf(movedSlices(sold)),
      actions: isAsking ? ['accept', 'cancel'] : [],
      response: accepted_at === null ? null : 'accepted',
      respondedAt: accepted_at,
    },
  ]
}

function flightsOf(slices: SupplierOffer['slices']): ChangedFlight[] {
  return slices.flatMap(({ segments }) => segments.map(changedFlight))
}

function later(slice: SupplierSlice): SupplierSlice {
  const shifted = (local: string) =>
    new Date(Date.parse(`${local}Z`) + SCHEDULE_CHANGE_MINUTES * 60_000).toISOString().slice(0, 19)
  return {
    ...slice,
    segments: mapNonEmpty(slice.segments, (segment) => ({
      ...segment,
      departing_at: shifted(segment.departing_at),
      arriving_at: shifted(segment.arriving_at),
    })),
  }
}

const NO_RESPONSE = { outcome: 'unknown', reason: 'the carrier did not answer' } as const

function outcomeOf(order: OrderRow, { now }: Call): OrderOutcome & Found {
  return { outcome: order.status === 'ticketing' ? 'pending' : 'confirmed', order: orderOf(order, now) }
}

function rejected(reason: Rejection['reason'], message: string) {
  return { outcome: 'rejected', rejection: { reason, message } } as const
}

/** Without 0, O, 1 and I, which are easily confused. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LOCATOR_LETTERS = 6
const SPACE = BigInt(LETTERS.length ** LOCATOR_LETTERS)
// Odd, so that multiplication visits every number once before any repeats.
const STRIDE = 641_230_271n
const START = 290_817_453n

/** Repeats itself after a thousand million orders. */
export function locatorOf(orderNumber: bigint): string {
  let rest = (orderNumber * STRIDE + START) % SPACE
  let locator = ''
  for (let place = 0; place < LOCATOR_LETTERS; place++) {
    locator = LETTERS.charAt(Number(rest % 32n)) + locator
    rest /= 32n
  }
  return locator
}

/** 13 digits: the airline's three, the order's eight, and two for the traveller. */
export function ticketNumber(prefix: string, orderTicket: bigint, index: number): string {
  const order = String(orderTicket % 100_000_000n).padStart(8, '0')
  return `${prefix}${order}${String(index).padStart(2, '0')}`
}

/** The dependencies of sales: orders, seats and flights. */
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
  if (effect === 'request lost') return NO_RESPONSE

  const made = await takeSeats(desk, call, { request: booking, choice, payBy })
  if (made === 'sold out') return rejected('sold_out', 'There are not enough seats left')
  const isLost = effect === 'answer lost' || effect === 'answer lost for a while'
  if (made.isNew && isLost) return NO_RESPONSE
  if (made.isNew && effect === 'slow' && !(await waited(SLOW_BOOKING_MS, call.signal))) return NO_RESPONSE
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

/** An offer keeps its price, unless its family changes it deliberately. */
export function currentPrice(choice: Choice): Price {
  const price = priceOf(choice)
  if (effectOf(choice.family) !== 'price changed') return price
  const more = price.totalCents / 10n
  return { ...price, totalCents: price.totalCents + more, baseCents: price.baseCents + more }
}

async function takeSeats(
  { pool, atlas }: Desk,
  call: Call,
  {
    request: { reference, offer },
    choice,
    payBy,
  }: { readonly request: BookingRequest; readonly choice: Choice; readonly payBy: Date | null },
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

/** False if the caller aborted before. */
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
  // Another call changed the order first: its result counts.
  if (paid === undefined) return payForOrder(pool, call, reference)
  return effect === 'payment answer lost' ? NO_RESPONSE : outcomeOf(paid, call)
}

export async function findBooking(pool: Pool, call: Call, reference: string): Promise<Found> {
  const order = await upToDate(pool, call, reference)
  if (order === undefined) return { outcome: 'none' }
  const isHidden = call.now.getTime() < order.created_at.getTime() + FOUND_AFTER_MS
  if (isHidden && readSale(order.sold).effect === 'answer lost for a while') return NO_RESPONSE
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
  const ended = await endOrder(pool, {
    market: marketOf(call),
    reference,
    to: 'cancelled',
    from: [order.status],
  })
  if (ended === undefined) return cancelOrder(pool, call, reference)
  return effect === 'cancellation answer lost' ? NO_RESPONSE : { outcome: 'confirmed', terms }
}

/** Idempotent. */
export async function acceptChange(
  pool: Pool,
  call: Call,
  reference: string,
  changeKey: string,
): Promise<AcceptOutcome> {
  const order = await upToDate(pool, call, reference)
  const change = order && orderOf(order, call.now).changes.find(({ key }) => key === changeKey)
  if (change === undefined) return rejected('other', 'There is no such change')
  if (change.response === null && !change.actions.includes('accept'))
    return rejected('other', 'The change needs no answer')
  const accepted = await acceptOrderChange(pool, marketOf(call), reference, call.now)
  return accepted === undefined ? rejected('other', 'The order has ended') : { outcome: 'confirmed' }
}

/** The order after all due changes: expired, ticketed or failed. */
async function upToDate(pool: Pool, call: Call, reference: string): Promise<OrderRow | undefined> {
  const market = marketOf(call)
  const order = await findOrder(pool, market, reference)
  if (order === undefined) return undefined
  // No row if another call changed it first.
  return (await moveOn(pool, market, order, call.now)) ?? findOrder(pool, market, reference)
}

async function moveOn(pool: Pool, market: string, order: OrderRow, now: Date): Promise<OrderRow | undefined> {
  const { reference, status, pay_by, issue_at } = order
  if (status === 'held' && pay_by !== null && pay_by <= now)
    return endOrder(pool, { market, reference, to: 'expired', from: ['held'] })
  const { effect } = readSale(order.sold)
  const changesAt = changeDueAt(order, effect)
  if (status === 'ticketed' && doingOf(effect) === 'cancels' && changesAt !== null && changesAt <= now)
    return endOrder(pool, { market, reference, to: 'cancelled', from: ['ticketed'] })
  if (status !== 'ticketing' || issue_at === null || issue_at > now) return order
  if (effect === 'tickets fail')
    return endOrder(pool, { market, reference, to: 'failed', from: ['ticketing'] })
  return issueOrder(pool, market, reference, now)
}
