// Connects a team to its bank. The bank is asked first, so that wrong credentials are told now and not at the first
// payment; secrets are sealed and never shown again.
import type { PaymentProviderInput, PaymentProviderView } from '../../contract/payments.ts'
import { randomToken } from '../base/secrets/secrets.ts'
import { Fail, fail, failField } from '../base/values/fail.ts'
import { makeUuid } from '../base/values/ids.ts'
import { emit } from '../events/emit.ts'
import { schedule } from '../outbox/schedule.ts'
import { type Scope, transaction } from '../outbox/transaction.ts'
import { pixBacenFaults } from '../outside/banks/pix/pix-bacen.ts'
import type { World } from '../world.ts'
import { accountOf, type PixBacenSecrets, type PixBacenSettings, secretsPlace } from './bank-of.ts'
import { mayUseSimulatedBank } from './choose-bank.ts'
import {
  clearDefault,
  findDefaultProvider,
  insertProvider,
  lockProviders,
  type ProviderRow,
} from './provider-store.ts'
import { callbackUrl, integrationView, providerView } from './provider-view.ts'
import { RECONCILE_EVERY_MS, reconcileKey } from './reconcile-schedule.ts'
import * as work from './work.ts'

const TOKEN_BYTES = 20
const NAMES = { simulated: 'Simulated bank', 'pix-bacen': 'API Pix' } as const

interface Connecting {
  settings: Partial<PixBacenSettings>
  secrets: PixBacenSecrets | null
}

export async function connectProvider(
  world: World,
  scope: Scope,
  input: PaymentProviderInput,
): Promise<PaymentProviderView> {
  const { settings, secrets } =
    input.provider === 'simulated' ? simulated(world, scope) : pixBacen(world, scope, input)
  const id = makeUuid(world.wall.now())
  const callback_token = randomToken(TOKEN_BYTES)
  const callbacks =
    secrets !== null &&
    (await tryOut(world, settings as PixBacenSettings, secrets, { provider: input.provider, callback_token }))
  return transaction(world, scope, async (tx) => {
    await lockProviders(tx)
    const hasDefault = (await findDefaultProvider(tx, tx.owner)) !== undefined
    const is_default = input.is_default === true || !hasDefault
    if (is_default && hasDefault) await clearDefault(tx)
    const provider: ProviderRow = {
      id,
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      provider: input.provider,
      name: input.name ?? NAMES[input.provider],
      settings: JSON.stringify(settings),
      secrets: secrets && world.secretBox.seal(JSON.stringify(secrets), secretsPlace(id)),
      is_default,
      callback_token,
      callbacks,
      reconciled_until: tx.now,
      connected_at: tx.now,
      disconnected_at: null,
    }
    await insertProvider(tx, provider)
    if (secrets !== null) {
      const at = new Date(tx.now.getTime() + RECONCILE_EVERY_MS)
      schedule(tx, work.reconcileProvider, { at, key: reconcileKey(id, at), payload: { providerId: id } })
    }
    schedule(tx, work.chargeInvoices, { at: tx.now, key: id, payload: null })
    emit(tx, 'integration.connected', integrationView(provider))
    return providerView(world, provider)
  })
}

function simulated(world: World, scope: Scope): Connecting {
  if (!mayUseSimulatedBank(world, scope.owner))
    failField('provider', 'in production the simulated bank serves test keys only')
  return { settings: {}, secrets: null }
}

function pixBacen(
  world: World,
  { owner: { mode } }: Scope,
  { settings: given = {} }: PaymentProviderInput,
): Connecting {
  if (mode === 'test')
    failField('provider', 'needs a live key: with a test key every charge is of the simulated bank')
  const required = [
    'api_url',
    'token_url',
    'client_id',
    'client_secret',
    'pix_key',
    'certificate',
    'private_key',
  ]
  const missing = required.filter((name) => !given[name as keyof typeof given])
  if (missing.length > 0) blame(missing.map((name) => ({ field: name, issue: 'is required for pix-bacen' })))
  const { api_url, token_url, client_id, client_secret, pix_key, certificate, private_key, authority } =
    given as Required<typeof given>
  const connecting = {
    settings: {
      api_url: withoutQuery(api_url),
      token_url: withoutQuery(token_url),
      client_id,
      pix_key,
      certificate,
      authority: authority ?? null,
    },
    secrets: { api_url, token_url, client_secret, private_key },
  }
  const faults = pixBacenFaults(accountOf(connecting.settings, connecting.secrets), world.wall.now())
  if (faults.length > 0) blame(faults)
  return connecting
}

function blame(faults: { field: string; issue: string }[]): never {
  const details = faults.map(({ field, issue }) => ({ field: `settings.${snakeCase(field)}`, issue }))
  throw new Fail('invalid_request_parameters', { details })
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

/** Whether the bank will tell us of payments, which it can only where we have a public address. */
async function tryOut(
  world: World,
  settings: PixBacenSettings,
  secrets: PixBacenSecrets,
  place: Pick<ProviderRow, 'provider' | 'callback_token'>,
): Promise<boolean> {
  const bank = world.banks.trial(accountOf(settings, secrets))
  try {
    const answer = await bank.connect(callbackUrl(world, place))
    if (answer.outcome === 'confirmed') return answer.value.callbacks
    const advice = `${answer.reason}; check the addresses and credentials, then send the request again`
    return fail('payment_provider_not_connected', { advice })
  } finally {
    await bank.close()
  }
}
