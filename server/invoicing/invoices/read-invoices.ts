// One invoice, or a page of them, each with its client, items and payments.
import type { Invoice, InvoicesFilter } from '../../../contract/invoices.ts'
import type { Queryable } from '../../base/database/db.ts'
import { fail } from '../../base/values/fail.ts'
import { isUuid } from '../../base/values/ids.ts'
import type { Listing, Page } from '../../base/values/pages.ts'
import { uuidFromClientId } from '../../clients/client-id.ts'
import { findClients } from '../../clients/client-store.ts'
import { totalOf } from '../../outbox/list-counts.ts'
import type { Owner } from '../../outbox/owner.ts'
import type { World } from '../../world.ts'
import { pixOf } from './invoice-charge.ts'
import { bucketFilter, INVOICE_LIST } from './invoice-list.ts'
import { paymentsOf } from './invoice-payment-store.ts'
import {
  countInvoices,
  findInvoice,
  type InvoiceFilter,
  type InvoiceRow,
  listInvoices,
} from './invoice-store.ts'
import { type InvoiceParts, invoiceView } from './invoice-view.ts'

export async function readInvoice(world: World, owner: Owner, id: string): Promise<Invoice> {
  const invoice = isUuid(id) ? await findInvoice(world.pool, owner, id) : undefined
  const [parts] = await partsOf(world, world.pool, owner, [invoice ?? fail('invoice_not_found')])
  return invoiceView(world, parts!)
}

export async function readInvoices(
  world: World,
  owner: Owner,
  wanted: InvoicesFilter,
  page: Page,
): Promise<Listing<Invoice>> {
  const filter = filterOf(wanted)
  if (filter === null) return { items: [], total: 0 }
  const total = await countOf(world.pool, owner, filter)
  const rows = await listInvoices(world.pool, owner, filter, page)
  const parts = await partsOf(world, world.pool, owner, rows)
  return { items: parts.map((each) => invoiceView(world, each)), total }
}

/** Null for a client id that cannot be anybody's: then there are none. */
export function filterOf({ status, payment_status, client_id }: InvoicesFilter): InvoiceFilter | null {
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  return clientId === null ? null : { status, paymentStatus: payment_status, clientId }
}

/** Totals are kept; only those of one client are counted, as one client has few. */
async function countOf(db: Queryable, owner: Owner, filter: InvoiceFilter): Promise<number> {
  if (filter.clientId !== undefined) return countInvoices(db, owner, filter)
  return totalOf(db, owner, INVOICE_LIST, bucketFilter(filter.status, filter.paymentStatus))
}

/** What belongs to these invoices, asked for together. */
export async function partsOf(
  world: World,
  db: Queryable,
  owner: Owner,
  invoices: readonly InvoiceRow[],
): Promise<InvoiceParts[]> {
  const clients = await findClients(db, owner, [...new Set(invoices.map(({ client_id }) => client_id))])
  const payments = await paymentsOf(
    db,
    invoices.map(({ id }) => id),
  )
  const pix = await pixOf(world, db, invoices)
  return invoices.map((invoice) => ({
    invoice,
    client: clients.get(invoice.client_id)!,
    payments: payments.get(invoice.id) ?? [],
    pix: pix.get(invoice.id) ?? null,
  }))
}
