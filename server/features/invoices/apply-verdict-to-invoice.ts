// Applies a bank's verdict to an invoice: takes its payments in, and what went back of them; renews a charge that the
// bank removed.

import type { PaymentReturn } from '../../adapters/banks/port.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import { alarmOfReturn } from '../payments/returns-metrics.ts'
import { type ApplyVerdict, returnsDone } from '../payments/verdict-routes.ts'
import type { World } from '../world.ts'
import { renewChargeOfInvoice } from './renew-invoice-charge.ts'
import { banksForRest, takePaymentOfInvoice } from './take-payment-of-invoice.ts'
import { takeReturnOfInvoice } from './take-return-of-invoice.ts'

export const applyVerdictToInvoice: ApplyVerdict = async (world, scope, charge, { status, payments }) => {
  for (const payment of payments) {
    const banks = await banksForRest(world, scope, charge)
    await transaction(world, scope, (tx) => takePaymentOfInvoice(world, tx, charge, payment, banks))
    for (const returned of returnsDone(payment)) await takeReturn(world, scope, charge, payment.id, returned)
  }
  if (status === 'removed') await renewChargeOfInvoice(world, scope, charge, 'withdraw')
}

/** What is owed again gets a code of its own. */
async function takeReturn(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  paymentId: string,
  returned: PaymentReturn,
): Promise<void> {
  const banks = await banksForRest(world, scope, charge)
  const taken = await transaction(world, scope, (tx) =>
    takeReturnOfInvoice(world, tx, charge, paymentId, returned, banks),
  )
  if (taken?.isOurs === false) alarmOfReturn(world, charge, paymentId, returned)
}
