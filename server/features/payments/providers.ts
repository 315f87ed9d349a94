// Connects, updates, tests and disconnects a bank of a team, and registers its callbacks.
import type { Snapshot } from '../../../contract/event-operations.ts'
import { PAYMENT_PROVIDERS_MAX } from '../../../contract/limits.ts'
import { CALLBACK_PATH } from '../../../contract/links.ts'
import type {
  PaymentProviderChange,
  PaymentProviderInput,
  PaymentProviderTest,
  PaymentProviderView,
} from '../../../contract/payment-providers.ts'
import { type BankName, SIMULATED } from '../../../contract/payment-providers.ts'
import { saidInPortuguese } from '../../../contract/phrases/said-by-others.ts'
import type { Mode } from '../../../contract/teams.ts'
import { bankNamed, isOwnSandbox } from '../../adapters/banks/banks.ts'
import type { BankKind, SettingFault, SettingTexts } from '../../adapters/banks/port.ts'
import { randomToken } from '../../kernel/crypto/secret-box.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Change, fingerprint, record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { Fail, fail, failField } from '../../kernel/values/fail.ts'
import { makeUuid } from '../../kernel/values/ids.ts'
import { isSandboxAddress, parseReceiverUrl } from '../../kernel/values/urls.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import {
  bankOf,
  demandProvider,
  isAllSimulated,
  isSameAccount,
  lookUpTurn,
  methodsOf,
  refusalOfBank,
  secretsPlace,
  shownSettings,
} from './banks.ts'
import * as jobs from './jobs.ts'
import { RECONCILE_EVERY_MS, reconcileKey } from './jobs.ts'
import { notifyTeamOfProvider } from './notify.ts'
import {
  disconnect,
  findProvider,
  forgetProviderSecrets,
  insertProvider,
  listProviders,
  lockProviders,
  makeDefault,
  type ProviderRow,
  renameProvider,
  type StoredProvider,
  setCallbacks,
} from './provider-store.ts'

// A connection to a bank before it is kept: its settings read, the bank asked whether they work, the secrets sealed.
// Whose it will be is said by who connects it.

const TOKEN_BYTES = 20

export interface ProviderWish {
  provider: BankName
  name?: string | undefined
  settings?: Readonly<Record<string, unknown>> | undefined
}

/** Everything of it but whose it is, and since when. */
export type PreparedProvider = Omit<
  StoredProvider,
  | 'team_id'
  | 'mode'
  | 'purpose'
  | 'reconciled_until'
  | 'connected_at'
  | 'disconnected_at'
  | 'returns_from'
  | 'returns_window_ms'
>

export async function prepareProvider(
  world: World,
  { teamId, mode }: { teamId: string | null; mode: Mode },
  { provider, name, settings: given = {} }: ProviderWish,
): Promise<PreparedProvider> {
  const kind = bankNamed(provider)
  const refusal = refusalOfBank(world, { mode }, kind.name)
  if (refusal !== null) failField('provider', refusal)
  const settings = readSettings(world, kind, given)
  const id = makeUuid(world.wall.now())
  await tryOut(world, lookUpTurn(teamId), kind.name, settings)
  return {
    id,
    provider: kind.name,
    name: name ?? kind.title,
    settings: JSON.stringify(kind.shown(settings)),
    secrets: world.secretBox.seal(JSON.stringify(settings), secretsPlace(id)),
    callback_token: randomToken(TOKEN_BYTES),
    // It is asked once there is something at that address.
    callbacks: false,
    simulated: kind.name === SIMULATED || isAllSimulated(world, mode) || isOwnSandbox(kind, settings),
  }
}

/** What the bank knows of the settings that were sent; the rest is left. */
function readSettings(world: World, kind: BankKind, given: Readonly<Record<string, unknown>>): SettingTexts {
  const { properties, required = [] } = kind.settings
  const settings: Record<string, string> = {}
  for (const name of Object.keys(properties)) {
    const value = given[name]
    if (typeof value === 'string') settings[name] = value
  }
  const missing = required.filter((name) => !settings[name])
  const issue = `is required for ${kind.name}`
  if (missing.length > 0) blame(missing.map((field) => ({ field, issue })))
  const faults = kind.faults(settings, world.wall.now())
  if (faults.length > 0) blame(faults)
  const real = liveAddresses(world, kind, settings)
  if (real.length > 0) blame(real.map((field) => ({ field, issue: LIVE_ISSUE })))
  return settings
}

const LIVE_ISSUE =
  'must be on loopback or among SANDBOX_HOSTS: outside production the service calls no bank that may be real'

/** The settings that lead to what may be a real bank, where none may be called; none in production. */
export function liveAddresses(
  { config }: World,
  kind: BankKind,
  settings: Readonly<Record<string, string | null>>,
): string[] {
  if (config.environment === 'production') return []
  const sandboxes = [...(config.sandboxHosts ?? []), ...(kind.sandboxHosts ?? [])]
  return kind.addresses.filter((field) => !isSandboxAddress(settings[field] ?? '', sandboxes))
}

