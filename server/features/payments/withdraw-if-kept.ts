// Some banks let a charge be paid after its end: there it is withdrawn when it has expired here.

import { bankNamed } from '../../adapters/banks/banks.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { ChargeRow } from './charge-store.ts'
import { withdrawCharge } from './work.ts'

export function withdrawIfKept(tx: Tx, { id, provider }: Pick<ChargeRow, 'id' | 'provider'>): void {
  if (bankNamed(provider).keepsExpired === true)
    schedule(tx, withdrawCharge, { at: tx.now, key: id, payload: null })
}
