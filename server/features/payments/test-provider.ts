// Asks a bank whether a connection still works, as when it was made. Nothing is changed by it.
import type { PaymentProviderTest } from '../../../contract/payments.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { demandProvider } from './choose-bank.ts'

export async function testProvider(world: World, scope: Scope, id: string): Promise<PaymentProviderTest> {
  const bank = bankOf(world, await demandProvider(world, scope, id))
  const answer = await bank.register(null)
  const works = answer.outcome === 'confirmed'
  const result = { works, reason: works ? null : answer.reason }
  // Only the answer is remembered: a test may well happen twice.
  return transaction(world, scope, async () => result)
}
