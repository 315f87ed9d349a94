// A bank calls one address for each PIX key. When the provider that it calls goes, another one of the same key is
// registered in its place.
import { finish } from '../outbox/due-work.ts'
import { transaction } from '../outbox/transaction.ts'
import type { Task, World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { findProvider, setCallbacks } from './provider-store.ts'
import { callbackUrl } from './provider-view.ts'

export async function registerCallbacks(world: World, { piece, payload, scope }: Task): Promise<void> {
  const { providerId } = payload as { providerId: string }
  const provider = await findProvider(world.pool, scope!, providerId)
  if (provider === undefined) return
  const answer = await bankOf(world, provider).register(callbackUrl(world, provider))
  if (answer.outcome === 'unknown') throw new Error(`the bank did not say: ${answer.reason}`)
  await transaction(world, scope!, async (tx) => {
    await setCallbacks(tx, provider.id, answer.outcome === 'confirmed' && answer.value.callbacks)
    finish(tx, piece)
  })
}
