// Paying a held order. It is read first, so that nothing is paid twice, too late, or at a price that nobody accepted.
import { formatAmount } from '../../../kernel/values/money.ts'
import type { Call, OrderAtSupplier, OrderOutcome, Rejection, SupplierOrder } from '../port.ts'
import { type Account, orderDataOf, post, readOrder, timesOf, whyNot, withPrice } from './duffel-account.ts'
import { codesOf, isAboutUs, isRefusal, rejectionFrom } from './duffel-errors.ts'
import { orderFrom } from './duffel-mapping.ts'
import { outcomeOf } from './duffel-orders.ts'
import { readPaymentAnswer } from './duffel-shapes.ts'

const LOOK_AGAIN_MS = 60_000

export async function pay(account: Account, call: Call, order: OrderAtSupplier): Promise<OrderOutcome> {
  const { id, passengers } = orderDataOf(order)
  const before = await readOrder(account, call, id)
  // Nothing was done, but that is no reason to give the order up.
  if (before.value === null) return { outcome: 'unknown', reason: whyNot(before.answer) }
  const current = outcomeOf(account, call, before.value, order.reference, { passengers })
  if (current.outcome === 'unknown') return current
  const objection = objectionTo(current.order, order)
  if (objection !== null) return rejected(objection)
  // Paid before, perhaps by a call whose answer was lost.
  if (current.order.status !== 'held') return current

  const { total_amount: amount, total_currency: currency } = before.value
  const answer = await post(account, call, '/air/payments', {
    order_id: id,
    payment: { type: 'balance', amount, currency },
  })
  const payment =
    answer.status === 200 || answer.status === 201 ? readPaymentAnswer(answer.body)?.data : undefined
  if (payment !== undefined) {
    if (payment.status === 'failed' || payment.status === 'cancelled') {
      return rejected({ reason: 'other', message: 'Duffel could not take the payment' })
    }
    return paid(account, call, current.order, passengers)
  }
  if (!isRefusal(answer) || isAboutUs(answer)) return { outcome: 'unknown', reason: whyNot(answer) }
  if (codesOf(answer).includes('already_paid')) return paid(account, call, current.order, passengers)
  const rejection = rejectionFrom(answer, account.hide)
  return rejected(await withPrice(rejection, () => readOrder(account, call, id)))
}

/** Why the order cannot be paid, as its current state shows. */
function objectionTo({ status, price }: SupplierOrder, accepted: OrderAtSupplier): Rejection | null {
  if (status === 'expired') return { reason: 'expired', message: 'The airline has given the seats back' }
  if (status === 'cancelled') return { reason: 'already_cancelled', message: 'The order is cancelled' }
  const isAccepted =
    price.totalCents === accepted.price.totalCents && price.currency === accepted.price.currency
  if (status !== 'held' || isAccepted) return null
  const message = `The price is ${formatAmount(price.totalCents)} ${price.currency} now`
  return { reason: 'price_changed', message, price }
}

/** It is paid: tickets are read, and where they are not there yet, they come later. */
async function paid(
  account: Account,
  call: Call,
  held: SupplierOrder,
  passengers: readonly string[],
): Promise<OrderOutcome> {
  const after = await readOrder(account, call, orderDataOf(held).id)
  const read =
    after.value === null ? null : orderFrom(after.value, held.reference, passengers, timesOf(account, call))
  // What is read may be older than the payment: of a paid order only these can be true.
  if (read !== null && ['ticketing', 'ticketed', 'cancelled'].includes(read.status)) {
    return { outcome: read.status === 'ticketing' ? 'pending' : 'confirmed', order: read }
  }
  const lookAgainAt = new Date(call.now.getTime() + LOOK_AGAIN_MS)
  const order = { ...held, status: 'ticketing', paymentRequiredBy: null, priceGuaranteedUntil: null } as const
  return { outcome: 'pending', order: { ...order, lookAgainAt } }
}

function rejected(rejection: Rejection): OrderOutcome {
  return { outcome: 'rejected', rejection }
}
