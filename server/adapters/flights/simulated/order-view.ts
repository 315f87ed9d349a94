// How a buyer sees an order: the sale that it stores, its tickets and locator, what the carrier changes by itself, and
// what cancelling gives back. A sale is stored in full, as an update may change the flights it was chosen from.
import type { ChangedFlight } from '../../../../contract/booking-changes.ts'
import type { Carrier, Conditions, PassengerType } from '../../../../contract/flights.ts'
import { parseOwnAmount } from '../../../kernel/values/money.ts'
import { mapNonEmpty } from '../../../kernel/values/non-empty.ts'
import type { Call, CancelTerms, Found, OrderOutcome, Rejection, SupplierOrder, Ticket } from '../port.ts'
import { changedFlight, type SupplierChange } from '../supplier-change.ts'
import type { Price, SupplierOffer, SupplierSlice } from '../supplier-offer.ts'
import type { Atlas } from './atlas.ts'
import { buildOffer, type Choice } from './build-offer.ts'
import type { OrderRow } from './order-store.ts'
import { CHANGE_AFTER_MS, doingOf, type Effect, effectOf, SCHEDULE_CHANGE_MINUTES } from './reserved.ts'

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

export function saleOf(atlas: Atlas, choice: Choice, price: Price, now: Date): Sale {
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
export function writeSale(sale: Sale): string {
  return JSON.stringify(sale, (_name, value) => (typeof value === 'bigint' ? String(value) : value))
}

export function readSale(text: string): Sale {
  return JSON.parse(text, (name, value) => (name.endsWith('Cents') ? BigInt(value) : value))
}

export function orderOf(row: OrderRow, now: Date): SupplierOrder {
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

/** A hold costs nothing, nor does what the carrier cancels; else what the conditions say, after departure all of it. */
export function cancelTerms(row: OrderRow, now: Date): CancelTerms {
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

/** When it does what it does; null where it does nothing, or there are no tickets. */
export function changeDueAt({ ticketed_at }: Pick<OrderRow, 'ticketed_at'>, effect: Effect): Date | null {
  if (ticketed_at === null || doingOf(effect) === null) return null
  return new Date(ticketed_at.getTime() + CHANGE_AFTER_MS)
}

/** Whether it has cancelled the order without having been asked to. */
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
      answer: accepted_at === null ? null : 'accepted',
      answeredAt: accepted_at,
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

export const UNANSWERED = { outcome: 'unknown', reason: 'the carrier did not answer' } as const

export function outcomeOf(order: OrderRow, { now }: Call): OrderOutcome & Found {
  return { outcome: order.status === 'ticketing' ? 'pending' : 'confirmed', order: orderOf(order, now) }
}

export function rejected(reason: Rejection['reason'], message: string) {
  return { outcome: 'rejected', rejection: { reason, message } } as const
}

/** Without 0, O, 1 and I, which people mistake for each other. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LOCATOR_LETTERS = 6
const SPACE = BigInt(LETTERS.length ** LOCATOR_LETTERS)
// Odd, so that multiplying by it visits every number once before any comes twice.
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