function blame(faults: SettingFault[]): never {
  const details = faults.map(({ field, issue }) => ({ field: `settings.${field}`, issue }))
  throw new Fail('invalid_request_parameters', { details })
}

/** What the bank says, for the person who connects it. */
function refusedByBank(reason: string) {
  return {
    en: `The bank did not accept the connection: ${reason}.`,
    'pt-BR': `O banco não aceitou a conexão: ${saidInPortuguese(reason)}.`,
  }
}

/** Whether the credentials work. */
async function tryOut(world: World, turn: string, name: BankName, settings: SettingTexts): Promise<void> {
  const bank = world.banks.trial(turn, name, settings)
  try {
    const answer = await bank.register(null)
    if (answer.outcome === 'confirmed') return
    const advice = `${answer.reason}; check the addresses and credentials, then send the request again`
    fail('payment_provider_not_connected', { advice, said: refusedByBank(answer.reason) })
  } finally {
    await bank.close()
  }
}

// The only maker of a payment provider's public JSON. What is secret is not in the row it reads from.

export function callbackUrl(
  world: World,
  provider: Pick<ProviderRow, 'provider' | 'callback_token'>,
): string {
  return `${world.address.url}${CALLBACK_PATH}/${provider.provider}/${provider.callback_token}`
}

export function providerView(world: World, provider: ProviderRow): PaymentProviderView {
  return {
    id: provider.id,
    purpose: provider.purpose,
    provider: provider.provider,
    name: provider.name,
    is_default: provider.is_default,
    methods: methodsOf(provider),
    status: provider.disconnected_at === null ? 'connected' : 'disconnected',
    settings: shownSettings(provider),
    callback_url: provider.provider === SIMULATED ? null : callbackUrl(world, provider),
    callbacks: provider.callbacks,
    connected_at: isoTimestamp(provider.connected_at),
  }
}

/** What the audit log says of a provider that was connected or disconnected: that it changed, without the details. */
export function providerChange(before: ProviderRow | null, after: ProviderRow | null): Change {
  return {
    topic: 'settings',
    object: 'payment_provider',
    objectId: (before ?? after)?.id ?? '',
    before: before && toldOf(before),
    after: after && toldOf(after),
  }
}

/** A PIX key may be a person's CPF, phone or e-mail. */
function toldOf(provider: ProviderRow) {
  const { provider: bank, name, is_default, settings } = provider
  return { provider: bank, name, is_default, settings_fingerprint: fingerprint(settings) }
}

/** The object of an integration event. */
function integrationView(provider: ProviderRow): Snapshot<'integration'> {
  return {
    id: provider.id,
    kind: 'payment_provider',
    provider: provider.provider,
    status: provider.disconnected_at === null ? 'connected' : 'disconnected',
    connected_at: isoTimestamp(provider.connected_at),
  }
}

// Asks a bank to call us at the address of a provider. Banks try an address before they agree, so it is told only once
// it is live: after the provider is stored. One that did not agree is asked again, as it works without callbacks too.

const UNWILLING = 'a bank will not tell of payments'
const FIRST_TRIES = 6
const NEXT_TRIES_AFTER_MS = 24 * 3_600_000

/** A bank calls nobody whose address is not https. */
function isCallable(world: World, provider: Pick<ProviderRow, 'provider' | 'callback_token'>): boolean {
  return provider.provider !== SIMULATED && parseReceiverUrl(callbackUrl(world, provider)) !== null
}

/** A bank calls one address for each PIX key: the newest that it was told, or an heir's when that one goes. */
function scheduleRegistration(tx: Tx, providerId: string, key: string): void {
  schedule(tx, jobs.registerCallbacksJob, { at: tx.now, key, payload: { providerId } })
}

/** Why it will not call; null where it will. */
async function askToCall(world: World, provider: ProviderRow): Promise<string | null> {
  const answer = await bankOf(world, provider).register(callbackUrl(world, provider))
  if (answer.outcome !== 'confirmed') return answer.reason
  const { callbacks, reason = 'its address is not https' } = answer.value
  return callbacks ? null : reason
}

export async function registerCallbacks(
  world: World,
  task: TaskOf<typeof jobs.registerCallbacksJob>,
): Promise<void> {
  const { piece, payload, scope, last } = task
  const { providerId } = payload
  const provider = await findProvider(world.pool, scope.owner, providerId)
  if (provider === undefined || !isCallable(world, provider)) return
  const reason = await askToCall(world, provider)
  if (reason !== null && piece.attempt < FIRST_TRIES) throw new Error(`the bank will not call us: ${reason}`)
  if (reason !== null) world.log.warn({ provider: providerId, reason }, UNWILLING)
  await transaction(world, last, async (tx) => {
    await setCallbacks(tx, provider.id, reason === null)
    if (reason === null) return
    const at = new Date(tx.now.getTime() + NEXT_TRIES_AFTER_MS)
    schedule(tx, jobs.registerCallbacksJob, { at, key: `${providerId}#${at.getTime()}`, payload })
  })
}

