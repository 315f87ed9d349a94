// The only maker of a refund's public JSON.
import type { Refund } from '../../../../contract/refunds.ts'
import type { Change } from '../../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { formatAmount, numberFromCents } from '../../../kernel/values/money.ts'
import type { RefundRow } from './refund-store.ts'

export function refundView(refund: RefundRow): Refund {
  const { id, invoice_id, invoice_payment_id: payment_id, status, reason, failure } = refund
  const amount = numberFromCents(refund.amount_cents)
  return {
    ...{ id, invoice_id, payment_id, amount, currency: 'BRL', status, reason, failure },
    created_at: isoTimestamp(refund.created_at),
    ended_at: refund.ended_at === null ? null : isoTimestamp(refund.ended_at),
  }
}

/** For the audit log. The reason is left out: people write names into it. */
export function refundChange(before: RefundRow | null, after: RefundRow): Change {
  return {
    topic: 'money',
    object: 'refund',
    objectId: after.id,
    about: after.invoice_id,
    before: before && toldOf(before),
    after: toldOf(after),
  }
}

function toldOf({ amount_cents, status }: RefundRow) {
  return { amount: formatAmount(amount_cents), status }
}
