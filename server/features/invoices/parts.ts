// Parts of the view of an invoice beside its row.
import type { Queryable } from '../../kernel/db/db.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { clientsOf } from '../clients/store.ts'
import { shownChargesOf } from '../payments/charge-store.ts'
import { hasEnded } from '../payments/states.ts'
import type { World } from '../world.ts'
import { banksOnDemand } from './card-charges.ts'
import { adjustmentsOf, type InvoiceRow, paymentsOf } from './store.ts'
import { type InvoiceParts, waysToPay } from './view.ts'

export async function partsOf(
  world: World,
  db: Queryable,
  owner: Owner,
  invoice: InvoiceRow,
): Promise<InvoiceParts> {
  return (await partsOfAll(world, db, owner, [invoice]))(invoice)
}

/** Reads the parts of several invoices together. */
export async function partsOfAll(
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
  const adjustments = await adjustmentsOf(db, invoices)
  const charges = await shownChargesOf(
    db,
    invoices.map(({ id }) => id),
  )
  const bankNames = await banksOnDemand(world, db, invoices, (id) => charges.get(id) ?? [])
  return (invoice) => {
    const shown = charges.get(invoice.id) ?? []
    return {
      invoice,
      client: client(invoice),
      payments: payments.get(invoice.id) ?? [],
      adjustments: adjustments.get(invoice.id) ?? [],
      ...waysToPay(world, shown),
      banksOnDemand: bankNames(invoice.id),
      isSimulated: shown.some((charge) => charge.simulated && !hasEnded(charge)),
    }
  }
}
