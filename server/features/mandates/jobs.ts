// Declares the jobs of mandates. Without imports of other features, because invoices schedule them too.
import { BANK, teamJob } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'

/** Offers, charges or lets go of the mandate of an invoice, as the invoice is now. */
export const invoiceMandateJob = teamJob<{ invoice_id: string }>('invoice-mandate', { waits: BANK, cap: 4 })

/** Reads a mandate from its bank. With a hint it looks once; else it looks again as long as the mandate lives. */
export const followMandateJob = teamJob<{ mandate_id: string; hint?: string }>('follow-mandate', {
  waits: BANK,
  cap: 4,
})

/** Reads how a debit ended. The key is its id, with `@` and the time. */
export const followDebitJob = teamJob<{ mandate_charge_id: string }>('follow-debit', { waits: BANK, cap: 4 })

/** Notifies the bank that a mandate has ended. The key is the mandate's id. */
export const endMandateJob = teamJob<{ mandate_id: string }>('end-mandate', { waits: BANK, cap: 4 })

/** Ends an offer whose charge can no longer be paid. The key is the mandate's id. */
export const expireOfferJob = teamJob<{ mandate_id: string }>('expire-mandate-offer', { waits: BANK, cap: 4 })

/**
 * Ends the mandates of a recurring invoice that was cancelled, or of a bank that was disconnected. Those of a recurring
 * invoice that expired end after their last debit.
 */
export const endMandatesJob = teamJob<{
  recurring_invoice_id?: string
  provider_id?: string
  after_debits?: true
}>('end-mandates', { waits: BANK, cap: 2 })

/** The time is part of the key: each change of an invoice is looked at. */
export function scheduleInvoiceMandate(tx: Tx, invoiceId: string, at = tx.now): void {
  const key = `${invoiceId}@${at.getTime()}`
  schedule(tx, invoiceMandateJob, { at, key, payload: { invoice_id: invoiceId } })
}

export function scheduleEndMandates(
  tx: Tx,
  which: { recurring_invoice_id: string; after_debits?: true } | { provider_id: string },
  at = tx.now,
): void {
  const key = `${Object.values(which)[0]}@${at.getTime()}`
  schedule(tx, endMandatesJob, { at, key, payload: which })
}

/** After a callback, which proves nothing: the mandate is read back once. */
export function scheduleHintedFollow(tx: Tx, mandateId: string, hint: string): void {
  const payload = { mandate_id: mandateId, hint }
  schedule(tx, followMandateJob, { at: tx.now, key: `${mandateId} ${hint}`, payload })
}
