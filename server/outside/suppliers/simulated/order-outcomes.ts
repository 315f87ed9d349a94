// What the simulated carrier answers to a buyer, in the words of the port.
import type { Call, Found, OrderOutcome, Rejection } from '../port.ts'
import type { OrderRow } from './order-store.ts'
import { orderOf } from './order-view.ts'

export const UNANSWERED = { outcome: 'unknown', reason: 'the carrier did not answer' } as const

export function outcomeOf(order: OrderRow, { now }: Call): OrderOutcome & Found {
  return { outcome: order.status === 'ticketing' ? 'pending' : 'confirmed', order: orderOf(order, now) }
}

export function rejected(reason: Rejection['reason'], message: string) {
  return { outcome: 'rejected', rejection: { reason, message } } as const
}
