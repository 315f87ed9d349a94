// Receives a callback of a bank: stores it once, by the bank's own id, and answers. Anybody may have sent it, so it is
// only a hint: due work reads the charge back.
import { SIMULATED } from '../../contract/banks.ts'
import { ownerOfRow } from '../outbox/owner.ts'
import { transaction } from '../outbox/transaction.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { findProviderByToken, insertCallbacks } from './provider-store.ts'
import { scheduleCheck } from './schedule-check.ts'

/** Payments read from one callback; any beyond are found by asking the bank regularly. */
const HINTS_MAX = 200

/** False when there is no such address; true also for a callback that we have no use for. */
export async function receiveCallback(
  world: World,
  providerName: string,
  token: string,
  body: unknown,
): Promise<boolean> {
  const provider = await findProviderByToken(world.pool, token)
  if (provider === undefined || provider.provider !== providerName || provider.provider === SIMULATED)
    return false
  // Its secrets were forgotten, so none of its charges can be paid any more.
  const hints = provider.secrets === null ? null : bankOf(world, provider).readCallback(body)
  if (hints === null || hints.length === 0) return true
  const scope = await scopeOf(world, ownerOfRow(provider))
  await transaction(world, scope, async (tx) => {
    const fresh = await insertCallbacks(tx, provider.id, hints.slice(0, HINTS_MAX))
    // Several hints about one charge cause one look at it.
    const told = new Map(
      hints.filter(({ eventId }) => fresh.has(eventId)).map(({ txid, eventId }) => [txid, eventId]),
    )
    for (const [txid, hint] of told)
      scheduleCheck(tx, tx.now, { providerId: provider.id, txid, hint, look: 1 })
  })
  return true
}
