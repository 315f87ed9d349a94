// Makes an invoice: a draft first, on which then everything is done that the request says about it.
import type { Invoice, InvoiceInput } from '../../contract/invoices.ts'
import { randomToken } from '../base/secrets.ts'
import { type Scope, type Tx, transaction } from '../base/transaction.ts'
import type { ClientRow } from '../clients/client-store.ts'
import { findTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import type { InvoiceRow } from './invoice-store.ts'
import { LINK_BYTES } from './links.ts'
import { type PricedItems, priceItems, readItems, readRate } from './priced-items.ts'
import { demandClient, readDate } from './read-input.ts'
import { readSaid } from './read-said.ts'
import { settle } from './settle.ts'
import { storeInvoice, todayOf } from './store-invoice.ts'

export async function createInvoice(world: World, scope: Scope, input: InvoiceInput): Promise<Invoice> {
  const issue_date = readDate('issue_date', input.issue_date)
  const due_date = readDate('due_date', input.due_date)
  const said = readSaid(input)
  const rates = [
    readRate('discount_rate', input.discount_rate),
    readRate('tax_rate', input.tax_rate),
  ] as const
  return transaction(world, scope, async (tx) => {
    const priced = priceItems(readItems(input.items, tx.newUuid), ...rates)
    const client = await demandClient(tx, tx, input.client_id)
    const team = (await findTeam(tx, tx.teamId))!
    const draft = newDraft(tx, client, priced, {
      issue_date,
      due_date,
      notes: input.notes ?? null,
      payment_provider_id: input.payment_provider_id ?? null,
    })
    const settled = settle(draft, said, { now: tx.now, today: todayOf(tx, team), newUuid: tx.newUuid })
    return storeInvoice(world, tx, null, settled, { team, client, tellCreation: true })
  })
}

export type DraftTerms = Pick<InvoiceRow, 'issue_date' | 'due_date' | 'notes' | 'payment_provider_id'> &
  Partial<Pick<InvoiceRow, 'recurring_invoice_id' | 'quote_id'>>

export function newDraft(tx: Tx, client: ClientRow, priced: PricedItems, terms: DraftTerms): InvoiceRow {
  return {
    id: tx.newUuid(),
    team_id: tx.teamId,
    mode: tx.mode,
    client_id: client.id,
    number_year: null,
    number_sequence: null,
    status: 'draft',
    payment_status: 'pending',
    payment_status_is_set: false,
    ...priced,
    amount_paid_cents: 0n,
    paid_at: null,
    charge_id: null,
    recurring_invoice_id: null,
    quote_id: null,
    link_token: randomToken(LINK_BYTES),
    created_at: tx.now,
    updated_at: tx.now,
    ...terms,
  }
}
