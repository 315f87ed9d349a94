// Changes an invoice: its content while it is a draft, its status and what is known of its payment at any time.
import type { Invoice, InvoiceChange } from '../../contract/invoices.ts'
import { fail } from '../base/fail.ts'
import { isUuid } from '../base/ids.ts'
import { type Scope, type Tx, transaction } from '../base/transaction.ts'
import { findClient } from '../clients/client-store.ts'
import { findTeam } from '../teams/team-store.ts'
import type { World } from '../world.ts'
import { type InvoiceRow, lockInvoice } from './invoice-store.ts'
import { priceItems, readItems, readRate } from './priced-items.ts'
import { readDate } from './read-input.ts'
import { readSaid } from './read-said.ts'
import { type Said, settle } from './settle.ts'
import { storeInvoice, todayOf } from './store-invoice.ts'

export async function updateInvoice(
  world: World,
  scope: Scope,
  id: string,
  change: InvoiceChange,
): Promise<Invoice> {
  const said = readSaid(change)
  return changeInvoice(world, scope, id, said, (tx, before) => withContent(tx, before, change))
}

/** Locks the invoice, lets `edit` change its content, and does what is said about it. */
export async function changeInvoice(
  world: World,
  scope: Scope,
  id: string,
  said: Said,
  edit: (tx: Tx, before: InvoiceRow) => InvoiceRow = (_tx, before) => before,
): Promise<Invoice> {
  if (!isUuid(id)) fail('invoice_not_found')
  return transaction(world, scope, async (tx) => {
    const before = (await lockInvoice(tx, id)) ?? fail('invoice_not_found')
    return applySaid(world, tx, before, edit(tx, before), said)
  })
}

export async function applySaid(
  world: World,
  tx: Tx,
  before: InvoiceRow,
  edited: InvoiceRow,
  said: Said,
): Promise<Invoice> {
  const team = (await findTeam(tx, tx.teamId))!
  const client = (await findClient(tx, tx, before.client_id))!
  const settled = settle(edited, said, { now: tx.now, today: todayOf(tx, team), newUuid: tx.newUuid })
  return storeInvoice(world, tx, before, settled, { team, client, tellCreation: false })
}

/** An issued invoice's content cannot change; saying again what it holds already is no change. */
function withContent(tx: Tx, before: InvoiceRow, change: InvoiceChange): InvoiceRow {
  const edited = edit(tx, before, change)
  if (before.status !== 'draft' && differs(before, edited)) fail('invoice_is_not_a_draft')
  return before.status === 'draft' ? edited : before
}

function edit(tx: Tx, before: InvoiceRow, change: InvoiceChange): InvoiceRow {
  const discount =
    change.discount_rate === undefined
      ? before.discount_rate
      : readRate('discount_rate', change.discount_rate)
  const tax = change.tax_rate === undefined ? before.tax_rate : readRate('tax_rate', change.tax_rate)
  const items = change.items === undefined ? before.items : readItems(change.items, tx.newUuid)
  return {
    ...before,
    ...priceItems(items, discount, tax),
    due_date: change.due_date === undefined ? before.due_date : readDate('due_date', change.due_date),
    notes: change.notes === undefined ? before.notes : change.notes,
  }
}

function differs(before: InvoiceRow, edited: InvoiceRow): boolean {
  const content = ({ items, discount_rate, tax_rate, due_date, notes }: InvoiceRow) =>
    JSON.stringify([
      items.map(({ description, quantity, unit_price }) => [
        description,
        Number(quantity),
        Number(unit_price),
      ]),
      Number(discount_rate),
      Number(tax_rate),
      due_date,
      notes,
    ])
  return content(before) !== content(edited)
}
