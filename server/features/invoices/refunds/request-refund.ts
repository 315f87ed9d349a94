// Gives money of an invoice back to its payer. The wish is stored with the work that asks the bank, and what is asked
// for already is spoken for: however many ask at once, no more goes back than came.
import { SIMULATED } from '../../../../contract/banks.ts'
import { REFUND_DAYS } from '../../../../contract/limits.ts'
import type { Refund, RefundInput } from '../../../../contract/refunds.ts'
import { schedule } from '../../../kernel/jobs/schedule.ts'
import { record } from '../../../kernel/outbox/audit.ts'
import { ownerColumns } from '../../../kernel/outbox/owner.ts'
import { type Scope, type Tx, transaction } from '../../../kernel/outbox/transaction.ts'
import { fail } from '../../../kernel/values/fail.ts'
import { isUuid } from '../../../kernel/values/ids.ts'
import { emit } from '../../events/emit.ts'
import { findCharge } from '../../payments/charge-store.ts'
import { findAnyProvider } from '../../payments/provider-store.ts'
import type { World } from '../../world.ts'
import { lockInvoice } from '../invoice-store.ts'
import { readAmount } from '../read-input.ts'
import * as work from '../work.ts'
import { insertRefund } from './refund-store.ts'
import { refundChange, refundView } from './refund-view.ts'
import { chooseRefund, type Refundable } from './refundable-payments.ts'
import { REFUND_MOVES } from './states.ts'

const DAY_MS = 24 * 60 * 60_000

export async function requestRefund(
  world: World,
  scope: Scope,
  invoiceId: string,
  { amount, payment_id, reason }: NonNullable<RefundInput>,
): Promise<Refund> {
  const wanted = amount === undefined ? undefined : readAmount('amount', amount)
  if (!isUuid(invoiceId)) return fail('invoice_not_found')
  return transaction(world, scope, async (tx) => {
    const invoice = (await lockInvoice(tx, invoiceId)) ?? fail('invoice_not_found')
    const { payment, amountCents } = await chooseRefund(tx, invoice.id, payment_id, wanted)
    if (payment.paidAt.getTime() < tx.now.getTime() - REFUND_DAYS * DAY_MS) fail('refund_too_late')
    await demandBank(tx, payment)
    const refund = {
      id: tx.newId('refund'),
      ...ownerColumns(tx.owner),
      invoice_id: invoice.id,
      invoice_payment_id: payment.id,
      charge_id: payment.chargeId,
      payment_id: payment.reference,
      amount_cents: amountCents,
      status: REFUND_MOVES.begins.ask.to,
      reason: reason ?? null,
      failure: null,
      created_at: tx.now,
      ended_at: null,
    }
    await insertRefund(tx, refund)
    record(tx, refundChange(null, refund))
    const view = refundView(refund)
    for (const type of REFUND_MOVES.begins.ask.emits) emit(tx, type, view)
    schedule(tx, work.settleRefund, { at: tx.now, key: refund.id, payload: { look: 1 } })
    return view
  })
}

/** The bank that collected it must still be within reach. */
async function demandBank(tx: Tx, { chargeId }: Refundable): Promise<void> {
  const charge = await findCharge(tx, chargeId)
  if (charge === undefined) throw new Error(`charge ${chargeId} was paid, and is gone`)
  if (charge.provider === SIMULATED) return
  const provider = charge.provider_id === null ? undefined : await findAnyProvider(tx, charge.provider_id)
  if (provider === undefined || provider.secrets === null)
    fail('payment_provider_not_found', {
      advice: 'the bank that collected this payment is disconnected; give the money back in its own app',
    })
}
