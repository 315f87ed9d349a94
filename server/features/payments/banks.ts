// Which bank collects for a team, and the adapter behind a provider.
import { type BankName, SIMULATED } from '../../../contract/payment-providers.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { bankNamed } from '../../adapters/banks/banks.ts'
import type { Bank, SettingTexts, ShownSettings } from '../../adapters/banks/port.ts'
import type { Owner, Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import type { ChargeRow } from './charge-store.ts'
import {
  findAnyProvider,
  findDefaultProvider,
  findProvider,
  listWalletBanks,
  type ProviderRow,
} from './provider-store.ts'

export interface ChosenBank {
  provider: BankName
  /** Null where it is the simulated one that comes with the service. */
  providerId: string | null
  bank: Bank
  /** Nobody's real money will come through it. */
  simulated: boolean
}

/** The bank of an invoice: the one that is named, where it takes the method, or else the default; null for none. */
export async function chooseBank(
  world: World,
  { owner }: Scope,
  method: PaymentMethod,
  providerId: string | null,
): Promise<ChosenBank | null> {
  const named = providerId === null ? undefined : await findProvider(world.pool, owner, providerId)
  if (named !== undefined && isFit(world, owner, method, named)) return chosen(world, owner, named)
  const usual = await findDefaultProvider(world.pool, owner, method)
  if (usual !== undefined && isFit(world, owner, method, usual)) return chosen(world, owner, usual)
  return refusalOfBank(world, owner, SIMULATED) === null ? chosenSimulated(world) : null
}

/** The bank of a recharge: the newest of the operator's that takes the method. */
export async function chooseWalletBank(
  world: World,
  { owner }: Scope,
  method: PaymentMethod,
): Promise<ChosenBank> {
  const all = owner.mode === 'test' ? [] : await listWalletBanks(world.pool)
  // One that was connected outside production may be a sandbox, whose money is none.
  const believed = all.filter(({ simulated }) => !simulated || isAllSimulated(world, owner.mode))
  const provider = believed.find((one) => isFit(world, owner, method, one))
  if (provider !== undefined) return chosen(world, owner, provider)
  if (refusalOfBank(world, owner, SIMULATED) === null) return chosenSimulated(world)
  const advice =
    believed.length > 0
      ? `no bank of the operator's takes ${method}; use another payment_method`
      : 'the operator of the service has to connect the bank of the wallet with "npx embarque bank connect"'
  return fail('service_unavailable', { advice })
}

function chosen(world: World, { mode }: Owner, provider: ProviderRow): ChosenBank {
  const { id, simulated } = provider
  return {
    provider: provider.provider,
    providerId: id,
    bank: bankOf(world, provider),
    simulated: simulated || isAllSimulated(world, mode),
  }
}

function chosenSimulated({ banks }: World): ChosenBank {
  return { provider: SIMULATED, providerId: null, bank: banks.simulated, simulated: true }
}

function isFit(world: World, owner: Owner, method: PaymentMethod, provider: ProviderRow): boolean {
  return methodsOf(provider).includes(method) && refusalOfBank(world, owner, provider.provider) === null
}

/** Why a bank does not serve keys of this mode; null where it does. */
export function refusalOfBank(
  { config }: World,
  { mode }: Pick<Owner, 'mode'>,
  name: BankName,
): string | null {
  return bankNamed(name).refusal({ mode, isProduction: config.environment === 'production' })
}

/** Whether nothing is real here: with a test key, and everywhere outside production. */
export function isAllSimulated({ config }: World, mode: Mode): boolean {
  return mode === 'test' || config.environment !== 'production'
}

/** A provider that is named must be there. */
export async function demandProvider(world: World, { owner }: Scope, id: string): Promise<ProviderRow> {
  return (await findProvider(world.pool, owner, id)) ?? fail('payment_provider_not_found')
}

/** Null where there is no bank to ask: the simulated one stores nothing, and secrets are forgotten after a while. */
export async function bankOfCharge(
  world: World,
  { provider, provider_id }: Pick<ChargeRow, 'provider' | 'provider_id'>,
): Promise<Bank | null> {
  return provider === SIMULATED || provider_id === null ? null : bankOfProvider(world, provider_id)
}

/** Null where the provider's secrets were forgotten, so that the bank cannot be asked any more. */
async function bankOfProvider(world: World, providerId: string): Promise<Bank | null> {
  const provider = await findAnyProvider(world.pool, providerId)
  return provider === undefined || provider.secrets === null ? null : bankOf(world, provider)
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

export function secretsPlace(providerId: string): string {
  return `payment_providers.secrets:${providerId}`
}

/** In whose turn names of its servers are looked up: the operator waits beside the teams, not among them. */
export function lookUpTurn(teamId: string | null): string {
  return teamId ?? 'operator'
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
