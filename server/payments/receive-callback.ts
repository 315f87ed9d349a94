// A bank tells us something. It is written down once, by the bank's own id of it, and answered; what it says is only a
// hint, since anybody may have sent it, so due work reads the charge back.
import { SIMULATED } from '../../contract/banks.ts'
import { ownerOfRow } from '../outbox/owner.ts'
import { transaction } from '../outbox/transaction.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { findProviderByToken, insertCallbacks } from './provider-store.ts'
import { scheduleCheck } from './schedule-check.ts'

/** Of one callback; what is beyond it is found by asking the bank. */
const HINTS_MAX = 200

/** False when there is no such address; true also for what says nothing to us. */
export async function receiveCallback(
  world: World,
  providerName: string,
  token: string,
  body: unknown,
): Promise<boolean> {
  const provider = await findProviderByToken(world.pool, token)
  if (provider === undefined || provider.provider !== providerName || provider.provider === SIMULATED)
    return false
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
    for (const [txid, hint] of told)
      scheduleCheck(tx, tx.now, { providerId: provider.id, txid, hint, look: 1 })
  })
  return true
}
