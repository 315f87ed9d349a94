// The address at which a bank notifies us of payments.
import { CALLBACK_PATH } from '../../../contract/links.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import { parseReceiverUrl } from '../../kernel/values/urls.ts'
import type { World } from '../world.ts'
import type { ProviderRow } from './provider-store.ts'

export function callbackUrl(
  world: World,
  provider: Pick<ProviderRow, 'provider' | 'callback_token'>,
): string {
  return `${world.address.url}${CALLBACK_PATH}/${provider.provider}/${provider.callback_token}`
}

/** Banks call only https addresses. */
export function isCallable(
  world: World,
  provider: Pick<ProviderRow, 'provider' | 'callback_token'>,
): boolean {
  const isOffline = BANKS[provider.provider].isOffline === true
  return !isOffline && parseReceiverUrl(callbackUrl(world, provider)) !== null
}
