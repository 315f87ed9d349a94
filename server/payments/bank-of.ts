// The connection to a team's own bank, with its secrets opened.
import { fail } from '../base/values/fail.ts'
import type { PixBacenAccount } from '../outside/banks/pix/pix-bacen.ts'
import type { PaymentProvider } from '../outside/banks/port.ts'
import type { World } from '../world.ts'
import type { ChargeRow } from './charge-store.ts'
import { findAnyProvider, type ProviderRow } from './provider-store.ts'

export interface PixBacenSettings {
  api_url: string
  token_url: string
  client_id: string
  pix_key: string
  certificate: string
  authority: string | null
}

/** Some banks want a key of the application in the query of their addresses, so these are secret as a whole. */
export interface PixBacenSecrets {
  api_url: string
  token_url: string
  client_secret: string
  private_key: string
}

export function secretsPlace(providerId: string): string {
  return `payment_providers.secrets:${providerId}`
}

export function bankOf(world: World, provider: ProviderRow): PaymentProvider {
  const { id, secrets } = provider
  // Only once nothing is left to ask about.
  if (secrets === null) return fail('payment_provider_not_found')
  return world.banks.bank(id, () =>
    accountOf(JSON.parse(provider.settings), JSON.parse(world.secretBox.open(secrets, secretsPlace(id)))),
  )
}

export function accountOf(settings: PixBacenSettings, secrets: PixBacenSecrets): PixBacenAccount {
  return {
    apiUrl: secrets.api_url,
    tokenUrl: secrets.token_url,
    clientId: settings.client_id,
    clientSecret: secrets.client_secret,
    pixKey: settings.pix_key,
    certificate: settings.certificate,
    privateKey: secrets.private_key,
    authority: settings.authority,
  }
}

/** Whether nobody's money moves when the charge is paid. */
export async function isSimulated(
  world: World,
  { provider_id }: Pick<ChargeRow, 'provider_id'>,
): Promise<boolean> {
  if (provider_id === null) return true
  return (await findAnyProvider(world.pool, provider_id))!.provider === 'simulated'
}

/** Null where there is nobody to ask: the simulated bank, or one whose secrets were forgotten since. */
export async function bankOfCharge(
  world: World,
  { provider_id }: Pick<ChargeRow, 'provider_id'>,
): Promise<PaymentProvider | null> {
  const provider = provider_id === null ? undefined : await findAnyProvider(world.pool, provider_id)
  return provider === undefined || provider.secrets === null ? null : bankOf(world, provider)
}
