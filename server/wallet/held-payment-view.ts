// The only maker of a held payment's public JSON.
import type { HeldPayment } from '../../contract/wallet.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { formatAmount } from '../base/values/money.ts'
import type { HeldPaymentRow } from './held-payment-store.ts'

export function heldPaymentView(held: HeldPaymentRow): HeldPayment {
  return {
    id: held.id,
    recharge_id: held.recharge_id,
    amount: formatAmount(held.amount_cents),
    currency: 'BRL',
    reason: held.reason,
    status: held.status,
    payment_id: held.payment_id,
    paid_at: isoTimestamp(held.paid_at),
    created_at: isoTimestamp(held.created_at),
  }
}
