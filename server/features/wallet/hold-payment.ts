// Takes a payment in without crediting it: it is kept, told of, and waits for a person. Money that nobody asked for is
// not spent before somebody has seen that it is there.
import type { HeldReason } from '../../../contract/wallet.ts'
import type { ReceivedPayment } from '../../adapters/banks/port.ts'
import { record } from '../../kernel/outbox/audit.ts'
import { ownerColumns } from '../../kernel/outbox/owner.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { HELD_MOVES } from './held-payment-states.ts'
import { type HeldPaymentRow, insertHeldPayment } from './held-payment-store.ts'
import { heldPaymentChange, heldPaymentView } from './held-payment-view.ts'
import { changeHeld, type RechargeRow } from './recharge-store.ts'

export async function holdPayment(
  world: World,
  tx: Tx,
  recharge: RechargeRow,
  payment: ReceivedPayment,
  reason: HeldReason,
): Promise<RechargeRow> {
  const { to: status, emits } = HELD_MOVES.begins.hold
  const paid = { payment_id: payment.id, amount_cents: payment.amountCents, paid_at: payment.paidAt }
  const about = { recharge_id: recharge.id, charge_id: recharge.charge_id, reason, status }
  const id = tx.newId('heldPayment')
  const whose = { ...ownerColumns(tx.owner), created_at: tx.now, reviewed_at: null }
  const held: HeldPaymentRow = { id, ...whose, ...about, ...paid }
  await insertHeldPayment(tx, held)
  record(tx, heldPaymentChange(null, held))
  await changeHeld(tx, recharge.id, payment.amountCents)
  for (const type of emits) emit(tx, type, heldPaymentView(held))
  const facts = { held: held.id, team: held.team_id, mode: held.mode, recharge: recharge.id, reason }
  world.log.warn(facts, 'a payment is held; see "npx embarque payments review"')
  return { ...recharge, held_cents: recharge.held_cents + payment.amountCents }
}
