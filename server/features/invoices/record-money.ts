// What the audit log says of an invoice: what is owed, what was paid, which fields of a draft changed, and what is
// gone with one.

import { record, recordFields } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { ChangedInvoice } from './apply-reported-change.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { isDraft } from './states.ts'

/** What an invoice says of money, and what was paid. A draft is nobody's debt yet. */
export function recordMoney(tx: Tx, before: InvoiceRow | null, { invoice, payment }: ChangedInvoice): void {
  if (isDraft(invoice) && payment === null) {
    // An event tells who made it.
    if (before !== null) recordFields(tx, { object: 'invoice', objectId: invoice.id }, before, invoice)
    return
  }
  record(tx, {
    topic: 'money',
    object: 'invoice',
    objectId: invoice.id,
    before: before === null || isDraft(before) ? null : moneyOf(before),
    after: {
      ...moneyOf(invoice),
      ...(payment && { payment: formatAmount(payment.amount_cents), method: payment.method }),
    },
  })
}

function moneyOf({ status, payment_status, amount_paid_cents, total_cents }: InvoiceRow) {
  const amount_paid = formatAmount(amount_paid_cents)
  return { status, payment_status, amount_paid, total: formatAmount(total_cents) }
}

/** Of a draft that was removed, perhaps although it was noted as paid. */
export function recordGone(tx: Tx, invoice: InvoiceRow, wasPaid: boolean): void {
  record(tx, {
    topic: wasPaid ? 'money' : 'records',
    object: 'invoice',
    objectId: invoice.id,
    before: moneyOf(invoice),
    after: null,
  })
}
