// Chooses the bank of a charge, and opens the connection behind a provider.

import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import { type BankCapability, type BankName, SIMULATED } from '../../../contract/payment-providers.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import type { FixedIssue } from '../../../contract/phrases/issues.ts'
import type { Mode } from '../../../contract/teams.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import type { Bank, SettingTexts, ShownSettings } from '../../adapters/banks/port.ts'
import { encryptionContext } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { World } from '../world.ts'
import { callbackUrl, isCallable } from './callback-url.ts'
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
  /** Null for the simulated bank that comes with the service. */
  providerId: string | null
  bank: Bank
  /** No real money comes through it. */
  simulated: boolean
  capabilities: readonly BankCapability[]
  /** Where the bank may report payments; null if it cannot call us. */
  callbackUrl: string | null
}

/** The bank of an invoice: the named provider if it takes the method, otherwise the default. Null if there is none. */
export async function chooseBank(
  world: World,
  { owner }: Scope,
  method: PaymentMethod,
  providerId: string | null,
): Promise<ChosenBank | null> {
  const found = await providerFor(world, world.pool, owner, { method, providerId })
  if (found === SIMULATED) return chosenSimulated(world)
  return found === null ? null : chosen(world, owner, found)
}

/** The name of the bank that would be chosen; null if there is none. */
export async function bankNameFor(
  world: World,
  db: Queryable,
  owner: Owner,
  wanted: { readonly method: PaymentMethod; readonly providerId: string | null },
): Promise<BankName | null> {
  const found = await providerFor(world, db, owner, wanted)
  return found === null || found === SIMULATED ? found : found.provider
}

async function providerFor(
  world: World,
  db: Queryable,
  owner: Owner,
  { method, providerId }: { readonly method: PaymentMethod; readonly providerId: string | null },
): Promise<ProviderRow | typeof SIMULATED | null> {
  const named = providerId === null ? undefined : await findProvider(db, owner, providerId)
  if (named !== undefined && takesCharge(world, owner, method, named)) return named
  const usual =
    (await findDefaultProvider(db, owner, method)) ??
    // An account may get mandates after it became the default.
    (method === 'pix_automatic' ? await findDefaultProvider(db, owner, 'pix') : undefined)
  if (usual !== undefined && takesCharge(world, owner, method, usual)) return usual
  return takesSimulated(world, owner, method) ? SIMULATED : null
}

/**
 * The bank of a recharge: the operator's newest that takes the method. A team's own bank never collects recharges, and
 * the operator's never collects invoices, because the money would reach the wrong account.
 */
export async function chooseWalletBank(
  world: World,
  { owner }: Scope,
  method: PaymentMethod,
): Promise<ChosenBank> {
  const all = owner.mode === 'test' ? [] : await listWalletBanks(world.pool)
  // A bank that was connected outside production may be a sandbox without real money.
  const trusted = all.filter(({ simulated }) => !simulated || isAllSimulated(world, owner.mode))
  const provider = trusted.find((one) => takesCharge(world, owner, method, one))
  if (provider !== undefined) return chosen(world, owner, provider)
  if (takesSimulated(world, owner, method)) return chosenSimulated(world)
  return fail(
    'service_unavailable',
    trusted.length > 0
      ? adviceWith("no bank of the operator's takes {method}; use another payment_method", { method })
      : adviceWith(
          'the operator of the service has to connect the bank of the wallet with "npx embarque bank connect"',
        ),
  )
}

function chosen(world: World, { mode }: Pick<Owner, 'mode'>, provider: ProviderRow): ChosenBank {
  const { id, simulated } = provider
  return {
    provider: provider.provider,
    providerId: id,
    bank: bankOf(world, provider),
    simulated: simulated || isAllSimulated(world, mode),
    capabilities: provider.capabilities,
    callbackUrl: isCallable(world, provider) ? callbackUrl(world, provider) : null,
  }
}

function chosenSimulated({ banks }: World): ChosenBank {
  const unnamed = { provider: SIMULATED, providerId: null, bank: banks.simulated, simulated: true } as const
  return { ...unnamed, capabilities: [], callbackUrl: null }
}

function takesCharge(world: World, owner: Owner, method: PaymentMethod, provider: ProviderRow): boolean {
  return methodsOf(provider).includes(method) && refusalOfBank(world, owner, provider.provider) === null
}

