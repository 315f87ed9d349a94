// Finds the charge that the sandbox plays payer and bank for: the simulated bank's, of a recharge or an invoice.
import { SIMULATED } from '../../../contract/banks.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import { fail } from '../../base/values/fail.ts'
import type { Owner } from '../../outbox/owner.ts'
import { type ChargeRow, findChargeOf } from '../../payments/charge-store.ts'
import { refusalOfBank } from '../../payments/choose-bank.ts'
import type { World } from '../../world.ts'

export async function simulatedCharge(
  world: World,
  owner: Owner,
  id: string,
  method?: PaymentMethod,
): Promise<ChargeRow> {
  const charge = await findChargeOf(world.pool, owner, id, method)
  const isPlayed = charge?.provider === SIMULATED && refusalOfBank(world, owner, SIMULATED) === null
  return isPlayed ? charge : fail('charge_not_found')
}
