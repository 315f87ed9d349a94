// Through which bank a charge goes: the team's own, or the simulated one where that is allowed.
import type { PaymentMethod } from '../../contract/wallet.ts'
import { fail } from '../base/values/fail.ts'
import type { Owner } from '../outbox/owner.ts'
import type { Scope } from '../outbox/transaction.ts'
import type { World } from '../world.ts'
import { findDefaultProvider, findProvider, type ProviderRow } from './provider-store.ts'

export type ChosenBank =
  | { simulated: true; providerId: string | null }
  | { simulated: false; providerId: string; provider: ProviderRow }

export const PROVIDER_METHODS: Readonly<Record<ProviderRow['provider'], readonly PaymentMethod[]>> = {
  simulated: ['pix', 'boleto'],
  'pix-bacen': ['pix'],
}

/** In production the simulated bank serves test keys only: nobody may take its money for real. */
export function mayUseSimulatedBank({ config }: World, { mode }: Pick<Owner, 'mode'>): boolean {
  return mode === 'test' || config.environment !== 'production'
}

export async function chooseBank(
  world: World,
  scope: Scope,
  method: PaymentMethod,
  providerId?: string,
): Promise<ChosenBank> {
  const provider =
    providerId === undefined
      ? await findDefaultProvider(world.pool, scope.owner)
      : ((await findProvider(world.pool, scope.owner, providerId)) ?? fail('payment_provider_not_found'))
  if (provider?.provider === 'simulated') {
    if (mayUseSimulatedBank(world, scope.owner)) return { simulated: true, providerId: provider.id }
  } else if (provider !== undefined && PROVIDER_METHODS[provider.provider].includes(method)) {
    return { simulated: false, providerId: provider.id, provider }
  }
  if (mayUseSimulatedBank(world, scope.owner)) return { simulated: true, providerId: null }
  const advice =
    provider === undefined
      ? 'connect a payment provider with POST /api/v1/payment-providers, then send the request again'
      : `no connected payment provider takes ${method}; connect one that does, or use another payment_method`
  return fail('service_unavailable', { advice })
}
