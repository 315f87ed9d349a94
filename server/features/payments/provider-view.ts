// The only maker of a payment provider's public JSON. What is secret is not in the row it reads from.
import { SIMULATED } from '../../../contract/banks.ts'
import type { Snapshot } from '../../../contract/event-objects.ts'
import { CALLBACK_PATH } from '../../../contract/links.ts'
import type { PaymentProviderView } from '../../../contract/payments.ts'
import { type Change, fingerprint } from '../../kernel/outbox/audit.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import type { World } from '../world.ts'
import { methodsOf, shownSettings } from './bank-of.ts'
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
export function integrationView(provider: ProviderRow): Snapshot<'integration'> {
  return {
    id: provider.id,
    kind: 'payment_provider',
    provider: provider.provider,
    status: provider.disconnected_at === null ? 'connected' : 'disconnected',
    connected_at: isoTimestamp(provider.connected_at),
  }
}
