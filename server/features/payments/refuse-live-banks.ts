// A copy of a production's database, started elsewhere, would ask its real banks and take their money in: it does not
// start.
import { bankNamed } from '../../adapters/banks/banks.ts'
import type { World } from '../world.ts'
import { shownSettings } from './bank-of.ts'
import { liveAddresses } from './prepare-provider.ts'
import { providersWithSecrets } from './wallet-bank-store.ts'

export async function refuseLiveBanks(world: World): Promise<void> {
  if (world.config.environment === 'production') return
  const real = (await providersWithSecrets(world.pool)).filter(
    (provider) => liveAddresses(world, bankNamed(provider.provider), shownSettings(provider)).length > 0,
  )
  if (real.length === 0) return
  const named = real.map(({ id, name }) => `${name} (${id})`).join(', ')
  throw new Error(
    `NODE_ENV is ${world.config.environment}, and this database is connected to what may be real banks: ${named}. ` +
      'Set NODE_ENV=production; or name their hosts in SANDBOX_HOSTS if they are sandboxes; or take their secrets ' +
      'away for good with "npx embarque bank disconnect --forget ID".',
  )
}
