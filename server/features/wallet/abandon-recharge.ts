// Due work: gives up a recharge whose bank did not answer in time. The recharge fails, and the charge is withdrawn in
// case the bank made it after all.

import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { transaction } from '../../kernel/outbox/transaction.ts'
import { bankOfCharge } from '../payments/bank-of.ts'
import { findCharge } from '../payments/charge-store.ts'
import { isAbandoned } from '../payments/states.ts'
import { verdictIn } from '../payments/verdict-routes.ts'
import type { World } from '../world.ts'
import { applyVerdictToRecharge } from './apply-verdict-to-recharge.ts'
import { giveUp } from './create-recharge.ts'
import type * as work from './work.ts'

export async function abandonRecharge(
  world: World,
  { piece, payload, scope }: TaskOf<typeof work.abandonRecharge>,
): Promise<void> {
  const { rechargeId, key } = payload
  await transaction(world, scope, (tx) => giveUp(world, tx, rechargeId, piece.key, key))
  const charge = await findCharge(world.pool, piece.key)
  if (charge === undefined || !isAbandoned(charge)) return
  const bank = await bankOfCharge(world, charge)
  if (bank === null) return
  const verdict = verdictIn(await bank.withdraw(charge.txid, charge.bank_reference))
  if (verdict !== null) await applyVerdictToRecharge(world, scope, charge, verdict)
}
