// Updates an invoice: its content while it is a draft, its status and payment at any time.
import type { InvoiceChange } from '../../../contract/invoices.ts'
import type { Scope } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import type { World } from '../world.ts'
import { changeInvoice } from './change-invoice.ts'
import { blame, changedFields } from './changed-fields.ts'
import { NO_CHARGES } from './invoice-charge.ts'
import type { InvoiceRow } from './invoice-store.ts'
import type { WarnedInvoice } from './invoice-view.ts'
import { contentOfItems, repriceItems } from './priced-items.ts'
import { demandClient, readClientId, readDate, readMethods } from './read-input.ts'
import { readReportedChange } from './read-reported-change.ts'
import { isDraft } from './states.ts'

export async function updateInvoice(
  world: World,
  scope: Scope,
  id: string,
  change: InvoiceChange,
): Promise<WarnedInvoice> {
  if (change.client_id !== undefined)
    await demandClient(world.pool, scope.owner, readClientId(change.client_id))
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

/** For whom and when an invoice was issued, which no text of the contract is about. */
const ORIGIN = ['client_id', 'issue_date']

/** An issued invoice's content cannot change; saying again what it holds already is no change. */
function withContent(before: InvoiceRow, change: InvoiceChange, newUuid: () => string): InvoiceRow {
  const { payment_provider_id = before.payment_provider_id } = change
  if (payment_provider_id !== before.payment_provider_id)
    fail('invalid_request_parameters', blame(['payment_provider_id'], 'its code was made through this bank'))
  const edited = edit(before, change, newUuid)
  const changed = changedFields(contentOf(before), contentOf(edited))
  if (changed.length === 0) return before
  if (isDraft(before)) return edited
  const isOfOrigin = changed.some((field) => ORIGIN.includes(field))
  return fail(
    isOfOrigin ? 'invalid_request_parameters' : 'invoice_is_not_a_draft',
    blame(changed, 'the invoice was issued'),
  )
}

function edit(before: InvoiceRow, change: InvoiceChange, newUuid: () => string): InvoiceRow {
  const { client_id, issue_date, due_date, notes } = change
  const edited = {
    ...before,
    ...repriceItems(before, change, newUuid),
    client_id: client_id === undefined ? before.client_id : readClientId(client_id),
    issue_date: issue_date === undefined ? before.issue_date : readDate('issue_date', issue_date),
    due_date: due_date === undefined ? before.due_date : readDate('due_date', due_date),
    notes: notes === undefined ? before.notes : notes,
  }
  // A charge names its payer: somebody else gets others.
  return edited.client_id === before.client_id ? edited : { ...edited, ...NO_CHARGES }
}

function contentOf(invoice: InvoiceRow) {
  const { client_id, issue_date, due_date, notes, tax_rate } = invoice
  return { client_id, issue_date, due_date, ...contentOfItems(invoice), tax_rate: Number(tax_rate), notes }
}
