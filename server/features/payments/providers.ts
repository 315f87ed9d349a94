// Connects, updates, tests and disconnects the banks of a team.

import type { Warned } from '../../../contract/common.ts'
import type { Snapshot } from '../../../contract/event-operations.ts'
import { PAYMENT_PROVIDERS_MAX } from '../../../contract/limits.ts'
import type {
  AccountGap,
  PaymentProviderChange,
  PaymentProviderInput,
  PaymentProviderTest,
  PaymentProviderView,
} from '../../../contract/payment-providers.ts'
import type { Issue } from '../../../contract/phrases/issues.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type AuditValues, type Change, fingerprint, record } from '../../kernel/outbox/audit.ts'
import { refuseBeyond, type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { fail } from '../../kernel/values/fail.ts'
import { emit } from '../events/emit.ts'
import { scheduleEndMandates } from '../mandates/jobs.ts'
import type { World } from '../world.ts'
import { bankOf, demandProvider, isSameAccount, methodsOf, shownSettings } from './banks.ts'
import { scheduleRegistration } from './callback-registration.ts'
import { callbackUrl, isCallable } from './callback-url.ts'
import * as jobs from './jobs.ts'
import { chargeInvoicesJob, RECONCILE_EVERY_MS, reconcileKey } from './jobs.ts'
import { notifyTeamOfProvider } from './notify.ts'
import { offeredBy, prepareProvider } from './provider-settings.ts'
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
  setCapabilities,
} from './provider-store.ts'

export async function connectProvider(
  world: World,
  scope: Scope,
  input: PaymentProviderInput,
): Promise<Warned<PaymentProviderView>> {
  const { prepared, missing } = await prepareProvider(world, scope.owner, input)
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
      updated_at: tx.now,
      disconnected_at: null,
    })
    await makeDefault(tx, id, methodsOf(prepared), input.is_default === true)
    if (BANKS[prepared.provider].isOffline !== true) {
      const at = new Date(tx.now.getTime() + RECONCILE_EVERY_MS)
      schedule(tx, jobs.reconcileProviderJob, { at, key: reconcileKey(id, at), payload: { providerId: id } })
    }
    if (isCallable(world, prepared)) scheduleRegistration(tx, id, id)
    schedule(tx, chargeInvoicesJob, { at: tx.now, key: id, payload: null })
    const provider = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(null, provider))
    emit(tx, 'integration.connected', integrationView(provider))
    notifyTeamOfProvider(tx, id, 'connected')
    const warnings = missing.map((gap) => ({ field: 'account', issue: GAPS[gap] }))
    return { data: providerView(world, provider), warnings }
  })
}

const GAPS: Readonly<Record<AccountGap, Issue>> = {
  pix_key: 'has no Pix key: register one at the bank',
  commercial_info: 'lacks commercial data that the bank has approved',
  bank_account: 'lacks a bank account that the bank has approved',
  documents: 'lacks documents that the bank has approved',
  approval: 'is not approved by the bank yet',
}

/** Changes name or default. New credentials need a new connection. */
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
    if (name !== undefined && name !== before.name) await renameProvider(tx, id, name)
    if (is_default) await makeDefault(tx, id, methodsOf(before), true)
    const after = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(before, after))
    return providerView(world, after)
  })
}

/** Asks the bank whether the connection still works, and what it offers. */
export async function testProvider(world: World, scope: Scope, id: string): Promise<PaymentProviderTest> {
  const bank = bankOf(world, await demandProvider(world, scope, id))
  const tried = await bank.register(null)
  const works = tried.outcome === 'confirmed'
  const capabilities = works ? await offeredBy(bank) : null
  const missing = works ? ((await bank.gaps?.()) ?? []) : []
  return transaction(world, scope, async (tx) => {
    if (capabilities !== null) await setCapabilities(tx, id, capabilities, tx.now)
    return { works, reason: works ? null : tried.reason, missing }
  })
}

/** Its open charges are watched until they can no longer be paid; only then are its secrets deleted. */
export async function disconnectProvider(
  world: World,
  scope: Scope,
  id: string,
): Promise<{ id: string; deleted: true }> {
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    const provider = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(provider, null))
    const withoutDefault = await disconnect(tx, provider.id)
    // No job reads from it until its charges are over.
    if (BANKS[provider.provider].isOffline === true) await forgetSecrets(tx, provider)
    const others = await listProviders(tx, tx.owner)
    for (const method of withoutDefault) {
      const next = others.find((other) => methodsOf(other).includes(method))
      if (next === undefined) continue
      await makeDefault(tx, next.id, [method], true)
      record(tx, providerChange(next, { ...next, is_default: true }))
    }
    // A bank calls one address for each Pix key, so the remaining connection registers its own again.
    const sameAccount = others.find((other) => isSameAccount(other, provider))
    if (sameAccount !== undefined) scheduleRegistration(tx, sameAccount.id, `${sameAccount.id} ${id}`)
    scheduleEndMandates(tx, { provider_id: id })
    emit(tx, 'integration.disconnected', integrationView({ ...provider, disconnected_at: tx.now }))
    notifyTeamOfProvider(tx, id, 'disconnected')
    return { id: provider.id, deleted: true as const }
  })
}

/** Deletes the secrets, so that the bank is never called again, and records that in the audit log. */
export async function forgetSecrets(
  tx: Queryable & { outbox: { changes: Change[] } },
  { id, secrets }: ProviderRow,
): Promise<void> {
  await forgetProviderSecrets(tx, id)
  if (secrets === null) return
  const change = { topic: 'settings', object: 'payment_provider', objectId: id } as const
  record(tx, { ...change, before: { has_secrets: true }, after: { has_secrets: false } })
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
    callback_url: BANKS[provider.provider].isOffline === true ? null : callbackUrl(world, provider),
    callbacks: provider.callbacks,
    capabilities: provider.capabilities,
    connected_at: isoTimestamp(provider.connected_at),
    updated_at: isoTimestamp(provider.updated_at),
  }
}

function integrationView(provider: ProviderRow): Snapshot<'integration'> {
  return {
    id: provider.id,
    kind: 'payment_provider',
    provider: provider.provider,
    status: provider.disconnected_at === null ? 'connected' : 'disconnected',
    connected_at: isoTimestamp(provider.connected_at),
  }
}

export function providerChange(before: ProviderRow | null, after: ProviderRow | null): Change {
  return {
    topic: 'settings',
    object: 'payment_provider',
    objectId: (before ?? after)?.id ?? '',
    before: before && auditedProvider(before),
    after: after && auditedProvider(after),
  }
}

/** Settings only as a fingerprint: a Pix key may be a person's CPF, phone or e-mail. */
function auditedProvider(provider: ProviderRow): AuditValues {
  const { provider: bank, name, is_default, settings } = provider
  return { provider: bank, name, is_default, settings_fingerprint: fingerprint(settings) }
}
