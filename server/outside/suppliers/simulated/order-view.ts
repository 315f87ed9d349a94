// What an order stores of its sale, how its buyer sees it, and what cancelling it gives back. A sale is stored in full,
// as the next update may change the flights it was chosen from.
import type { Carrier, Conditions, PassengerType } from '../../../../contract/flights.ts'
import { parseOwnAmount } from '../../../base/values/money.ts'
import type { CancelTerms, SupplierOrder, Ticket } from '../port.ts'
import type { Price, SupplierOffer } from '../supplier-offer.ts'
import type { Atlas } from './atlas.ts'
import { buildOffer, type Choice } from './build-offer.ts'
import { locatorOf, ticketNumber } from './locators.ts'
import { cancelsItself, changeDueAt, changesIn, movedSlices } from './order-changes.ts'
import type { OrderRow } from './order-store.ts'
import { type Effect, effectOf } from './reserved.ts'

export interface Sale {
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
  const { currency, totalCents } = sale.price
  if (row.issue_at === null) return { refundCents: 0n, penaltyCents: 0n, currency }
  const penaltyCents = cancelsItself(row, sale, now) ? 0n : penaltyOf(sale, now)
  return { refundCents: totalCents - penaltyCents, penaltyCents, currency }
}

function penaltyOf({ departsAtMs, conditions, price: { totalCents } }: Sale, now: Date): bigint {
  const { allowed, penalty_amount } = conditions.refund_before_departure
  if (!allowed || penalty_amount === null || departsAtMs <= now.getTime()) return totalCents
  const penalty = parseOwnAmount(penalty_amount)
  return penalty < totalCents ? penalty : totalCents
}
