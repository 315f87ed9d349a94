// Disconnects a payment provider. Nothing new goes through it; what it was asked for before is looked after until it
// cannot be paid any more, and only then are its secrets forgotten.
import { fail } from '../base/values/fail.ts'
import { emit } from '../events/emit.ts'
import { schedule } from '../outbox/schedule.ts'
import { type Scope, transaction } from '../outbox/transaction.ts'
import type { World } from '../world.ts'
import {
  disconnect,
  findProvider,
  listProviders,
  lockProviders,
  type ProviderRow,
  promoteAnother,
} from './provider-store.ts'
import { integrationView } from './provider-view.ts'
import * as work from './work.ts'

export async function disconnectProvider(
  world: World,
  scope: Scope,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    const provider = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    if (await disconnect(tx, provider.id)) await promoteAnother(tx)
    const heir = (await listProviders(tx, tx.owner)).find((other) => pixKeyOf(other) === pixKeyOf(provider))
    if (heir !== undefined && pixKeyOf(heir) !== undefined)
      schedule(tx, work.registerCallbacks, {
        at: tx.now,
        key: `${heir.id} ${id}`,
        payload: { providerId: heir.id },
      })
    emit(tx, 'integration.disconnected', integrationView({ ...provider, disconnected_at: tx.now }))
    return { id: provider.id, deleted: true as const }
  })
}

function pixKeyOf({ settings }: ProviderRow): string | undefined {
  return JSON.parse(settings).pix_key?.toLowerCase()
}
