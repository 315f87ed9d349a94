// Applies a bank's verdict to a recharge: takes its payments in, and what went back of them; without any, a charge that
// the bank removed makes the recharge fail.

import { moveCharge } from '../payments/charge-store.ts'
import { alarmOfReturn } from '../payments/returns-metrics.ts'
import { type ApplyVerdict, returnsDone } from '../payments/verdict-routes.ts'
import { moveRecharge } from './move-recharge.ts'
import { takePaymentOfRecharge } from './take-payment-of-recharge.ts'
import { takeReturnOfRecharge } from './take-return-of-recharge.ts'
import { inWalletTurn } from './wallet-turns.ts'

export const applyVerdictToRecharge: ApplyVerdict = async (world, scope, charge, { status, payments }) => {
  for (const payment of payments) {
    await inWalletTurn(world, scope, (tx) => takePaymentOfRecharge(world, tx, charge.id, payment))
    for (const returned of returnsDone(payment)) {
      const taken = await inWalletTurn(world, scope, (tx) =>
        takeReturnOfRecharge(tx, charge, payment.id, returned),
      )
      if (taken !== undefined) alarmOfReturn(world, charge, payment.id, returned)
    }
  }
  if (status !== 'removed') return
  await inWalletTurn(world, scope, async (tx) => {
    // A charge that we withdrew, or that is over, was removed because we asked for it.
    const wasPayable = (await moveCharge(tx, charge.id, 'withdraw')) !== undefined
    if (wasPayable) await moveRecharge(world, tx, charge.reference_id, 'provider_failure')
  })
}
