// The operator's banks, which fill the wallets of all teams: connected and disconnected on the command line alone,
// since whoever connects one decides what money is believed.
import { SIMULATED } from '../../../contract/banks.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { isSameAccount } from './bank-of.ts'
import { forgetSecrets } from './forget-secrets.ts'
import { type ProviderWish, prepareProvider } from './prepare-provider.ts'
import { findAnyProvider, insertProvider, type ProviderRow } from './provider-store.ts'
import { providerChange } from './provider-view.ts'
import { registerAtOnce } from './register-callbacks.ts'
import { disconnectBank, listWalletBanks } from './wallet-bank-store.ts'

export async function connectWalletBank(world: World, wish: ProviderWish): Promise<ProviderRow> {
  if (wish.provider === SIMULATED)
    failField('provider', 'comes with the service and needs no connecting; name a real bank')
  const prepared = await prepareProvider(world, { teamId: null, mode: 'live' }, wish)
  const now = world.wall.now()
  const stored = await installationTransaction(world, async (tx) => {
    await insertProvider(tx, {
      ...prepared,
      team_id: null,
      mode: 'live',
      purpose: 'wallet',
      reconciled_until: now,
      connected_at: now,
      disconnected_at: null,
    })
    const provider = (await findAnyProvider(tx, prepared.id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(null, provider))
    return provider
  })
  return { ...stored, callbacks: await registerAtOnce(world, stored) }
}

/**
 * Nothing new goes through it; what it was asked for before is looked after until it cannot be paid any more. `forget`
 * takes its secrets away at once, so that it is never called again. A second time changes nothing.
 */
export async function disconnectWalletBank(world: World, id: string, forget: boolean): Promise<ProviderRow> {
  const provider = await findAnyProvider(world.pool, id)
  if (provider === undefined || provider.purpose !== 'wallet') return fail('payment_provider_not_found')
  await installationTransaction(world, async (tx) => {
    await disconnectBank(tx, id, tx.now)
    if (provider.disconnected_at === null) record(tx, providerChange(provider, null))
    if (forget) await forgetSecrets(tx, provider)
  })
  const others = await listWalletBanks(world.pool)
  const heir = others.find((other) => isSameAccount(other, provider))
  // A bank calls one address for each PIX key, and that was the other's.
  if (heir !== undefined) await registerAtOnce(world, heir)
  return provider
}
