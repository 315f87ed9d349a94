// The operator's banks, which collect recharges. Only the command line connects them, because they decide which
// money is credited.
import { isRechargeMethod } from '../../../contract/payment-methods.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { installationTransaction } from '../../kernel/outbox/installation-transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { isSameAccount, shownSettings } from './banks.ts'
import { registerAtOnce } from './callback-registration.ts'
import { liveAddresses, type ProviderRequest, prepareProvider } from './provider-settings.ts'
import {
  disconnectBank,
  findAnyProvider,
  insertProvider,
  listWalletBanks,
  type ProviderRow,
  providersWithSecrets,
} from './provider-store.ts'
import { forgetSecrets, providerChange } from './providers.ts'

export async function connectWalletBank(world: World, request: ProviderRequest): Promise<ProviderRow> {
  if (request.provider === SIMULATED)
    failField('provider', 'comes with the service and needs no connecting; name a real bank')
  if (!BANKS[request.provider].methods.some(isRechargeMethod))
    failField('provider', 'collects no recharges; name a bank')
  const { prepared } = await prepareProvider(world, { teamId: null, mode: 'live' }, request)
  const now = world.wall.now()
  const stored = await installationTransaction(world, async (tx) => {
    await insertProvider(tx, {
      ...prepared,
      team_id: null,
      mode: 'live',
      purpose: 'wallet',
      reconciled_until: now,
      connected_at: now,
      updated_at: now,
      disconnected_at: null,
    })
    const provider = (await findAnyProvider(tx, prepared.id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(null, provider))
    return provider
  })
  return { ...stored, callbacks: await registerAtOnce(world, stored) }
}

/**
 * The bank gets no new charges; its old ones are watched until they can no longer be paid. `forget` deletes its secrets
 * at once, so that it is never called again.
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
  const sameAccount = others.find((other) => isSameAccount(other, provider))
  // A bank calls one address for each Pix key, so the remaining connection registers its own again.
  if (sameAccount !== undefined) await registerAtOnce(world, sameAccount)
  return provider
}

/** A copy of a production database, started elsewhere, must not call real banks and take in their money. */
export async function refuseLiveBanks(world: World): Promise<void> {
  if (world.config.environment === 'production') return
  const real = (await providersWithSecrets(world.pool)).filter(
    (provider) => liveAddresses(world, BANKS[provider.provider], shownSettings(provider)).length > 0,
  )
  if (real.length === 0) return
  const named = real.map(({ id, name }) => `${name} (${id})`).join(', ')
  throw new Error(
    `NODE_ENV is ${world.config.environment}, and this database is connected to what may be real banks: ${named}. ` +
      'Set NODE_ENV=production; or name their hosts in SANDBOX_HOSTS if they are sandboxes; or take their secrets ' +
      'away for good with "npx embarque bank disconnect --forget ID".',
  )
}
