// The only maker of a held payment's public JSON.
import type { HeldPaymentOfTeam } from '../../../contract/installation.ts'
import type { HeldPayment } from '../../../contract/wallet.ts'
import type { Change } from '../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
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

/** For operators, who see those of all teams. */
export function heldPaymentOfTeamView(held: HeldPaymentRow): HeldPaymentOfTeam {
  const { team_id, mode, reviewed_at } = held
  return { ...heldPaymentView(held), team_id, mode, reviewed_at: reviewed_at && isoTimestamp(reviewed_at) }
}

/** For the audit log: null before it was held, then what a person decided about it. */
export function heldPaymentChange(before: HeldPaymentRow | null, after: HeldPaymentRow): Change {
  const { payment_id, reason, status } = after
  const amount = formatAmount(after.amount_cents)
  return {
    ...about(after),
    before: before && { status: before.status },
    after: before ? { status, amount } : { status, amount, payment_id, reason },
  }
}

/** The same for its money that went back, whatever was decided. */
export function heldReturnChange(held: HeldPaymentRow, before: Cents, after: Cents): Change {
  return {
    ...about(held),
    before: { returned_amount: formatAmount(before) },
    after: { returned_amount: formatAmount(after) },
  }
}

function about({ id, recharge_id }: HeldPaymentRow) {
  return { topic: 'money', object: 'held_payment', objectId: id, about: recharge_id } as const
}