/**
 * The same for a bank of the operator, which has no work of its own: whoever asks it every `everyMs` what came in tries
 * again after twice as long each time since it was connected.
 */
export async function registerAgain(
  world: World,
  provider: ProviderRow,
  { now, everyMs }: { now: Date; everyMs: number },
): Promise<void> {
  const { callbacks, disconnected_at, connected_at } = provider
  if (callbacks || disconnected_at !== null || !isCallable(world, provider)) return
  const intervals = Math.ceil((now.getTime() - connected_at.getTime()) / everyMs)
  if (intervals > 1 && !Number.isInteger(Math.log2(intervals))) return
  await registerAtOnce(world, provider)
}

/** Whether it will call; where it will not, it is asked regularly what came in. */
export async function registerAtOnce(world: World, provider: ProviderRow): Promise<boolean> {
  if (!isCallable(world, provider)) return false
  const reason = await askToCall(world, provider)
  if (reason !== null) world.log.warn({ provider: provider.id, reason }, UNWILLING)
  await setCallbacks(world.pool, provider.id, reason === null)
  return reason === null
}

export async function connectProvider(
  world: World,
  scope: Scope,
  input: PaymentProviderInput,
): Promise<PaymentProviderView> {
  const prepared = await prepareProvider(world, scope.owner, input)
  const { id } = prepared
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    await refuseBeyond(tx, {
      most: PAYMENT_PROVIDERS_MAX,
      what: 'payment providers',
      count: async () => (await listProviders(tx, tx.owner)).length,
    })
    await insertProvider(tx, {
      ...prepared,
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      purpose: 'invoices',
      reconciled_until: tx.now,
      connected_at: tx.now,
      disconnected_at: null,
    })
    await makeDefault(tx, id, methodsOf(prepared), input.is_default === true)
    if (prepared.provider !== SIMULATED) {
      const at = new Date(tx.now.getTime() + RECONCILE_EVERY_MS)
      schedule(tx, jobs.reconcileProviderJob, { at, key: reconcileKey(id, at), payload: { providerId: id } })
    }
    if (isCallable(world, prepared)) scheduleRegistration(tx, id, id)
    schedule(tx, jobs.chargeInvoicesJob, { at: tx.now, key: id, payload: null })
    const provider = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(null, provider))
    emit(tx, 'integration.connected', integrationView(provider))
    notifyTeamOfProvider(tx, id, 'connected')
    return providerView(world, provider)
  })
}

// Disconnects a payment provider. It gets no new charges; the ones it has are watched until they can no longer be paid,
// and only then are its secrets forgotten.

export async function disconnectProvider(
  world: World,
  scope: Scope,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    const provider = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(provider, null))
    const free = await disconnect(tx, provider.id)
    const others = await listProviders(tx, tx.owner)
    for (const method of free) {
      const next = others.find((other) => methodsOf(other).includes(method))
      if (next === undefined) continue
      await makeDefault(tx, next.id, [method], true)
      record(tx, providerChange(next, { ...next, is_default: true }))
    }
    const heir = others.find((other) => isSameAccount(other, provider))
    if (heir !== undefined) scheduleRegistration(tx, heir.id, `${heir.id} ${id}`)
    emit(tx, 'integration.disconnected', integrationView({ ...provider, disconnected_at: tx.now }))
    notifyTeamOfProvider(tx, id, 'disconnected')
    return { id: provider.id, deleted: true as const }
  })
}

// Renames a payment provider, or makes it the default of all that it takes. What it was told of the account stays: new
// credentials are a new connection.

export async function updateProvider(
  world: World,
  scope: Scope,
  id: string,
  change: PaymentProviderChange,
): Promise<PaymentProviderView> {
  const { name, is_default } = change
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    const before = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    if (name !== undefined) await renameProvider(tx, id, name)
    if (is_default) await makeDefault(tx, id, methodsOf(before), true)
    const after = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(before, after))
    return providerView(world, after)
  })
}

// Asks a bank whether a connection still works, as when it was made. Nothing is changed by it.

export async function testProvider(world: World, scope: Scope, id: string): Promise<PaymentProviderTest> {
  const bank = bankOf(world, await demandProvider(world, scope, id))
  const answer = await bank.register(null)
  const works = answer.outcome === 'confirmed'
  const result = { works, reason: works ? null : answer.reason }
  // Only the answer is remembered: a test may well happen twice.
  return transaction(world, scope, async () => result)
}

// Takes the secrets of a bank away, so that it is never called again, and lets the audit log say so.

export async function forgetSecrets(
  tx: Queryable & { outbox: { changes: Change[] } },
  { id, secrets }: ProviderRow,
): Promise<void> {
  await forgetProviderSecrets(tx, id)
  if (secrets === null) return
  const change = { topic: 'settings', object: 'payment_provider', objectId: id } as const
  record(tx, { ...change, before: { has_secrets: true }, after: { has_secrets: false } })
}
