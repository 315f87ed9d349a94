// The only way in which a recharge changes state: by its table of states, which also says which events are emitted.
import type { Recharge } from '../../../contract/wallet.ts'
import { record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { RECHARGE_MOVES, type RechargeEvent, type RechargeTrigger } from './recharge-states.ts'
import { type RechargeRow, setRechargeStatus } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'

/** The recharge after a move that is not a payment; undefined where its state does not allow it. */
export async function moveRecharge(
  world: World,
  tx: Tx,
  id: string,
  trigger: Exclude<RechargeTrigger, 'payment'>,
): Promise<RechargeRow | undefined> {
  const { from, to, emits } = moveBy(RECHARGE_MOVES, trigger)
  const moved = await setRechargeStatus(tx, id, from, to)
  if (moved === undefined) return undefined
  recordRecharge(tx, moved, { status: from.join(' or ') })
  emitRecharge(tx, emits, rechargeView(world, moved))
  return moved
}

/** For the audit log: null before it was asked for. */
export function recordRecharge(tx: Tx, recharge: RechargeRow, before: { status: string } | null): void {
  const { id: objectId, status, payment_method, amount_cents } = recharge
  const after = before ? { status } : { status, payment_method, amount: formatAmount(amount_cents) }
  record(tx, { topic: 'money', object: 'recharge', objectId, before, after })
}

/** Emitted once its charge can be paid; the view shows how. */
export function emitRechargeBegun(tx: Tx, view: Recharge): void {
  emitRecharge(tx, RECHARGE_MOVES.begins.ask.emits, view)
}

/** `credited` emits the event of the ledger line, where there is one. */
export function emitRecharge(
  tx: Tx,
  emits: readonly RechargeEvent[],
  view: Recharge,
  credited?: () => void,
): void {
  for (const type of emits) {
    if (type !== 'wallet.credit') emit(tx, type, view)
    else if (credited === undefined) throw new Error(`recharge ${view.id} tells of a credit that is none`)
    else credited()
  }
}
