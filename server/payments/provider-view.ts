// The only maker of a payment provider's public JSON. What is secret is not in the row it reads from.
import { SIMULATED } from '../../contract/banks.ts'
import type { Snapshot } from '../../contract/event-objects.ts'
import { CALLBACK_PATH } from '../../contract/links.ts'
import type { PaymentProviderView } from '../../contract/payments.ts'
import { isoTimestamp } from '../base/values/dates.ts'
import { bankNamed } from '../outside/banks/banks.ts'
import type { World } from '../world.ts'
import { shownSettings } from './bank-of.ts'
import type { ProviderRow } from './provider-store.ts'

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
    methods: [...bankNamed(provider.provider).methods],
    status: provider.disconnected_at === null ? 'connected' : 'disconnected',
    settings: shownSettings(provider),
    callback_url: provider.provider === SIMULATED ? null : callbackUrl(world, provider),
    callbacks: provider.callbacks,
    connected_at: isoTimestamp(provider.connected_at),
  }
}

/** The object of an integration event. */
export function integrationView(provider: ProviderRow): Snapshot<'integration'> {
  return {
    id: provider.id,
    kind: 'payment_provider',
    provider: provider.provider,
    status: provider.disconnected_at === null ? 'connected' : 'disconnected',
    connected_at: isoTimestamp(provider.connected_at),
  }
}
