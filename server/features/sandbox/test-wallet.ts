// The balance of the test wallet: constant, so that a test can be repeated, and set by the team.
import { SANDBOX_BALANCE_CENTS_MAX } from '../../../contract/limits.ts'
import type { TestWallet } from '../../../contract/wallet.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { type Owner, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { failField } from '../../kernel/values/fail.ts'
import { formatAmount, parseAmount } from '../../kernel/values/money.ts'
import { setTestBalance } from '../wallet/ledger.ts'
import { readWallet } from '../wallet/store.ts'
import type { World } from '../world.ts'

export async function readTestWallet({ pool }: { pool: Queryable }, owner: Owner): Promise<TestWallet> {
  return { balance: formatAmount((await readWallet(pool, owner)).balance_cents), currency: 'BRL' }
}

export async function setTestWallet(world: World, scope: Scope, balance: string): Promise<TestWallet> {
  const balanceCents = parseAmount(balance)
  if (balanceCents === null || balanceCents > SANDBOX_BALANCE_CENTS_MAX)
    return failField('balance', 'must be an amount from 0.00 to 10000000.00, such as "20000.00"')
  return transaction(world, scope, async (tx) => {
    await setTestBalance(tx, balanceCents)
    return { balance: formatAmount(balanceCents), currency: 'BRL' }
  })
}
