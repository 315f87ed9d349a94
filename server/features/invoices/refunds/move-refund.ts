// The one way in which a refund ends: by its table of states, which also says what is told of it.
import { MADE_PREFIXES } from '../../../../contract/ids.ts'
import { record } from '../../../kernel/outbox/audit.ts'
import type { Tx } from '../../../kernel/outbox/transaction.ts'
import { moveBy } from '../../../kernel/values/state-table.ts'
import { emit } from '../../events/emit.ts'
import { findRefund, type RefundRow, setRefundStatus } from './refund-store.ts'
import { refundChange, refundView } from './refund-view.ts'
import { REFUND_MOVES, type RefundTrigger } from './states.ts'

const PREFIX = `${MADE_PREFIXES.refund}_`

/** As the bank knows it: letters and digits alone. */
export function bankRefundId({ id }: Pick<RefundRow, 'id'>): string {
  return id.slice(PREFIX.length)
}

/** A return at the bank, which may be one that we asked for. */
export interface BankReturn {
  chargeId: string
  paymentId: string
  returnId: string
}

/** The refund behind a return at the bank, ended; undefined where the return is not ours, or it had ended so before. */
export async function endRefund(
  tx: Tx,
  { chargeId, paymentId, returnId }: BankReturn,
  trigger: RefundTrigger,
  failure: string | null = null,
): Promise<RefundRow | undefined> {
  const id = PREFIX + returnId
  const known = await findRefund(tx, id)
  if (known?.charge_id !== chargeId || known.payment_id !== paymentId) return undefined
  const { from, to, emits } = moveBy(REFUND_MOVES, trigger)
  const refund = await setRefundStatus(tx, id, from, to, failure)
  if (refund === undefined) return undefined
  record(tx, refundChange(known, refund))
  for (const type of emits) emit(tx, type, refundView(refund))
  return refund
}
