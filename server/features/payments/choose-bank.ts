// Chooses the bank of a charge: the team's own for invoices, the operator's for recharges, or the simulated one where
// that is allowed. Neither replaces the other: the money would be somebody else's.
import { type BankName, SIMULATED } from '../../../contract/banks.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { bankNamed } from '../../adapters/banks/banks.ts'
import type { Bank } from '../../adapters/banks/port.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { bankOf, methodsOf } from './bank-of.ts'
import { findDefaultProvider, findProvider, type ProviderRow } from './provider-store.ts'
import { listWalletBanks } from './wallet-bank-store.ts'

export interface ChosenBank {
  provider: BankName
  /** Null where it is the simulated one that comes with the service. */
  providerId: string | null
  bank: Bank
  /** Nobody's real money will come through it. */
  simulated: boolean
}

/** Why a bank does not serve keys of this mode; null where it does. */
export function refusalOfBank(
  { config }: World,
  { mode }: Pick<Owner, 'mode'>,
  name: BankName,
): string | null {
  return bankNamed(name).refusal({ mode, isProduction: config.environment === 'production' })
}

/** Whether nothing is real here: with a test key, and everywhere outside production. */
export function isAllSimulated({ config }: World, mode: Mode): boolean {
  return mode === 'test' || config.environment !== 'production'
}

/** A provider that is named must be there. */
export async function demandProvider(world: World, { owner }: Scope, id: string): Promise<ProviderRow> {
  return (await findProvider(world.pool, owner, id)) ?? fail('payment_provider_not_found')
}

/** The bank of an invoice: the one that is named, where it takes the method, or else the default; null for none. */
export async function chooseBank(
  world: World,
  { owner }: Scope,
  method: PaymentMethod,
  providerId: string | null,
): Promise<ChosenBank | null> {
  const named = providerId === null ? undefined : await findProvider(world.pool, owner, providerId)
  if (named !== undefined && isFit(world, owner, method, named)) return chosen(world, owner, named)
  const usual = await findDefaultProvider(world.pool, owner, method)
  if (usual !== undefined && isFit(world, owner, method, usual)) return chosen(world, owner, usual)
  return refusalOfBank(world, owner, SIMULATED) === null ? chosenSimulated(world) : null
}

/** The bank of a recharge: the newest of the operator's that takes the method. */
export async function chooseWalletBank(
  world: World,
  { owner }: Scope,
  method: PaymentMethod,
): Promise<ChosenBank> {
  const all = owner.mode === 'test' ? [] : await listWalletBanks(world.pool)
  // One that was connected outside production may be a sandbox, whose money is none.
  const believed = all.filter(({ simulated }) => !simulated || isAllSimulated(world, owner.mode))
  const provider = believed.find((one) => isFit(world, owner, method, one))
  if (provider !== undefined) return chosen(world, owner, provider)
  if (refusalOfBank(world, owner, SIMULATED) === null) return chosenSimulated(world)
  const advice =
    believed.length > 0
      ? `no bank of the operator's takes ${method}; use another payment_method`
      : 'the operator of the service has to connect the bank of the wallet with "npx embarque bank connect"'
  return fail('service_unavailable', { advice })
}

function chosen(world: World, { mode }: Owner, provider: ProviderRow): ChosenBank {
  const { id, simulated } = provider
  return {
    provider: provider.provider,
    providerId: id,
    bank: bankOf(world, provider),
    simulated: simulated || isAllSimulated(world, mode),
  }
}

function chosenSimulated({ banks }: World): ChosenBank {
  return { provider: SIMULATED, providerId: null, bank: banks.simulated, simulated: true }
}

function isFit(world: World, owner: Owner, method: PaymentMethod, provider: ProviderRow): boolean {
  return methodsOf(provider).includes(method) && refusalOfBank(world, owner, provider.provider) === null
}
