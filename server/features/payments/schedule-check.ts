// A look at a charge that somebody told us of. What told us names it, so that the same news is followed once.
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type ChargeCheck, checkCharge } from './work.ts'

export function scheduleCheck(tx: Tx, at: Date, check: ChargeCheck): void {
  const { providerId, hint, look } = check
  const key = look === 1 ? `${providerId} ${hint}` : `${providerId} ${hint}#${look}`
  schedule(tx, checkCharge, { at, key, payload: check })
}
