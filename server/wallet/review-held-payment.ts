// A person has looked at a held payment: it is credited, or it is not. Once: whoever decides a second time changes
// nothing.
import type { HeldStatus } from '../../contract/wallet.ts'
import { failField } from '../base/values/fail.ts'
import { ownerOfRow } from '../outbox/owner.ts'
import { lockCharge } from '../payments/charge-store.ts'
import { scopeOf, type World } from '../world.ts'
import { decideHeldPayment, findHeldPayment, type HeldPaymentRow } from './held-payment-store.ts'
import { changeHeld, completeRecharge } from './recharge-store.ts'
import { creditPayment } from './take-payment-of-recharge.ts'
import { inWalletTurn } from './wallet-turns.ts'

/** The payment as it is now, and whether this changed it. */
export async function reviewHeldPayment(
  world: World,
  id: string,
  decision: Exclude<HeldStatus, 'held'>,
): Promise<{ held: HeldPaymentRow; changed: boolean }> {
  const known = await findHeldPayment(world.pool, id)
  if (known === undefined)
    return failField('ID', 'must be that of a held payment; "payments review" lists them')
  const scope = await scopeOf(world, ownerOfRow(known))
  const changed = await inWalletTurn(world, scope, async (tx) => {
    // As when a payment comes: the charge is locked first, and then the rest.
    const charge = await lockCharge(tx, known.charge_id)
    if (!(await decideHeldPayment(tx, id, decision))) return false
    await changeHeld(tx, known.recharge_id, -known.amount_cents)
    if (decision === 'refused') return true
    const { payment_id, amount_cents: amountCents, paid_at: paidAt } = known
    const payment = { id: payment_id, amountCents, paidAt }
    const lineId = tx.newId('line')
    const taken = await completeRecharge(tx, charge.id, payment, { lineId, isWanted: true, isTrusted: true })
    await creditPayment(world, tx, taken, payment, { lineId, simulated: charge.simulated })
    return true
  })
  return { held: (await findHeldPayment(world.pool, id)) ?? known, changed }
}
