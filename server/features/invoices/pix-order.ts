// Builds the payment order with which a messaging app lets its user pay an invoice by PIX, where account and bank allow
// it.

import type { PixOrder } from '../../adapters/whatsapp/messenger.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { looksLikeCpf } from '../../kernel/values/tax-ids.ts'
import { pixKeyOf } from '../payments/bank-of.ts'
import { findCharge } from '../payments/charge-store.ts'
import { findAnyProvider } from '../payments/provider-store.ts'
import type { Team } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { type InvoiceParts, numberText } from './invoice-view.ts'

/** Null where there is nothing to pay, or no real bank whose key could be named. */
export async function orderOf(
  { messenger }: World,
  tx: Tx,
  { invoice, pix }: InvoiceParts,
  team: Team,
  reference: string,
): Promise<PixOrder | null> {
  if (!messenger.takesOrders || pix === null || invoice.charge_id === null) return null
  const charge = await findCharge(tx, invoice.charge_id)
  if (charge === undefined || charge.provider_id === null) return null
  const provider = await findAnyProvider(tx, charge.provider_id)
  const key = provider === undefined ? null : pixKeyOf(provider)
  if (key === null) return null
  const number = numberText(invoice)
  return {
    reference,
    code: pix.copy_paste,
    merchantName: team.name,
    key,
    keyType: keyTypeOf(key),
    itemName: number === null ? 'Fatura' : `Fatura ${number}`,
    amountCents: Number(charge.amount_cents),
  }
}

function keyTypeOf(key: string): PixOrder['keyType'] {
  if (key.includes('@')) return 'EMAIL'
  if (key.startsWith('+')) return 'PHONE'
  if (key.includes('-')) return 'EVP'
  return looksLikeCpf(key) ? 'CPF' : 'CNPJ'
}
