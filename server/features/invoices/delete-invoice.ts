// Removes a draft, with what was noted as paid by hand. What has a number, or money that a bank received, stays in the
// books; it is cancelled instead.
import type { Deleted } from '../../../contract/invoicing.ts'
import { changeCount } from '../../kernel/outbox/list-counts.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { fail } from '../../kernel/values/fail.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { forgetLastInvoice } from '../recurring-invoices/recurring-store.ts'
import type { World } from '../world.ts'
import { letGoOfCharges } from './invoice-charge.ts'
import { bucketOf, INVOICE_LIST } from './invoice-list.ts'
import { isFromBank, paymentsOf } from './invoice-payment-store.ts'
import { lockInvoice, removeInvoice } from './invoice-store.ts'
import { recordGone } from './record-money.ts'
import { isDraft } from './states.ts'

export async function deleteInvoice(world: World, scope: Scope, id: string): Promise<Deleted> {
  if (!isUuid(id)) fail('invoice_not_found')
  return transaction(world, scope, async (tx) => {
    const invoice = (await lockInvoice(tx, id)) ?? fail('invoice_not_found')
    if (!isDraft(invoice)) fail('only_draft_invoices_can_be_deleted')
    const payments = (await paymentsOf(tx, [id])).get(id) ?? []
    if (payments.some(isFromBank)) fail('bank_received_money_for_this_draft')
    await letGoOfCharges(tx, invoice)
    await removeInvoice(tx, invoice.id)
    recordGone(tx, invoice, payments.length > 0)
    await forgetLastInvoice(tx, invoice)
    changeCount(tx, INVOICE_LIST, bucketOf(invoice), -1)
    return { id: invoice.id, deleted: true }
  })
}
