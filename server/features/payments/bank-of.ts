// Opens the connection to a team's bank, with its secrets unsealed.
import { SIMULATED } from '../../../contract/banks.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { bankNamed } from '../../adapters/banks/banks.ts'
import type { Bank, SettingTexts, ShownSettings } from '../../adapters/banks/port.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import type { ChargeRow } from './charge-store.ts'
import { findAnyProvider, type ProviderRow } from './provider-store.ts'

export function secretsPlace(providerId: string): string {
  return `payment_providers.secrets:${providerId}`
}

/** What may be shown of a provider's settings. */
export function shownSettings({ settings }: Pick<ProviderRow, 'settings'>): ShownSettings {
  return JSON.parse(settings)
}

/** The PIX key that a provider receives with, where it has one. */
export function pixKeyOf(provider: Pick<ProviderRow, 'provider' | 'settings'>): string | null {
  return bankNamed(provider.provider).pixKey(shownSettings(provider))
}

/** What a provider takes: all that its bank does, or what was chosen of that. */
export function methodsOf(provider: Pick<ProviderRow, 'provider' | 'settings'>): PaymentMethod[] {
  const chosen = shownSettings(provider).methods?.split(',')
  return bankNamed(provider.provider).methods.filter((method) => chosen?.includes(method) ?? true)
}

/** A bank calls one address for each PIX key. */
export function isSameAccount(one: ProviderRow, other: ProviderRow): boolean {
  const key = pixKeyOf(one)?.toLowerCase()
  return key !== undefined && one.provider === other.provider && key === pixKeyOf(other)?.toLowerCase()
}

/** In whose turn names of its servers are looked up: the operator waits beside the teams, not among them. */
export function lookUpTurn(teamId: string | null): string {
  return teamId ?? 'operator'
}

export function bankOf(world: World, provider: ProviderRow): Bank {
  const { id, team_id, secrets } = provider
  if (provider.provider === SIMULATED) return world.banks.simulated
  // Only once nothing is left to ask about.
  if (secrets === null) return fail('payment_provider_not_found')
  return world.banks.bank(lookUpTurn(team_id), id, provider.provider, () => {
    const sealed: ShownSettings = JSON.parse(world.secretBox.open(secrets, secretsPlace(id)))
    return texts({ ...shownSettings(provider), ...sealed })
  })
}

/** Settings that were left out are null; they are dropped here. */
function texts(settings: ShownSettings): SettingTexts {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}

/** Null where the provider's secrets were forgotten, so that the bank cannot be asked any more. */
async function bankOfProvider(world: World, providerId: string): Promise<Bank | null> {
  const provider = await findAnyProvider(world.pool, providerId)
  return provider === undefined || provider.secrets === null ? null : bankOf(world, provider)
}

/** Null where there is no bank to ask: the simulated one stores nothing, and secrets are forgotten after a while. */
export async function bankOfCharge(
  world: World,
  { provider, provider_id }: Pick<ChargeRow, 'provider' | 'provider_id'>,
): Promise<Bank | null> {
  return provider === SIMULATED || provider_id === null ? null : bankOfProvider(world, provider_id)
}
