// Disconnects a payment provider. It gets no new charges; the ones it has are watched until they can no longer be paid,
// and only then are its secrets forgotten.

import { record } from '../../kernel/outbox/audit.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { isSameAccount, methodsOf } from './bank-of.ts'
import { disconnect, findProvider, listProviders, lockProviders, makeDefault } from './provider-store.ts'
import { integrationView, providerChange } from './provider-view.ts'
import { scheduleRegistration } from './register-callbacks.ts'
import { tellTeam } from './tell-team.ts'

export async function disconnectProvider(
  world: World,
  scope: Scope,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    const provider = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(provider, null))
    const free = await disconnect(tx, provider.id)
    const others = await listProviders(tx, tx.owner)
    for (const method of free) {
      const next = others.find((other) => methodsOf(other).includes(method))
      if (next === undefined) continue
      await makeDefault(tx, next.id, [method], true)
      record(tx, providerChange(next, { ...next, is_default: true }))
    }
    const heir = others.find((other) => isSameAccount(other, provider))
    if (heir !== undefined) scheduleRegistration(tx, heir.id, `${heir.id} ${id}`)
    emit(tx, 'integration.disconnected', integrationView({ ...provider, disconnected_at: tx.now }))
    tellTeam(tx, id, 'disconnected')
    return { id: provider.id, deleted: true as const }
  })
}
