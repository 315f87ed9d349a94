// What becomes of a recharge when its charge is paid or fails. The payment, the charge, the recharge, the ledger line
// and the events are one transaction; the same payment told again changes nothing.
import type { Scope } from '../outbox/transaction.ts'
import type { ChargeState, ReceivedPayment } from '../outside/banks/port.ts'
import { type ChargeRow, moveCharge } from '../payments/charge-store.ts'
import type { World } from '../world.ts'
import { moveRecharge, takePayment } from './move-recharge.ts'
import type { RechargeRow } from './recharge-store.ts'
import { walletTransaction } from './wallet-turns.ts'

/** The recharge as the payment left it; undefined where this payment was counted before. */
export async function payRecharge(
  world: World,
  scope: Scope,
  charge: Pick<ChargeRow, 'id'>,
  payment: ReceivedPayment,
): Promise<RechargeRow | undefined> {
  return walletTransaction(world, scope, (tx) => takePayment(world, tx, charge.id, payment))
}

/** What the bank's books say of the charge: its payments count, and one that the bank took away cannot be paid. */
export async function applyState(
  world: World,
  scope: Scope,
  charge: Pick<ChargeRow, 'id' | 'reference_id'>,
  { status, payments }: Pick<ChargeState, 'status' | 'payments'>,
): Promise<void> {
  for (const payment of payments) await payRecharge(world, scope, charge, payment)
  if (status !== 'removed') return
  await walletTransaction(world, scope, async (tx) => {
    await moveCharge(tx, charge.id, 'withdraw')
    await moveRecharge(world, tx, charge.reference_id, 'provider_failure')
  })
}
