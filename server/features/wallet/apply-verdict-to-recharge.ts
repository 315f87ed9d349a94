// Applies a bank's verdict to a recharge: takes its payments in, and what went back of them; without any, a charge that
// the bank removed makes the recharge fail.

import { transaction } from '../../kernel/outbox/transaction.ts'
import { alarmOfReturn } from '../payments/returns-metrics.ts'
import { type ApplyVerdict, returnsDone } from '../payments/verdict-routes.ts'
import { failRecharge } from './fail-recharge.ts'
import { takePaymentOfRecharge } from './take-payment-of-recharge.ts'
import { takeReturnOfRecharge } from './take-return-of-recharge.ts'

export const applyVerdictToRecharge: ApplyVerdict = async (world, scope, charge, { status, payments }) => {
  for (const payment of payments) {
    await transaction(world, scope, (tx) => takePaymentOfRecharge(world, tx, charge.id, payment))
    for (const returned of returnsDone(payment)) {
      const taken = await transaction(world, scope, (tx) =>
        takeReturnOfRecharge(tx, charge, payment.id, returned),
      )
      if (taken !== undefined) alarmOfReturn(world, charge, payment.id, returned)
    }
  }
  if (status === 'removed') await transaction(world, scope, (tx) => failRecharge(world, tx, charge))
}
