// Connects a team to its bank. The bank is asked first, so that wrong credentials are found now and not at the first
// payment; secrets are sealed and never shown again.
import { type BankName, SIMULATED } from '../../contract/banks.ts'
import type { PaymentProviderInput, PaymentProviderView } from '../../contract/payments.ts'
import { randomToken } from '../base/secrets/secrets.ts'
import { Fail, fail, failField } from '../base/values/fail.ts'
import { makeUuid } from '../base/values/ids.ts'
import { emit } from '../events/emit.ts'
import { record } from '../outbox/audit.ts'
import { schedule } from '../outbox/schedule.ts'
import { type Scope, transaction } from '../outbox/transaction.ts'
import { bankNamed } from '../outside/banks/banks.ts'
import type { BankKind, SettingFault, SettingTexts } from '../outside/banks/port.ts'
import type { World } from '../world.ts'
import { secretsPlace } from './bank-of.ts'
import { refusalOfBank } from './choose-bank.ts'
import { findProvider, insertProvider, lockProviders, makeDefault } from './provider-store.ts'
import { callbackUrl, integrationView, providerChange, providerView } from './provider-view.ts'
import { RECONCILE_EVERY_MS, reconcileKey } from './reconcile-schedule.ts'
import * as work from './work.ts'

const TOKEN_BYTES = 20

export async function connectProvider(
  world: World,
  scope: Scope,
  input: PaymentProviderInput,
): Promise<PaymentProviderView> {
  const kind = bankNamed(input.provider)
  const refusal = refusalOfBank(world, scope.owner, kind.name)
  if (refusal !== null) failField('provider', refusal)
  const settings = readSettings(world, kind, input.settings ?? {})
  const id = makeUuid(world.wall.now())
  const callback_token = randomToken(TOKEN_BYTES)
  const callbacks = await tryOut(
    world,
    kind.name,
    settings,
    callbackUrl(world, { provider: kind.name, callback_token }),
  )
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    await insertProvider(tx, {
      id,
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      provider: kind.name,
      name: input.name ?? kind.title,
      settings: JSON.stringify(kind.shown(settings)),
      secrets: world.secretBox.seal(JSON.stringify(settings), secretsPlace(id)),
      callback_token,
      callbacks,
      reconciled_until: tx.now,
      connected_at: tx.now,
      disconnected_at: null,
    })
    await makeDefault(tx, id, kind.methods, input.is_default === true)
    if (kind.name !== SIMULATED) {
      const at = new Date(tx.now.getTime() + RECONCILE_EVERY_MS)
      schedule(tx, work.reconcileProvider, { at, key: reconcileKey(id, at), payload: { providerId: id } })
    }
    schedule(tx, work.chargeInvoices, { at: tx.now, key: id, payload: null })
    const provider = (await findProvider(tx, tx.owner, id)) ?? fail('payment_provider_not_found')
    record(tx, providerChange(null, provider))
    emit(tx, 'integration.connected', integrationView(provider))
    return providerView(world, provider)
  })
}

/** The settings that were sent and that this bank has; others are ignored. */
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
  return settings
}

function blame(faults: SettingFault[]): never {
  const details = faults.map(({ field, issue }) => ({ field: `settings.${field}`, issue }))
  throw new Fail('invalid_request_parameters', { details })
}

/** Whether the bank will call us about payments, which needs a public address of ours. */
async function tryOut(
  world: World,
  name: BankName,
  settings: SettingTexts,
  calledAt: string,
): Promise<boolean> {
  const bank = world.banks.trial(name, settings)
  try {
    const answer = await bank.register(calledAt)
    if (answer.outcome === 'confirmed') return answer.value.callbacks
    const advice = `${answer.reason}; check the addresses and credentials, then send the request again`
    return fail('payment_provider_not_connected', { advice })
  } finally {
    await bank.close()
  }
}
