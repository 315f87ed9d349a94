// Due work at the deadline of a recharge: expires it. A real bank is asked first, as a payment may have come without a
// callback.

import { isAbsent } from '../../adapters/banks/port.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { bankOfCharge } from '../payments/bank-of.ts'
import { findCharge, moveCharge } from '../payments/charge-store.ts'
import { withdrawIfKept } from '../payments/withdraw-if-kept.ts'
import type { World } from '../world.ts'
import { applyVerdictToRecharge } from './apply-verdict-to-recharge.ts'
import { moveRecharge } from './move-recharge.ts'
import { isPending } from './recharge-states.ts'
import { findRecharge } from './recharge-store.ts'
import type * as work from './work.ts'

/** A bank that stays silent longer does not keep a recharge open: a late payment is credited all the same. */
const ASKED_MAX = 4

export async function expireRecharge(
  world: World,
  { piece, payload, scope, last }: TaskOf<typeof work.expireRecharge>,
): Promise<void> {
  const { rechargeId } = payload
  const recharge = await findRecharge(world.pool, scope.owner, rechargeId)
  if (recharge === undefined || !isPending(recharge)) return
  const charge = await findCharge(world.pool, recharge.charge_id)
  if (charge === undefined) throw new Error(`recharge ${rechargeId} has no charge`)
  const bank = await bankOfCharge(world, charge)
  if (bank !== null) {
    const answer = await bank.read(charge.txid, charge.bank_reference)
    if (answer.outcome === 'confirmed') {
      await applyVerdictToRecharge(world, scope, charge, answer.value)
    } else if (!isAbsent(answer) && piece.attempt < ASKED_MAX) {
      throw new Error(`the bank did not say whether the charge was paid: ${answer.reason}`)
    }
  }
  await transaction(world, last, async (tx) => {
    const expired = await moveCharge(tx, charge.id, 'expire')
    if (expired !== undefined) withdrawIfKept(tx, expired)
    await moveRecharge(world, tx, rechargeId, 'deadline')
  })
}
