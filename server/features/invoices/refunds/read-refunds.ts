// A page of an invoice's refunds.
import type { Refund } from '../../../../contract/refunds.ts'
import type { Owner } from '../../../kernel/outbox/owner.ts'
import type { Listing, Page } from '../../../kernel/values/pages.ts'
import type { World } from '../../world.ts'
import { findInvoice } from '../invoice-store.ts'
import { demandById } from '../read-input.ts'
import { listRefunds } from './refund-store.ts'
import { refundView } from './refund-view.ts'

export async function readRefunds(
  { pool }: World,
  owner: Owner,
  invoiceId: string,
  page: Page,
): Promise<Listing<Refund>> {
  const invoice = await demandById(invoiceId, (uuid) => findInvoice(pool, owner, uuid), 'invoice_not_found')
  const { items, total } = await listRefunds(pool, owner, invoice.id, page)
  return { items: items.map(refundView), total }
}
