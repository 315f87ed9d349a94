// Moves a refund between its states, and its public JSON.
import { MADE_PREFIXES } from '../../../../contract/ids.ts'
import type { Refund } from '../../../../contract/invoices.ts'
import { type AuditValues, type Change, record } from '../../../kernel/outbox/audit.ts'
import type { Tx } from '../../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../../kernel/values/dates.ts'
import { formatAmount, numberFromCents } from '../../../kernel/values/money.ts'
import { moveBy } from '../../../kernel/values/state-table.ts'
import { emit } from '../../events/emit.ts'
import { REFUND_MOVES, type RefundTrigger } from './states.ts'
import { findRefund, type RefundRow, setRefundStatus } from './store.ts'

export function refundView(refund: RefundRow): Refund {
  const { id, invoice_id, invoice_payment_id: payment_id, reduces_amount_due } = refund
  const { status, reason, failure, trip_item_id, credit_note_id } = refund
  const amount = numberFromCents(refund.amount_cents)
  return {
    ...{ id, invoice_id, payment_id, amount, currency: 'BRL', reduces_amount_due, status, reason, failure },
    trip_item_id,
    credit_note_id,
    created_at: isoTimestamp(refund.created_at),
    updated_at: isoTimestamp(refund.ended_at ?? refund.created_at),
    ended_at: refund.ended_at === null ? null : isoTimestamp(refund.ended_at),
  }
}

/** For the audit log. Without the reason, because people write names into it. */
export function refundChange(before: RefundRow | null, after: RefundRow): Change {
  return {
    topic: 'money',
    object: 'refund',
    objectId: after.id,
    about: after.invoice_id,
    before: before && auditedRefund(before),
    after: auditedRefund(after),
  }
}

function auditedRefund({ amount_cents, reduces_amount_due, status }: RefundRow): AuditValues {
  return { amount: formatAmount(amount_cents), reduces_amount_due, status }
}

const PREFIX = `${MADE_PREFIXES.refund}_`

/** The id at the bank, which allows letters and digits alone. */
export function bankRefundId({ id }: Pick<RefundRow, 'id'>): string {
  return id.slice(PREFIX.length)
}

/** A return at the bank, which may belong to a refund. */
export interface BankReturn {
  chargeId: string
  paymentId: string
  returnId: string
}

/** The refund that caused the return; undefined if the payer or the payer's bank did. */
export async function refundOfReturn(
  tx: Tx,
  { chargeId, paymentId, returnId }: BankReturn,
): Promise<RefundRow | undefined> {
  const known = await findRefund(tx, PREFIX + returnId)
  return known?.charge_id === chargeId && known.payment_id === paymentId ? known : undefined
}

/** Ends the refund of a return at the bank; undefined if there is no such refund, or it had ended before. */
export async function endRefund(
  tx: Tx,
  bankReturn: BankReturn,
  trigger: RefundTrigger,
  failure: string | null = null,
): Promise<RefundRow | undefined> {
  const known = await refundOfReturn(tx, bankReturn)
  if (known === undefined) return undefined
  const { from, to, emits } = moveBy(REFUND_MOVES, trigger)
  const refund = await setRefundStatus(tx, known.id, { from, to, failure })
  if (refund === undefined) return undefined
  record(tx, refundChange(known, refund))
  for (const type of emits) emit(tx, type, refundView(refund))
  return refund
}
