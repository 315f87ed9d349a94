// Updates an invoice: its content while it is a draft, its status and payment at any time.
import type { InvoiceChange } from '../../../contract/invoices.ts'
import { fail } from '../../base/values/fail.ts'
import type { Scope } from '../../outbox/transaction.ts'
import { isDraft } from '../../rules/invoice-states.ts'
import type { World } from '../../world.ts'
import { contentOfItems, repriceItems } from '../priced-items.ts'
import { readDate, readMethods } from '../read-input.ts'
import { readReportedChange } from '../read-reported-change.ts'
import { changeInvoice } from './change-invoice.ts'
import type { InvoiceRow } from './invoice-store.ts'
import type { WarnedInvoice } from './invoice-view.ts'

export async function updateInvoice(
  world: World,
  scope: Scope,
  id: string,
  change: InvoiceChange,
): Promise<WarnedInvoice> {
  return changeInvoice(world, scope, id, readReportedChange(change), (before, newUuid) =>
    withMethods(withContent(before, change, newUuid), change),
  )
}

/** How it can be paid may change at any time. */
function withMethods(invoice: InvoiceRow, { payment_methods }: InvoiceChange): InvoiceRow {
  return payment_methods === undefined
    ? invoice
    : { ...invoice, payment_methods: readMethods(payment_methods) }
}

/** An issued invoice's content cannot change; saying again what it holds already is no change. */
function withContent(before: InvoiceRow, change: InvoiceChange, newUuid: () => string): InvoiceRow {
  const edited = edit(before, change, newUuid)
  if (!differs(before, edited)) return before
  return isDraft(before) ? edited : fail('invoice_is_not_a_draft')
}

function edit(before: InvoiceRow, change: InvoiceChange, newUuid: () => string): InvoiceRow {
  const { due_date, notes } = change
  return {
    ...before,
    ...repriceItems(before, change, newUuid),
    due_date: due_date === undefined ? before.due_date : readDate('due_date', due_date),
    notes: notes === undefined ? before.notes : notes,
  }
}

function differs(before: InvoiceRow, edited: InvoiceRow): boolean {
  return contentOf(before) !== contentOf(edited)
}

function contentOf(invoice: InvoiceRow): string {
  const { tax_rate, due_date, notes } = invoice
  return JSON.stringify([contentOfItems(invoice), Number(tax_rate), due_date, notes])
}
