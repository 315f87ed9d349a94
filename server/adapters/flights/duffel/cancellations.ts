// Cancels an order: Duffel quotes the refund, and cancels once that is confirmed. A retry is harmless, so any
// failure on the way is unknown, not refused.
import type { Call, CancelOutcome, OrderAtSupplier } from '../port.ts'
import { type Account, fetchOrder, orderDataOf, post, timesOf, whyNot } from './account.ts'
import { codesOf, type DuffelResponse, isAboutUs, isRefusal, rejectionFrom } from './client.ts'
import { orderFrom } from './mapping.ts'
import { inFull, termsFrom } from './prices.ts'
import { type DuffelCancellation, readCancellationResponse } from './shapes.ts'

// Only the newest quote can be confirmed, and only for a while.
const QUOTES_MAX = 2

export async function cancel(account: Account, call: Call, order: OrderAtSupplier): Promise<CancelOutcome> {
  const { id } = orderDataOf(order)
  for (let quotes = 1; ; quotes++) {
    const asked = await post(account, call, '/air/order_cancellations', { order_id: id })
    const quote = cancellationIn(asked)
    if (quote === null) return withoutIt(account, call, order, asked)
    const path = `/air/order_cancellations/${encodeURIComponent(quote.id)}/actions/confirm`
    const response = await post(account, call, path)
    const done = cancellationIn(response)
    if (done?.confirmed_at != null) return { outcome: 'confirmed', terms: termsFrom(done, order.price) }
    const isStale = codesOf(response).includes('order_cancellation_stale')
    if (!isStale || quotes === QUOTES_MAX) return withoutIt(account, call, order, response)
  }
}

function cancellationIn(response: DuffelResponse): DuffelCancellation | null {
  return response.status === 200 || response.status === 201
    ? (readCancellationResponse(response.body)?.data ?? null)
    : null
}

/** An order that was cancelled before keeps its terms; an expired hold has nothing to cancel. */
async function withoutIt(
  account: Account,
  call: Call,
  order: OrderAtSupplier,
  response: DuffelResponse,
): Promise<CancelOutcome> {
  if (!isRefusal(response) || isAboutUs(response)) return { outcome: 'unknown', reason: whyNot(response) }
  const { id, passengers } = orderDataOf(order)
  const current = await fetchOrder(account, call, id)
  if (current.value === null) return { outcome: 'unknown', reason: whyNot(current.response) }
  const { cancelled_at, cancellation } = current.value
  if (cancelled_at != null) {
    // Without terms the airline cancelled, and refunds in full.
    const terms = cancellation == null ? inFull(order.price) : termsFrom(cancellation, order.price)
    return { outcome: 'confirmed', terms }
  }
  const isExpired =
    orderFrom(current.value, order.reference, passengers, timesOf(account, call))?.status === 'expired'
  const rejection = rejectionFrom(response, account.hide)
  return { outcome: 'rejected', rejection: isExpired ? { ...rejection, reason: 'expired' } : rejection }
}
