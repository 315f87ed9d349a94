// What becomes of a recharge whose bank took its charge away: it fails, unless it was over already.
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type ChargeRow, moveCharge } from '../payments/charge-store.ts'
import type { World } from '../world.ts'
import { moveRecharge } from './move-recharge.ts'
import type { RechargeRow } from './recharge-store.ts'

/** Undefined for a charge that we withdrew, or that is over: it was removed because we asked for it. */
export async function failRecharge(
  world: World,
  tx: Tx,
  { id, reference_id }: Pick<ChargeRow, 'id' | 'reference_id'>,
): Promise<RechargeRow | undefined> {
  if ((await moveCharge(tx, id, 'withdraw')) === undefined) return undefined
  return moveRecharge(world, tx, reference_id, 'provider_failure')
}
