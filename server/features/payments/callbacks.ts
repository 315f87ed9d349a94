// Receives callbacks of banks: each is stored once, by the bank's own id. Anyone may have sent it, so it is only a hint
// after which a job reads the charge back from the bank.
import { SIMULATED } from '../../../contract/payment-providers.ts'
import type { CallbackHeaders, Hint, MandateHint } from '../../adapters/banks/port.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { scheduleHintedFollow } from '../mandates/jobs.ts'
import { mandatesNamed } from '../mandates/store.ts'
import { scopeOf, type World } from '../world.ts'
import { bankOf } from './banks.ts'
import { callbackUrl } from './callback-url.ts'
import { scheduleCheck } from './charge-checks.ts'
import { ownersOfCharges } from './charge-store.ts'
import { findProviderByToken, insertCallbacks, type ProviderRow } from './provider-store.ts'

/** Payments read from one callback. Reconciliation finds any others. */
const HINTS_MAX = 200

/** Whether the address belongs to a connected real bank, and the headers prove that this bank calls, if it sends proof. */
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

/** False if there is no such address; true also for a callback that is of no use. */
export async function receiveCallback(
  world: World,
  providerName: string,
  token: string,
  { headers, body }: { readonly headers?: CallbackHeaders; readonly body: unknown },
): Promise<boolean> {
  const provider = await findCalled(world, providerName, token)
  if (provider === undefined) return false
  // Secrets are deleted once no charge of the provider can be paid.
  const hints = provider.secrets === null ? null : bankOf(world, provider).readCallback(body, headers)
  if (hints === null || hints.length === 0) return true
  const read = hints.slice(0, HINTS_MAX)
  const ofCharges = read.filter((hint): hint is Hint => 'txid' in hint)
  for (const owner of await ownersConcerned(world, provider, ofCharges))
    await storeHints(world, owner, provider.id, ofCharges)
  const ofMandates = read.filter((hint): hint is MandateHint => 'mandate' in hint)
  if (ofMandates.length > 0) await followMandates(world, provider, ofMandates)
  return true
}

/** A team's own bank concerns that team alone; the operator's, every team whose charge it collected. */
async function ownersConcerned(
  world: World,
  { team_id, mode }: ProviderRow,
  hints: readonly Hint[],
): Promise<Owner[]> {
  if (team_id !== null) return [{ teamId: team_id, mode }]
  return ownersOfCharges(
    world.pool,
    hints.flatMap(({ txid }) => txid ?? []),
  )
}

/** Only a team's own bank has mandates. The job of a hint runs once, however often the bank repeats it. */
async function followMandates(
  world: World,
  { id, team_id, mode }: ProviderRow,
  hints: readonly MandateHint[],
): Promise<void> {
  if (team_id === null) return
  const owner = { teamId: team_id, mode }
  const known = await mandatesNamed(world.pool, owner, id, [...new Set(hints.map(({ mandate }) => mandate))])
  if (known.length === 0) return
  await transaction(world, await scopeOf(world, owner), async (tx) => {
    for (const { eventId, mandate } of hints) {
      const mandateId = known.find(({ bank_id }) => bank_id === mandate)?.id
      if (mandateId !== undefined) scheduleHintedFollow(tx, mandateId, eventId)
    }
  })
}

async function storeHints(
  world: World,
  owner: Owner,
  providerId: string,
  hints: readonly Hint[],
): Promise<void> {
  await transaction(world, await scopeOf(world, owner), async (tx) => {
    const fresh = await insertCallbacks(tx, providerId, hints)
    // Several hints about one charge cause one check of it.
    const hintOfCharge = new Map(
      hints.filter(({ eventId }) => fresh.has(eventId)).map((hint) => [hint.txid ?? hint.bankId, hint]),
    )
    for (const { eventId, ...rest } of hintOfCharge.values())
      scheduleCheck(tx, tx.now, { providerId, ...rest, hint: eventId, look: 1 })
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
