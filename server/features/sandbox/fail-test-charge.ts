// The sandbox's bank that takes a charge away before it is paid, so that its recharge fails.
import type { Recharge } from '../../../contract/wallet.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { failRecharge } from '../wallet/fail-recharge.ts'
import { rechargeView } from '../wallet/recharge-view.ts'
import type { World } from '../world.ts'
import { simulatedCharge } from './simulated-charge.ts'

export async function failTestCharge(world: World, scope: Scope, id: string): Promise<Recharge> {
  const charge = await simulatedCharge(world, scope.owner, id)
  if (charge.purpose !== 'recharge') return fail('charge_not_found', { advice: 'only recharges can fail' })
  return transaction(world, scope, async (tx) =>
    rechargeView(world, (await failRecharge(world, tx, charge)) ?? fail('recharge_not_pending')),
  )
}
