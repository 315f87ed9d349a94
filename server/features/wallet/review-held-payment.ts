// A person has looked at a held payment: it is credited, or it is not. Once: whoever decides a second time changes
// nothing.

import { type Actor, record } from '../../kernel/outbox/audit.ts'
import { ownerOfRow } from '../../kernel/outbox/owner.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { failField } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { lockCharge } from '../payments/charge-store.ts'
import { returnsOf } from '../payments/return-store.ts'
import { scopeOf, type World } from '../world.ts'
import { type HeldTrigger, isCredited } from './held-payment-states.ts'
import { decideHeldPayment, findHeldPayment, type HeldPaymentRow } from './held-payment-store.ts'
import { heldPaymentChange } from './held-payment-view.ts'
import { changeHeld, completeRecharge } from './recharge-store.ts'
import { creditPayment } from './take-payment-of-recharge.ts'

/** The payment as it is now, and whether this changed it. */
export async function reviewHeldPayment(
  world: World,
  id: string,
  decision: HeldTrigger,
  by: Actor | undefined = world.by,
): Promise<{ held: HeldPaymentRow; changed: boolean }> {
  const known = await findHeldPayment(world.pool, id)
  if (known === undefined)
    return failField('ID', 'must be that of a held payment; "payments review" lists them')
  const scope = { ...(await scopeOf(world, ownerOfRow(known))), by }
  const changed = await transaction(world, scope, async (tx) => {
    // As when a payment comes, or goes back: the charge is locked first, and then the rest.
    const charge = await lockCharge(tx, known.charge_id)
    if (decision === 'accept') await refuseReturned(tx, known)
    const decided = await decideHeldPayment(tx, id, decision)
    if (decided === undefined) return false
    record(tx, heldPaymentChange(known, decided))
    await changeHeld(tx, known.recharge_id, -known.amount_cents)
    if (!isCredited(decided)) return true
    const { payment_id, amount_cents: amountCents, paid_at: paidAt } = known
    const payment = { id: payment_id, amountCents, paidAt }
    const lineId = tx.newId('line')
    const taken = await completeRecharge(tx, charge.id, payment, { lineId, isWanted: true, isTrusted: true })
    await creditPayment(world, tx, taken, payment, { lineId, charge })
    return true
  })
  return { held: (await findHeldPayment(world.pool, id)) ?? known, changed }
}

/** A payment is credited as it came or not at all, so that the ledger has it as the bank has. */
async function refuseReturned(
  tx: Tx,
  { charge_id, payment_id, amount_cents }: HeldPaymentRow,
): Promise<void> {
  const returns = (await returnsOf(tx, [charge_id])).filter((returned) => returned.payment_id === payment_id)
  const returnedCents = returns.reduce((sum, returned) => sum + returned.amount_cents, 0n)
  if (returnedCents === 0n) return
  const isAll = returnedCents >= amount_cents
  const what = isAll ? 'this one' : `${formatAmount(returnedCents)} of this one`
  const todo = isAll ? 'refuse it' : 'refuse it and give the rest back at the bank'
  failField('ID', `must be that of a payment that is still there; ${what} went back to its payer, so ${todo}`)
}
