// The number that people know an invoice by, for the boleto that collects it.
import { ownerOfRow } from '../../kernel/outbox/owner.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import type { World } from '../world.ts'
import { findInvoice } from './invoice-store.ts'
import { numberText } from './invoice-view.ts'

/** Null where the charge is for something else, or the invoice has no number. */
export async function invoiceNumberOf({ pool }: World, charge: ChargeRow): Promise<string | null> {
  if (charge.purpose !== 'invoice') return null
  const invoice = await findInvoice(pool, ownerOfRow(charge), charge.reference_id)
  return invoice === undefined ? null : numberText(invoice)
}
