// A bank may make a charge after it was told to withdraw it, since it was asked before: then it is told once more, by a
// piece of its own, as the first may still be under way.
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { withdrawCharge } from './work.ts'

export function withdrawAgain(tx: Tx, chargeId: string): void {
  schedule(tx, withdrawCharge, { at: tx.now, key: `${chargeId}#again`, payload: null })
}