function takesSimulated(world: World, owner: Owner, method: PaymentMethod): boolean {
  return BANKS[SIMULATED].methods.includes(method) && refusalOfBank(world, owner, SIMULATED) === null
}

/** Why a bank does not serve keys of this mode; null if it does. */
export function refusalOfBank(
  { config }: World,
  { mode }: Pick<Owner, 'mode'>,
  name: BankName,
): FixedIssue | null {
  return BANKS[name].refusal({ mode, isProduction: config.environment === 'production' })
}

/** True for test keys, and for every key outside production. */
export function isAllSimulated({ config }: World, mode: Mode): boolean {
  return mode === 'test' || config.environment !== 'production'
}

export async function demandProvider(world: World, { owner }: Scope, id: string): Promise<ProviderRow> {
  return (await findProvider(world.pool, owner, id)) ?? fail('payment_provider_not_found')
}

/** The bank behind what was begun there before; null if it cannot be called any more. */
export async function connectedBank(
  world: World,
  { provider, provider_id, mode }: Pick<ChargeRow, 'provider' | 'provider_id' | 'mode'>,
): Promise<(ChosenBank & { isDisconnected: boolean }) | null> {
  if (provider === SIMULATED || provider_id === null)
    return { ...chosenSimulated(world), isDisconnected: false }
  const found = await findAnyProvider(world.pool, provider_id)
  if (found === undefined || found.secrets === null) return null
  return { ...chosen(world, { mode }, found), isDisconnected: found.disconnected_at !== null }
}

/** Null if no bank can be called: there is none behind a code that was made here, and secrets are deleted after a while. */
export async function bankOfCharge(
  world: World,
  { provider, provider_id }: Pick<ChargeRow, 'provider' | 'provider_id'>,
): Promise<Bank | null> {
  const isOffline = BANKS[provider].isOffline === true
  return isOffline || provider_id === null ? null : bankOfProvider(world, provider_id)
}

/** Null if the provider's secrets were deleted, because then the bank cannot be called. */
async function bankOfProvider(world: World, providerId: string): Promise<Bank | null> {
  const provider = await findAnyProvider(world.pool, providerId)
  return provider === undefined || provider.secrets === null ? null : bankOf(world, provider)
}

export function bankOf(world: World, provider: ProviderRow): Bank {
  const { id, team_id, secrets } = provider
  if (provider.provider === SIMULATED) return world.banks.simulated
  if (secrets === null) return fail('payment_provider_not_found')
  return world.banks.bank(lookUpTurn(team_id), id, provider.provider, () => {
    const secretSettings: ShownSettings = JSON.parse(world.secretBox.decrypt(secrets, secretsContext(id)))
    return texts({ ...shownSettings(provider), ...secretSettings })
  })
}

/** Without the settings that are null because the team left them out. */
function texts(settings: ShownSettings): SettingTexts {
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}

export function secretsContext(providerId: string): string {
  return encryptionContext('payment_providers', 'secrets', providerId)
}

/** The operator's look-ups of host names have a turn of their own, beside the teams. */
export function lookUpTurn(teamId: string | null): string {
  return teamId ?? 'operator'
}

/** The settings of a provider that are not secret. */
export function shownSettings({ settings }: Pick<ProviderRow, 'settings'>): ShownSettings {
  return JSON.parse(settings)
}

/** The Pix key that a provider receives with, where it has one. */
export function pixKeyOf(provider: Pick<ProviderRow, 'provider' | 'settings'>): string | null {
  return BANKS[provider.provider].pixKey(shownSettings(provider))
}

/** The methods of the bank, or the ones that the team chose of them. */
export function methodsOf(
  provider: Pick<ProviderRow, 'provider' | 'settings' | 'capabilities'>,
): PaymentMethod[] {
  const chosen = shownSettings(provider).methods?.split(',')
  const mayUse = (method: PaymentMethod) =>
    method === 'pix_automatic'
      ? provider.provider === SIMULATED || provider.capabilities.includes('pix_automatic')
      : (chosen?.includes(method) ?? true)
  return BANKS[provider.provider].methods.filter(mayUse)
}

/** A bank calls one address for each Pix key. */
export function isSameAccount(one: ProviderRow, other: ProviderRow): boolean {
  const key = pixKeyOf(one)?.toLowerCase()
  return key !== undefined && one.provider === other.provider && key === pixKeyOf(other)?.toLowerCase()
}
