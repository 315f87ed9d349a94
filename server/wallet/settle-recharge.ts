// What becomes of a recharge when its charge is paid or fails. The payment, the charge, the recharge, the ledger line
// and the events are one transaction; the same payment told again changes nothing.

import { emit } from '../events/emit.ts'
import type { Scope, Tx } from '../outbox/transaction.ts'
import type { ChargeState, ReceivedPayment } from '../outside/banks/port.ts'
import { type ChargeRow, moveCharge } from '../payments/charge-store.ts'
import type { World } from '../world.ts'
import { creditSilently, tellCredit } from './move-money.ts'
import { completeRecharge, moveRecharge, type RechargeRow } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'
import { walletTransaction } from './wallet-turns.ts'

const DESCRIPTIONS = { pix: 'Wallet recharge by PIX', boleto: 'Wallet recharge by boleto' } as const

/** The recharge as the payment left it; undefined where this payment was counted before. */
export async function payRecharge(
  world: World,
  scope: Scope,
  charge: Pick<ChargeRow, 'id'>,
  payment: ReceivedPayment,
): Promise<RechargeRow | undefined> {
  return walletTransaction(world, scope, (tx) => takePayment(world, tx, charge.id, payment))
}

export async function takePayment(
  world: World,
  tx: Tx,
  chargeId: string,
  payment: ReceivedPayment,
): Promise<RechargeRow | undefined> {
  const lineId = tx.newId('walletTransaction')
  const recharge = await completeRecharge(tx, chargeId, payment, lineId)
  if (recharge === undefined) return undefined
  // What was paid is credited, also where it is not what was asked for: it is the team's money.
  const line = await creditSilently(tx, {
    id: lineId,
    amountCents: payment.amountCents,
    description: DESCRIPTIONS[recharge.payment_method],
    referenceType: 'recharge',
    referenceId: recharge.id,
    kind: `payment ${payment.id}`,
    paymentMethod: recharge.payment_method,
  })
  if (recharge.moved) emit(tx, 'wallet.recharge.completed', rechargeView(world, recharge))
  tellCredit(tx, line)
  return recharge
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
    await moveRecharge(tx, charge.reference_id, 'provider_failure')
  })
}
