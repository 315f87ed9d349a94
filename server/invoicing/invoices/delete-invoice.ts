// Removes a draft. What has a number stays in the books; it is cancelled instead.
import type { Deleted } from '../../../contract/invoicing.ts'
import { fail } from '../../base/values/fail.ts'
import { isUuid } from '../../base/values/ids.ts'
import { changeCount } from '../../outbox/list-counts.ts'
import { type Scope, transaction } from '../../outbox/transaction.ts'
import { forgetPayers } from '../../payments/charge-store.ts'
import { isDraft } from '../../rules/invoice-states.ts'
import type { World } from '../../world.ts'
import { forgetLastInvoice } from '../recurring/recurring-store.ts'
import { withdrawChargesOf } from './invoice-charge.ts'
import { bucketOf, INVOICE_LIST } from './invoice-list.ts'
import { paymentsOf } from './invoice-payment-store.ts'
import { lockInvoice, removeInvoice } from './invoice-store.ts'

export async function deleteInvoice(world: World, scope: Scope, id: string): Promise<Deleted> {
  if (!isUuid(id)) fail('invoice_not_found')
  return transaction(world, scope, async (tx) => {
    const invoice = (await lockInvoice(tx, id)) ?? fail('invoice_not_found')
    if (!isDraft(invoice)) fail('only_draft_invoices_can_be_deleted')
    if ((await paymentsOf(tx, [id])).size > 0)
      fail('only_draft_invoices_can_be_deleted', {
        advice: 'this draft has payments; set its status to cancelled',
      })
    await withdrawChargesOf(tx, invoice)
    // From here on nothing leads from its client to its charges, so whoever erases the client would not find them.
    await forgetPayers(tx, [id])
    await removeInvoice(tx, invoice.id)
    await forgetLastInvoice(tx, invoice)
    changeCount(tx, INVOICE_LIST, bucketOf(invoice), -1)
    return { id: invoice.id, deleted: true }
  })
}
