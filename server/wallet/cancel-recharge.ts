// Cancels a pending recharge; its charge is withdrawn at the bank. If the payer was faster, the money is credited.
import { SIMULATED } from '../../contract/banks.ts'
import type { Recharge } from '../../contract/wallet.ts'
import { fail } from '../base/values/fail.ts'
import { enqueue } from '../outbox/due-work.ts'
import type { Scope } from '../outbox/transaction.ts'
import { findCharge, moveCharge } from '../payments/charge-store.ts'
import type { World } from '../world.ts'
import { findRecharge, moveRecharge } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'
import { walletTransaction } from './wallet-turns.ts'

export async function cancelRecharge(world: World, scope: Scope, id: string): Promise<Recharge> {
  return walletTransaction(world, scope, async (tx) => {
    const recharge = (await findRecharge(tx, tx, id)) ?? fail('recharge_not_found')
    const known = await findCharge(tx, recharge.charge_id)
    // Its bank is still being asked: whoever asked for it must hear first.
    if (known?.status === 'requested') fail('request_in_progress', { retryAfterSeconds: 1 })
    const charge = (await moveCharge(tx, recharge.charge_id, 'withdraw')) ?? fail('recharge_not_pending')
    const cancelled = (await moveRecharge(tx, recharge.id, 'cancel')) ?? fail('recharge_not_pending')
    if (charge.provider !== SIMULATED) enqueue(tx, 'withdraw-charge', tx.now, null, charge.id, 'withdraw')
    return rechargeView(world, cancelled)
  })
}
