// What an order stores of its sale, how its buyer sees it, and what cancelling it gives back. A sale is stored in full,
// as the next update may change the flights it was chosen from.
import type { Carrier, Conditions, PassengerType } from '../../../../contract/flights.ts'
import { parseOwnAmount } from '../../../base/values/money.ts'
import { mapNonEmpty } from '../../../base/values/non-empty.ts'
import type { CancelTerms, SupplierOrder, Ticket } from '../port.ts'
import type { Price, SupplierOffer, SupplierSlice } from '../supplier-offer.ts'
import type { Atlas } from './atlas.ts'
import { buildOffer, type Choice } from './build-offer.ts'
import { locatorOf, ticketNumber } from './locators.ts'
import type { OrderRow } from './order-store.ts'
import { type Effect, effectOf, SCHEDULE_CHANGE_AFTER_MS, SCHEDULE_CHANGE_MINUTES } from './reserved.ts'

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
  const changesAt = scheduleChangeAt(row, sale)
  const isChanged = changesAt !== null && changesAt <= now
  return {
    reference: row.reference,
    data: null,
    price,
    locator: locatorOf(row.number),
    status: row.status,
    owner,
    slices: isChanged ? mapNonEmpty(sale.slices, later) : sale.slices,
    conditions,
    documents: ticketsOf(row, sale),
    paymentRequiredBy: row.status === 'held' ? row.pay_by : null,
    priceGuaranteedUntil: row.status === 'held' ? row.pay_by : null,
    lookAgainAt: row.status === 'ticketing' ? row.issue_at : isChanged ? null : changesAt,
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

function scheduleChangeAt({ ticketed_at }: OrderRow, { effect }: Sale): Date | null {
  if (ticketed_at === null || effect !== 'schedule change') return null
  return new Date(ticketed_at.getTime() + SCHEDULE_CHANGE_AFTER_MS)
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

/** A hold costs nothing; a paid order what its conditions say, and after departure all of it. */
export function cancelTerms(row: OrderRow, now: Date): CancelTerms {
  const sale = readSale(row.sold)
  const { currency, totalCents } = sale.price
  if (row.issue_at === null) return { refundCents: 0n, penaltyCents: 0n, currency }
  const penaltyCents = penaltyOf(sale, now)
  return { refundCents: totalCents - penaltyCents, penaltyCents, currency }
}

function penaltyOf({ departsAtMs, conditions, price: { totalCents } }: Sale, now: Date): bigint {
  const { allowed, penalty_amount } = conditions.refund_before_departure
  if (!allowed || penalty_amount === null || departsAtMs <= now.getTime()) return totalCents
  const penalty = parseOwnAmount(penalty_amount)
  return penalty < totalCents ? penalty : totalCents
}
