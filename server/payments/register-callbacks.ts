// Registers our callback address with a bank again. A bank calls one address for each PIX key, so when the provider
// that it calls is disconnected, another one with the same key takes its place.
import { transaction } from '../outbox/transaction.ts'
import type { TaskOf } from '../outbox/work.ts'
import type { World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { findProvider, setCallbacks } from './provider-store.ts'
import { callbackUrl } from './provider-view.ts'
import type * as work from './work.ts'

export async function registerCallbacks(
  world: World,
  { payload, scope, last }: TaskOf<typeof work.registerCallbacks>,
): Promise<void> {
  const { providerId } = payload
  const provider = await findProvider(world.pool, scope.owner, providerId)
  if (provider === undefined) return
  const answer = await bankOf(world, provider).register(callbackUrl(world, provider))
  if (answer.outcome === 'unknown') throw new Error(`the bank did not say: ${answer.reason}`)
  await transaction(world, last, async (tx) => {
    await setCallbacks(tx, provider.id, answer.outcome === 'confirmed' && answer.value.callbacks)
  })
}
