// Chooses the bank of a charge: the team's own, or the simulated one where that is allowed.
import { type BankName, SIMULATED } from '../../contract/banks.ts'
import type { PaymentMethod } from '../../contract/wallet.ts'
import { fail } from '../base/values/fail.ts'
import type { Owner } from '../outbox/owner.ts'
import type { Scope } from '../outbox/transaction.ts'
import { bankNamed } from '../outside/banks/banks.ts'
import type { Bank } from '../outside/banks/port.ts'
import type { World } from '../world.ts'
import { bankOf } from './bank-of.ts'
import { findDefaultProvider, findProvider, listProviders, type ProviderRow } from './provider-store.ts'

export interface ChosenBank {
  provider: BankName
  /** Null where it is the simulated one that comes with the service. */
  providerId: string | null
  bank: Bank
}

/** Why a bank does not serve keys of this mode; null where it does. */
export function refusalOfBank({ config }: World, { mode }: Owner, name: BankName): string | null {
  return bankNamed(name).refusal({ mode, isProduction: config.environment === 'production' })
}

export async function chooseBank(
  world: World,
  scope: Scope,
  method: PaymentMethod,
  providerId?: string,
): Promise<ChosenBank> {
  const provider =
    providerId === undefined
      ? await findDefaultProvider(world.pool, scope.owner, method)
      : ((await findProvider(world.pool, scope.owner, providerId)) ?? fail('payment_provider_not_found'))
  if (provider !== undefined && isFit(world, scope.owner, method, provider))
    return { provider: provider.provider, providerId: provider.id, bank: bankOf(world, provider) }
  if (refusalOfBank(world, scope.owner, SIMULATED) === null)
    return { provider: SIMULATED, providerId: null, bank: world.banks.simulated }
  const hasAny = (await listProviders(world.pool, scope.owner)).length > 0
  const advice = hasAny
    ? `no connected payment provider takes ${method}; connect one that does, or use another payment_method`
    : 'connect a payment provider with POST /api/v1/payment-providers, then send the request again'
  return fail('service_unavailable', { advice })
}

function isFit(world: World, owner: Owner, method: PaymentMethod, { provider }: ProviderRow): boolean {
  return bankNamed(provider).methods.includes(method) && refusalOfBank(world, owner, provider) === null
}
