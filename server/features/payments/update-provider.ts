// Renames a payment provider, or makes it the default of all that it takes. What it was told of the account stays: new
// credentials are a new connection.
import type { PaymentProviderChange, PaymentProviderView } from '../../../contract/payments.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { methodsOf } from './bank-of.ts'
import { findProvider, lockProviders, makeDefault, renameProvider } from './provider-store.ts'
import { providerChange, providerView } from './provider-view.ts'

export async function updateProvider(
  world: World,
  scope: Scope,
  id: string,
  change: PaymentProviderChange,
): Promise<PaymentProviderView> {
  const { name, is_default } = change
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    const before = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    if (name !== undefined) await renameProvider(tx, id, name)
    if (is_default) await makeDefault(tx, id, methodsOf(before), true)
    const after = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(before, after))
    return providerView(world, after)
  })
}
