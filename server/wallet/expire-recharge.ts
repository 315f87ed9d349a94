// The deadline of a recharge passes. A real bank is asked first: a payment may have come that nobody told us of.

import { emit } from '../events/emit.ts'
import { finish } from '../outbox/due-work.ts'
import { isAbsent } from '../outside/banks/port.ts'
import { bankOfCharge } from '../payments/bank-of.ts'
import { findCharge, moveCharge } from '../payments/charge-store.ts'
import type { Task, World } from '../world.ts'
import { applyVerdictToRecharge } from './apply-verdict-to-recharge.ts'
import { findRecharge, moveRecharge } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'
import { walletTransaction } from './wallet-turns.ts'

/** A bank that stays silent longer does not keep a recharge open: a late payment is credited all the same. */
const ASKED_MAX = 4

export async function expireRecharge(world: World, { piece, payload, scope }: Task): Promise<void> {
  const { rechargeId } = payload as { rechargeId: string }
  const recharge = await findRecharge(world.pool, scope!, rechargeId)
  if (recharge?.status !== 'pending') return
  const charge = (await findCharge(world.pool, recharge.charge_id))!
  const bank = await bankOfCharge(world, charge)
  if (bank !== null) {
    const answer = await bank.read(charge.txid)
    if (answer.outcome === 'confirmed') {
      await applyVerdictToRecharge(world, scope!, charge, answer.value)
    } else if (!isAbsent(answer) && piece.attempt < ASKED_MAX) {
      throw new Error(`the bank did not say whether the charge was paid: ${answer.reason}`)
    }
  }
  await walletTransaction(world, scope!, async (tx) => {
    await moveCharge(tx, charge.id, 'expire')
    const expired = await moveRecharge(tx, rechargeId, 'deadline')
    if (expired !== undefined) emit(tx, 'wallet.recharge.expired', rechargeView(world, expired))
    finish(tx, piece)
  })
}
