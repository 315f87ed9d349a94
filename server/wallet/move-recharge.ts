// The one way in which a recharge moves: by its table of states, which also says what is told of it.
import type { Recharge } from '../../contract/wallet.ts'
import { emit } from '../events/emit.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { ReceivedPayment } from '../outside/banks/port.ts'
import { RECHARGE_MOVES, type RechargeEvent, type RechargeTrigger } from '../rules/recharge-states.ts'
import { emittedBy, moveBy } from '../rules/state-table.ts'
import type { World } from '../world.ts'
import { creditSilently, tellCredit } from './move-money.ts'
import { completeRecharge, type RechargeRow, setRechargeStatus } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'

const DESCRIPTIONS = { pix: 'Wallet recharge by PIX', boleto: 'Wallet recharge by boleto' } as const

/** The recharge after a move that is not a payment; undefined where its state does not allow it. */
export async function moveRecharge(
  world: World,
  tx: Tx,
  id: string,
  trigger: Exclude<RechargeTrigger, 'payment'>,
): Promise<RechargeRow | undefined> {
  const { from, to, emits } = moveBy(RECHARGE_MOVES, trigger)
  const moved = await setRechargeStatus(tx, id, from, to)
  if (moved !== undefined) tell(tx, emits, rechargeView(world, moved))
  return moved
}

/** Told once its charge can be paid; the view shows how. */
export function tellBegun(tx: Tx, view: Recharge): void {
  tell(tx, RECHARGE_MOVES.begins.ask.emits, view)
}

/** The recharge as the payment left it; undefined where this payment was counted before. */
export async function takePayment(
  world: World,
  tx: Tx,
  chargeId: string,
  payment: ReceivedPayment,
): Promise<RechargeRow | undefined> {
  const lineId = tx.newId('walletTransaction')
  const taken = await completeRecharge(tx, chargeId, payment, lineId)
  if (taken === undefined) return undefined
  const { moved, ...recharge } = taken
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
  const { to, emits } = moveBy(RECHARGE_MOVES, 'payment')
  // One that did not move was there before, even if it was read while somebody else was just paying it.
  const told = moved ? emits : emittedBy(RECHARGE_MOVES, to, 'payment')
  tell(tx, told, rechargeView(world, recharge), () => tellCredit(tx, line))
  return recharge
}

function tell(tx: Tx, emits: readonly RechargeEvent[], view: Recharge, credited?: () => void): void {
  for (const type of emits) {
    if (type !== 'wallet.credit') emit(tx, type, view)
    else if (credited === undefined) throw new Error(`recharge ${view.id} tells of a credit that is none`)
    else credited()
  }
}
