// Applies a bank's verdict to an invoice: takes its payments in, and renews a charge that the bank removed.
import { transaction } from '../../outbox/transaction.ts'
import type { ApplyVerdict } from '../../payments/verdict-routes.ts'
import { renewChargeOfInvoice } from './renew-invoice-charge.ts'
import { bankForRest, takePaymentOfInvoice } from './take-payment-of-invoice.ts'

export const applyVerdictToInvoice: ApplyVerdict = async (world, scope, charge, { status, payments }) => {
  for (const payment of payments) {
    const bank = await bankForRest(world, scope, charge)
    await transaction(world, scope, (tx) => takePaymentOfInvoice(world, tx, charge, payment, bank))
  }
  if (status === 'removed') await renewChargeOfInvoice(world, scope, charge, 'withdraw')
}
