// Applies a bank's verdict to a recharge: takes its payments in; without any, a charge that the bank removed makes the
// recharge fail.

import { moveCharge } from '../payments/charge-store.ts'
import type { ApplyVerdict } from '../payments/verdict-routes.ts'
import { moveRecharge } from './move-recharge.ts'
import { takePaymentOfRecharge } from './take-payment-of-recharge.ts'
import { inWalletTurn } from './wallet-turns.ts'

export const applyVerdictToRecharge: ApplyVerdict = async (world, scope, charge, { status, payments }) => {
  for (const payment of payments)
    await inWalletTurn(world, scope, (tx) => takePaymentOfRecharge(world, tx, charge.id, payment))
  if (status !== 'removed') return
  await inWalletTurn(world, scope, async (tx) => {
    // A charge that we withdrew, or that is over, was removed because we asked for it.
    const wasPayable = (await moveCharge(tx, charge.id, 'withdraw')) !== undefined
    if (wasPayable) await moveRecharge(world, tx, charge.reference_id, 'provider_failure')
  })
}
