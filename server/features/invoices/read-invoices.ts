// One invoice, or a page of them, each with its client, items and payments.
import type { Invoice, InvoicesFilter } from '../../../contract/invoices.ts'
import type { Queryable } from '../../kernel/db/db.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Owner } from '../../kernel/outbox/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { uuidFromClientId } from '../clients/client-id.ts'
import { clientsOf } from '../clients/client-store.ts'
import type { World } from '../world.ts'
import { chargesOf, waysToPay } from './charge-views.ts'
import { bucketFilter, INVOICE_LIST } from './invoice-list.ts'
import { paymentsOf } from './invoice-payment-store.ts'
import { findInvoice, type InvoiceFilter, type InvoiceRow, listInvoices } from './invoice-store.ts'
import { type InvoiceParts, invoiceView } from './invoice-view.ts'
import { demandById } from './read-input.ts'

export async function readInvoice(world: World, owner: Owner, id: string): Promise<Invoice> {
  const invoice = await demandById(id, (uuid) => findInvoice(world.pool, owner, uuid), 'invoice_not_found')
  return invoiceView(world, await partsOf(world, world.pool, owner, invoice))
}

export async function readInvoices(
  world: World,
  owner: Owner,
  wanted: InvoicesFilter,
  page: Page,
): Promise<Listing<Invoice>> {
  const filter = filterOf(wanted)
  if (filter === null) return { items: [], total: 0 }
  const knownTotal = filter.clientId === undefined ? await keptTotal(world.pool, owner, filter) : undefined
  const { items, total } = await listInvoices(world.pool, owner, filter, page, knownTotal)
  const parts = await partsOfAll(world, world.pool, owner, items)
  return { items: items.map((invoice) => invoiceView(world, parts(invoice))), total }
}

/** Null for a client id that cannot be anybody's: then there are none. */
export function filterOf({ status, payment_status, client_id }: InvoicesFilter): InvoiceFilter | null {
  const clientId = client_id === undefined ? undefined : uuidFromClientId(client_id)
  return clientId === null ? null : { status, paymentStatus: payment_status, clientId }
}

/** Totals are kept by both statuses; only those of one client are counted, as one client has few. */
async function keptTotal(
  db: Queryable,
  owner: Owner,
  { status, paymentStatus }: InvoiceFilter,
): Promise<number> {
  return totalOf(db, owner, INVOICE_LIST, bucketFilter(status, paymentStatus))
}

/** What belongs to an invoice besides its row. */
export async function partsOf(
  world: World,
  db: Queryable,
  owner: Owner,
  invoice: InvoiceRow,
): Promise<InvoiceParts> {
  return (await partsOfAll(world, db, owner, [invoice]))(invoice)
}

/** The same for several, asked for together. */
async function partsOfAll(
  world: World,
  db: Queryable,
  owner: Owner,
  invoices: readonly InvoiceRow[],
): Promise<(invoice: InvoiceRow) => InvoiceParts> {
  const client = await clientsOf(db, owner, invoices)
  const payments = await paymentsOf(
    db,
    invoices.map(({ id }) => id),
  )
  const charges = await chargesOf(db, [...invoices, ...[...payments.values()].flat()])
  const charge = (id: string | null) => charges.get(id ?? '') ?? null
  return (invoice) => {
    const paid = payments.get(invoice.id) ?? []
    const shown = { pix: charge(invoice.charge_id), boleto: charge(invoice.boleto_charge_id) }
    const all = [shown.pix, shown.boleto, ...paid.map(({ charge_id }) => charge(charge_id))]
    return {
      invoice,
      client: client(invoice),
      payments: paid,
      ...waysToPay(world, shown),
      isSimulated: all.some((one) => one?.simulated === true),
    }
  }
}
