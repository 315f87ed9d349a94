// A charge with its payer's CPF or CNPJ as it is known now: banks that ask for it make none before the client has one.

import { ownerOfRow } from '../../kernel/outbox/owner.ts'
import { findClient } from '../clients/client-store.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import type { World } from '../world.ts'
import { soundTaxId } from './charge-wish.ts'
import { findInvoice } from './invoice-store.ts'

export async function withPayer({ pool }: World, charge: ChargeRow): Promise<ChargeRow> {
  if (charge.payer_document !== null) return charge
  const owner = ownerOfRow(charge)
  const invoice = await findInvoice(pool, owner, charge.reference_id)
  const client = invoice && (await findClient(pool, owner, invoice.client_id))
  return client === undefined ? charge : { ...charge, payer_document: soundTaxId(client) }
}
