// Cancels a pending recharge; its charge is withdrawn at the bank. If the payer was faster, the money is credited.
import { SIMULATED } from '../../../contract/banks.ts'
import type { Recharge } from '../../../contract/wallet.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { refusalOf } from '../../kernel/values/state-table.ts'
import { findCharge, moveCharge } from '../payments/charge-store.ts'
import { isAwaited } from '../payments/states.ts'
import { withdrawCharge } from '../payments/work.ts'
import type { World } from '../world.ts'
import { moveRecharge } from './move-recharge.ts'
import { RECHARGE_MOVES } from './recharge-states.ts'
import { findRecharge } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'

export async function cancelRecharge(world: World, scope: Scope, id: string): Promise<Recharge> {
  return transaction(world, scope, async (tx) => {
    const recharge = (await findRecharge(tx, tx.owner, id)) ?? fail('recharge_not_found')
    const known = await findCharge(tx, recharge.charge_id)
    // Its bank is still being asked: the request that created it must end first.
    if (known !== undefined && isAwaited(known)) fail('request_in_progress', { retryAfterSeconds: 1 })
    const charge = (await moveCharge(tx, recharge.charge_id, 'withdraw')) ?? (await refuse(tx, id))
    const cancelled = (await moveRecharge(world, tx, id, 'cancel')) ?? (await refuse(tx, id))
    if (charge.provider !== SIMULATED)
      schedule(tx, withdrawCharge, { at: tx.now, key: charge.id, payload: null })
    return rechargeView(world, cancelled)
  })
}

/** It was moved meanwhile, or ended long ago: its state says why it is refused. */
async function refuse(tx: Tx, id: string): Promise<never> {
  const { status, held_cents } = (await findRecharge(tx, tx.owner, id)) ?? fail('recharge_not_found')
  if (held_cents > 0n) return fail('recharge_not_pending', { advice: 'a payment of it is held for review' })
  const refusal = refusalOf(RECHARGE_MOVES, status, 'cancel')
  return refusal === undefined ? fail('request_in_progress', { retryAfterSeconds: 1 }) : fail(refusal)
}
