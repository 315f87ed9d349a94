// Records a payment that the agency received outside our banks.
import type { PaymentInput } from '../../../contract/invoices.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import type { World } from '../world.ts'
import { changeInvoice } from './change-invoice.ts'
import type { WarnedInvoice } from './invoice-view.ts'
import { readAmount, readTimestamp } from './read-input.ts'

export async function recordPayment(
  world: World,
  scope: Scope,
  id: string,
  { amount, paid_at }: PaymentInput,
): Promise<WarnedInvoice> {
  const received = {
    amountCents: readAmount('amount', amount),
    method: 'manual' as const,
    paidAt: readTimestamp('paid_at', paid_at) ?? scope.clock.now(),
    chargeId: null,
    reference: null,
  }
  return changeInvoice(world, scope, id, { received })
}
