// Receives a callback of a bank: stores it once, by the bank's own id, and answers. Anybody may have sent it, so it is
// only a hint: due work reads the charge back.
import { SIMULATED } from '../../../contract/payment-providers.ts'
import type { CallbackHeaders } from '../../adapters/banks/banks.ts'
import type { Hint } from '../../adapters/banks/port.ts'
import { type Owner, transaction } from '../../kernel/outbox/transaction.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './banks.ts'
import { callbackUrl } from './callback-registration.ts'
import { scheduleCheck } from './charge-checks.ts'
import { ownersOfCharges } from './charge-store.ts'
import { findProviderByToken, insertCallbacks, type ProviderRow } from './provider-store.ts'

/** Payments read from one callback; any beyond are found by asking the bank regularly. */
const HINTS_MAX = 200

/** Whether this is the address of somebody's connection to a real bank, and that bank calls, as far as it can prove. */
export async function isCallbackAddress(
  world: World,
  providerName: string,
  token: string,
  headers: CallbackHeaders,
): Promise<boolean> {
  const provider = await findCalled(world, providerName, token)
  if (provider === undefined) return false
  if (provider.secrets === null) return true
  return bankOf(world, provider).isCaller?.(headers, callbackUrl(world, provider)) ?? true
}

/** False when there is no such address; true also for a callback that we have no use for. */
export async function receiveCallback(
  world: World,
  providerName: string,
  token: string,
  body: unknown,
): Promise<boolean> {
  const provider = await findCalled(world, providerName, token)
  if (provider === undefined) return false
  // Its secrets were forgotten, so none of its charges can be paid any more.
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
    // Several hints about one charge cause one look at it.
    const told = new Map(
      hints.filter(({ eventId }) => fresh.has(eventId)).map(({ txid, eventId }) => [txid, eventId]),
    )
    for (const [txid, hint] of told) scheduleCheck(tx, tx.now, { providerId, txid, hint, look: 1 })
  })
}

async function findCalled(
  world: World,
  providerName: string,
  token: string,
): Promise<ProviderRow | undefined> {
  const provider = await findProviderByToken(world.pool, token)
  return provider?.provider === providerName && providerName !== SIMULATED ? provider : undefined
}
