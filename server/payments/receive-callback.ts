// A bank tells us something. It is written down once, by the bank's own id of it, and answered; what it says is only a
// hint, since anybody may have sent it, so due work reads the charge back.
import { SIMULATED } from '../../contract/banks.ts'
import { ownerOfRow } from '../outbox/owner.ts'
import { schedule } from '../outbox/schedule.ts'
import { transaction } from '../outbox/transaction.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { findProviderByToken, insertCallbacks, type ProviderRow } from './provider-store.ts'
import * as work from './work.ts'

/** Of one callback; what is beyond it is found by asking the bank. */
const HINTS_MAX = 200

/** Whether this is the address of somebody's connection to a real bank. */
export async function isCallbackAddress(world: World, providerName: string, token: string): Promise<boolean> {
  return (await findCalled(world, providerName, token)) !== undefined
}

/** False when there is no such address; true also for what says nothing to us. */
export async function receiveCallback(
  world: World,
  providerName: string,
  token: string,
  body: unknown,
): Promise<boolean> {
  const provider = await findCalled(world, providerName, token)
  if (provider === undefined) return false
  // Without secrets there is nothing left that could be paid.
  const hints = provider.secrets === null ? null : bankOf(world, provider).readCallback(body)
  if (hints === null || hints.length === 0) return true
  const scope = await scopeOf(world, ownerOfRow(provider))
  await transaction(world, scope, async (tx) => {
    const fresh = await insertCallbacks(tx, provider.id, hints.slice(0, HINTS_MAX))
    // However much is told of one charge, it is looked at once.
    const told = new Map(
      hints.filter(({ eventId }) => fresh.has(eventId)).map(({ txid, eventId }) => [txid, eventId]),
    )
    for (const [txid, eventId] of told) {
      const payload = { providerId: provider.id, txid, look: 1 }
      schedule(tx, work.checkCharge, { at: tx.now, key: `${provider.id} ${eventId}`, payload })
    }
  })
  return true
}

async function findCalled(
  world: World,
  providerName: string,
  token: string,
): Promise<ProviderRow | undefined> {
  const provider = await findProviderByToken(world.pool, token)
  return provider?.provider === providerName && providerName !== SIMULATED ? provider : undefined
}
