// Pays, finds, reads and cancels orders of the simulated carrier, each in a single statement and idempotent by the
// buyer's reference. What goes wrong on purpose is in reserved.ts.
import type { Pool } from '../../../base/database/db.ts'
import type { AcceptOutcome, Call, CancelOutcome, Found, OrderOutcome } from '../port.ts'
import { changeDueAt } from './order-changes.ts'
import { outcomeOf, rejected, UNANSWERED } from './order-outcomes.ts'
import { acceptOrderChange, endOrder, findOrder, issueOrder, type OrderRow, payOrder } from './order-store.ts'
import { cancelTerms, orderOf, readSale } from './order-view.ts'
import { doingOf, FOUND_AFTER_MS, issuing } from './reserved.ts'
import { marketOf } from './seats.ts'

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
