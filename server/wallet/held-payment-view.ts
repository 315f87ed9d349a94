// The only maker of a held payment's public JSON.
import type { HeldPayment } from '../../contract/wallet.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { formatAmount } from '../base/values/money.ts'
import type { Change } from '../outbox/audit.ts'
import type { HeldPaymentRow } from './held-payment-store.ts'

export function heldPaymentView(held: HeldPaymentRow): HeldPayment {
  return {
    id: held.id,
    recharge_id: held.recharge_id,
    payment_id: held.payment_id,
    amount: formatAmount(held.amount_cents),
    currency: 'BRL',
    status: held.status,
    reason: held.reason,
    paid_at: isoTimestamp(held.paid_at),
    created_at: isoTimestamp(held.created_at),
  }
}

/** For the audit log: what a person decided about it. */
export function heldPaymentChange(before: HeldPaymentRow, after: HeldPaymentRow): Change {
  return {
    topic: 'money',
    object: 'held_payment',
    objectId: after.id,
    about: after.recharge_id,
    before: { status: before.status },
    after: { status: after.status, amount: formatAmount(after.amount_cents) },
  }
}
