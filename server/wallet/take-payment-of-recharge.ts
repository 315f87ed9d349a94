// Takes a payment of a recharge in. The payment, the charge, the recharge, the ledger line and the events are one
// transaction; the same payment reported again changes nothing.
import type { Tx } from '../outbox/transaction.ts'
import type { ReceivedPayment } from '../outside/banks/port.ts'
import { RECHARGE_MOVES } from '../rules/recharge-states.ts'
import { emittedBy, moveBy } from '../rules/state-table.ts'
import type { World } from '../world.ts'
import { creditSilently, emitCredit } from './move-money.ts'
import { emitRecharge } from './move-recharge.ts'
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
  const lineId = tx.newId('line')
  const taken = await completeRecharge(tx, chargeId, payment, lineId)
  if (taken === undefined) return undefined
  const { moved, ...recharge } = taken
  // The amount that was paid is credited, even if another was asked for: it is the team's money.
  const line = await creditSilently(tx, {
    id: lineId,
    amountCents: payment.amountCents,
    description: DESCRIPTIONS[recharge.payment_method],
    referenceType: 'recharge',
    referenceId: recharge.id,
    kind: `payment ${payment.id}`,
    paymentMethod: recharge.payment_method,
  })
  const { to, emits } = moveBy(RECHARGE_MOVES, 'payment')
  // It did not move, so it was completed before, even if it was read while that payment was still being taken in.
  const told = moved ? emits : emittedBy(RECHARGE_MOVES, to, 'payment')
  emitRecharge(tx, told, rechargeView(world, recharge), () => emitCredit(tx, line))
  return recharge
}
