// Takes a returned payment of an invoice in: what was paid of it goes down, and its states follow. The same return told
// again changes nothing.
import type { Invoice } from '../../../contract/invoices.ts'
import type { PaymentReturn } from '../../adapters/banks/port.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { emit } from '../events/emit.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import { recordReturn } from '../payments/return-store.ts'
import type { World } from '../world.ts'
import type { ReportedChange } from './apply-reported-change.ts'
import { saveChange } from './change-invoice.ts'
import { type InvoiceRow, lockInvoice } from './invoice-store.ts'
import type { PreparedBanks } from './prepare-bank.ts'
import { endRefund } from './refunds/move-refund.ts'

export interface TakenReturn {
  /** As the return left it; null where its draft is gone. */
  invoice: Invoice | null
  /** Whether we had asked for it, or somebody else. */
  isOurs: boolean
}

/** Undefined where it was taken in before. */
export async function takeReturnOfInvoice(
  world: World,
  tx: Tx,
  charge: ChargeRow,
  paymentId: string,
  returned: PaymentReturn,
  banks: PreparedBanks,
): Promise<TakenReturn | undefined> {
  const invoice = await lockInvoice(tx, charge.reference_id)
  if (!(await recordReturn(tx, charge.id, paymentId, returned, 0n))) return undefined
  const saved =
    invoice === undefined
      ? null
      : await saveChange(
          world,
          tx,
          invoice,
          invoice,
          moneyBack(invoice, charge, paymentId, returned, tx.now),
          banks,
        )
  const view = saved?.data ?? null
  if (view !== null) emit(tx, 'invoice.payment.returned', view)
  const refund = await endRefund(tx, { chargeId: charge.id, paymentId, returnId: returned.id }, 'return')
  return { invoice: view, isOurs: refund !== undefined }
}

/** What somebody has put right by hand already is not taken off twice: nothing is paid less than not at all. */
function moneyBack(
  { amount_paid_cents: paidCents }: InvoiceRow,
  { id: chargeId }: ChargeRow,
  paymentId: string,
  { id, amountCents, at }: PaymentReturn,
  now: Date,
): ReportedChange {
  const cents = amountCents < paidCents ? amountCents : paidCents
  if (cents <= 0n) return {}
  return {
    received: {
      amountCents: -cents,
      method: 'return',
      paidAt: at ?? now,
      chargeId,
      // Ids of returns are unique within their payment alone.
      reference: `${paymentId}:${id}`,
    },
  }
}
