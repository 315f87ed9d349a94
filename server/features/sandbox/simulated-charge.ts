// Finds the charge that the sandbox plays payer and bank for: the simulated bank's, of a recharge or an invoice.
import { SIMULATED } from '../../../contract/banks.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import { fail } from '../../kernel/values/fail.ts'
import { type ChargeRow, findChargeOf } from '../payments/charge-store.ts'
import { refusalOfBank } from '../payments/choose-bank.ts'
import type { World } from '../world.ts'

export async function simulatedCharge(
  world: World,
  owner: Owner,
  id: string,
  method?: PaymentMethod,
): Promise<ChargeRow> {
  const find = async (by?: PaymentMethod) => {
    const charge = await findChargeOf(world.pool, owner, id, by)
    return charge?.provider === SIMULATED && refusalOfBank(world, owner, SIMULATED) === null
      ? charge
      : undefined
  }
  const charge = await find(method)
  if (charge !== undefined) return charge
  const other = method === undefined ? undefined : await find()
  return fail(
    'charge_not_found',
    other && { advice: `the simulated bank has no charge of it by ${method}, but one by ${other.method}` },
  )
}
