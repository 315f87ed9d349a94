// A connection to a bank before it is stored: its settings read, tried out and encrypted.

import {
  type AccountGap,
  BANK_CAPABILITIES,
  type BankCapability,
  type BankName,
  SIMULATED,
} from '../../../contract/payment-providers.ts'
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import { saidInPortuguese } from '../../../contract/phrases/said-by-others.ts'
import type { Mode } from '../../../contract/teams.ts'
import { BANKS, isOwnSandbox } from '../../adapters/banks/banks.ts'
import type { Bank, BankAdapter, Capabilities, SettingTexts } from '../../adapters/banks/port.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import { Fail, fail, failField } from '../../kernel/values/fail.ts'
import { makeUuid } from '../../kernel/values/ids.ts'
import { isSandboxAddress } from '../../kernel/values/urls.ts'
import type { World } from '../world.ts'
import { isAllSimulated, lookUpTurn, refusalOfBank, secretsContext } from './banks.ts'
import type { StoredProvider } from './provider-store.ts'

const TOKEN_BYTES = 20

export interface ProviderRequest {
  provider: BankName
  name?: string | undefined
  settings?: Readonly<Record<string, unknown>> | undefined
}

/** Without owner, purpose and times, which the caller adds. */
export type PreparedProvider = Omit<
  StoredProvider,
  | 'team_id'
  | 'mode'
  | 'purpose'
  | 'reconciled_until'
  | 'connected_at'
  | 'updated_at'
  | 'disconnected_at'
  | 'returns_from'
  | 'returns_window_ms'
>

export async function prepareProvider(
  world: World,
  { teamId, mode }: { teamId: string | null; mode: Mode },
  { provider, name, settings: given = {} }: ProviderRequest,
): Promise<{ prepared: PreparedProvider; missing: AccountGap[] }> {
  const kind = BANKS[provider]
  const refusal = refusalOfBank(world, { mode }, kind.name)
  if (refusal !== null) failField('provider', refusal)
  const settings = readSettings(world, kind, given)
  const id = makeUuid(world.wall.now())
  const { capabilities, missing } = await tryOut(world, lookUpTurn(teamId), kind.name, settings)
  const prepared = {
    id,
    provider: kind.name,
    name: name ?? kind.title,
    settings: JSON.stringify(kind.shown(settings)),
    secrets: world.secretBox.encrypt(JSON.stringify(settings), secretsContext(id)),
    callback_token: randomToken(TOKEN_BYTES),
    // Registered after the provider is stored, because banks try the address first.
    callbacks: false,
    capabilities,
    simulated: kind.name === SIMULATED || isAllSimulated(world, mode) || isOwnSandbox(kind, settings),
  }
  return { prepared, missing }
}

/** The settings that the bank knows; others are ignored. */
function readSettings(
  world: World,
  kind: BankAdapter,
  given: Readonly<Record<string, unknown>>,
): SettingTexts {
  const { properties, required = [] } = kind.settings
  const settings: Record<string, string> = {}
  for (const name of Object.keys(properties)) {
    const value = given[name]
    if (typeof value === 'string') settings[name] = value
  }
  const missing = required.filter((name) => !settings[name])
  const issue = issueWith('is required for {bank}', { bank: kind.name })
  if (missing.length > 0) failSettings(missing.map((field) => ({ field, issue })))
  const faults = kind.faults(settings, world.wall.now())
  if (faults.length > 0) failSettings(faults)
  const real = liveAddresses(world, kind, settings)
  if (real.length > 0) failSettings(real.map((field) => ({ field, issue: LIVE_ISSUE })))
  return settings
}

const LIVE_ISSUE: Issue =
  'must be on loopback or among SANDBOX_HOSTS: outside production the service calls no bank that may be real'

/** Outside production: the settings with an address that may be a real bank's. In production: none. */
export function liveAddresses(
  { config }: World,
  kind: BankAdapter,
  settings: Readonly<Record<string, string | null>>,
): string[] {
  if (config.environment === 'production') return []
  const sandboxes = [...(config.sandboxHosts ?? []), ...(kind.sandboxHosts ?? [])]
  return kind.addresses.filter((field) => !isSandboxAddress(settings[field] ?? '', sandboxes))
}

function failSettings(faults: FieldIssue[]): never {
  const details = faults.map(({ field, issue }) => ({ field: `settings.${field}`, issue }))
  throw new Fail('invalid_request_parameters', { details })
}

/** Fails if the credentials do not work. */
async function tryOut(
  world: World,
  turn: string,
  name: BankName,
  settings: SettingTexts,
): Promise<{ capabilities: BankCapability[]; missing: AccountGap[] }> {
  const bank = world.banks.trial(turn, name, settings)
  try {
    const tried = await bank.register(null)
    if (tried.outcome === 'confirmed')
      return { capabilities: (await offeredBy(bank)) ?? [], missing: (await bank.gaps?.()) ?? [] }
    const advice = `${tried.reason}; check the addresses and credentials, then send the request again`
    return fail('payment_provider_not_connected', { advice, said: refusedByBank(tried.reason) })
  } finally {
    await bank.close()
  }
}

/** How banks report each. */
const CAPABILITY_FLAGS: Readonly<Record<BankCapability, keyof Capabilities>> = {
  cobv: 'cobv',
  pix_automatic: 'pixAutomatic',
}

/** Null if the bank did not say: it is asked again by a test, and with each registration for callbacks. */
export async function offeredBy(bank: Bank): Promise<BankCapability[] | null> {
  const probed = await bank.probe?.()
  if (probed === undefined) return []
  if (probed.outcome !== 'confirmed') return null
  const { value } = probed
  return BANK_CAPABILITIES.filter((name) => value[CAPABILITY_FLAGS[name]])
}

function refusedByBank(reason: string) {
  return {
    en: `The bank did not accept the connection: ${reason}.`,
    'pt-BR': `O banco não aceitou a conexão: ${saidInPortuguese(reason)}.`,
  }
}
