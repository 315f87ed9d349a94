// A bank tells us something. It is written down once, by the bank's own id of it, and answered; what it says is only a
// hint, since anybody may have sent it, so due work reads the charge back.
import { SIMULATED } from '../../contract/banks.ts'
import type { Owner } from '../outbox/owner.ts'
import { schedule } from '../outbox/schedule.ts'
import { transaction } from '../outbox/transaction.ts'
import type { Hint } from '../outside/banks/port.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { ownersOfCharges } from './charge-store.ts'
import { findProviderByToken, insertCallbacks, type ProviderRow } from './provider-store.ts'
import * as work from './work.ts'

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
  const believed = hints.slice(0, HINTS_MAX)
  for (const owner of await ownersTold(world, provider, believed))
    await writeDown(world, owner, provider.id, believed)
  return true
}

/** A team's own bank has news for that team alone; the operator's for each whose charge it collected. */
async function ownersTold(
  world: World,
  { team_id, mode }: ProviderRow,
  hints: readonly Hint[],
): Promise<Owner[]> {
  if (team_id !== null) return [{ teamId: team_id, mode }]
  return ownersOfCharges(
    world.pool,
    hints.map(({ txid }) => txid),
  )
}

async function writeDown(
  world: World,
  owner: Owner,
  providerId: string,
  hints: readonly Hint[],
): Promise<void> {
  await transaction(world, await scopeOf(world, owner), async (tx) => {
    const fresh = await insertCallbacks(tx, providerId, hints)
    // However much is told of one charge, it is looked at once.
    const told = new Map(
      hints.filter(({ eventId }) => fresh.has(eventId)).map(({ txid, eventId }) => [txid, eventId]),
    )
    for (const [txid, eventId] of told) {
      const payload = { providerId, txid, look: 1 }
      schedule(tx, work.checkCharge, { at: tx.now, key: `${providerId} ${eventId}`, payload })
    }
  })
}
