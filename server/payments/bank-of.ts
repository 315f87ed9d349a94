// The connection to a team's own bank, with its secrets opened.
import { fail } from '../base/fail.ts'
import type { PaymentProvider } from '../outside/payment-provider/payment-provider.ts'
import type { PixBacenAccount } from '../outside/payment-provider/pix-bacen.ts'
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

export interface PixBacenSecrets {
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
    apiUrl: settings.api_url,
    tokenUrl: settings.token_url,
    clientId: settings.client_id,
    clientSecret: secrets.client_secret,
    pixKey: settings.pix_key,
    certificate: settings.certificate,
    privateKey: secrets.private_key,
    authority: settings.authority,
  }
}

/** Null for a charge of the simulated bank, which has nobody to ask. */
export async function bankOfCharge(
  world: World,
  { provider_id }: Pick<ChargeRow, 'provider_id'>,
): Promise<PaymentProvider | null> {
  if (provider_id === null) return null
  const provider = (await findAnyProvider(world.pool, provider_id))!
  return provider.provider === 'simulated' || provider.secrets === null ? null : bankOf(world, provider)
}
