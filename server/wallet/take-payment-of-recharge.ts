// Takes a payment of a recharge in. The payment, the charge, the recharge, the ledger line and the events are one
// transaction; the same payment told again changes nothing.
import { emit } from '../events/emit.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { ReceivedPayment } from '../outside/banks/port.ts'
import type { World } from '../world.ts'
import { creditSilently, tellCredit } from './move-money.ts'
import { completeRecharge, type RechargeRow } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'

const DESCRIPTIONS = { pix: 'Wallet recharge by PIX', boleto: 'Wallet recharge by boleto' } as const

/** The recharge as the payment left it; undefined where this payment was taken in before. */
export async function takePaymentOfRecharge(
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
