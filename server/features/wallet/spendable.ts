// How much the wallet could pay at this moment, by the same rule as a debit: real things are not paid with simulated
// money. Nothing is reserved by asking.
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { readWallet } from './wallet-store.ts'

export async function spendableCents(
  db: Queryable,
  owner: Owner,
  { simulated }: { simulated: boolean },
): Promise<Cents> {
  const { balance_cents, simulated_cents } = await readWallet(db, owner)
  return simulated ? balance_cents : balance_cents - simulated_cents
}
