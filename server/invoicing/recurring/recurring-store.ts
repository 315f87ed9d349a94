// The only SQL on recurring invoices.
import type { RecurringStatus } from '../../../contract/invoicing-states.ts'
import { build, firstRow, type Queryable, rows } from '../../base/database/db.ts'
import type { Row } from '../../base/database/tables.ts'
import type { Owner } from '../../outbox/owner.ts'
import type { Tx } from '../../outbox/transaction.ts'
import type { InvoiceRow } from '../invoices/invoice-store.ts'

export type RecurringRow = Row<'recurring_invoices'>

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'client_id',
  'name',
  'frequency',
  'custom_interval_days',
  'billing_day',
  'start_date',
  'end_date',
  'status',
  'items',
  'subtotal_cents',
  'discount_rate',
  'discount_cents',
  'tax_rate',
  'tax_cents',
  'total_cents',
  'notes',
  'payment_provider_id',
  'auto_send',
  'notify_on_generation',
  'notify_client_before_due',
  'reminder_days',
  'anchor',
  'wished_on',
  'next_due_date',
  'last_due_date',
  'last_invoice_id',
  'invoices_generated',
  'created_at',
  'updated_at',
] as const satisfies (keyof RecurringRow)[]

export interface RecurringFilter {
  status?: RecurringStatus | undefined
  clientId?: string | undefined
}

const ofOwner = ({ teamId, mode }: Owner) =>
  build.selectFrom('recurring_invoices').where('team_id', '=', teamId).where('mode', '=', mode)

export async function findRecurring(
  db: Queryable,
  owner: Owner,
  id: string,
): Promise<RecurringRow | undefined> {
  return firstRow(db, ofOwner(owner).select(COLUMNS).where('id', '=', id))
}

/** Changes, and the making of invoices, come one after the other. */
export async function lockRecurring(tx: Tx, id: string): Promise<RecurringRow | undefined> {
  return firstRow(tx, ofOwner(tx.owner).select(COLUMNS).where('id', '=', id).forNoKeyUpdate())
}

/** Newest first. */
export async function listRecurring(
  db: Queryable,
  owner: Owner,
  filter: RecurringFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RecurringRow[]> {
  return rows(db, filtered(owner, filter).select(COLUMNS).orderBy('id', 'desc').limit(limit).offset(offset))
}

export async function countRecurring(db: Queryable, owner: Owner, filter: RecurringFilter): Promise<number> {
  const query = filtered(owner, filter).select((all) => all.fn.countAll<bigint>().as('total'))
  return Number((await firstRow(db, query))!.total)
}

function filtered(owner: Owner, { status, clientId }: RecurringFilter) {
  let query = ofOwner(owner)
  if (status !== undefined) query = query.where('status', '=', status)
  if (clientId !== undefined) query = query.where('client_id', '=', clientId)
  return query
}

export async function insertRecurring(tx: Tx, recurring: RecurringRow): Promise<void> {
  const items = JSON.stringify(recurring.items)
  await rows(tx, build.insertInto('recurring_invoices').values({ ...recurring, items }))
}

export async function updateStoredRecurring(tx: Tx, recurring: RecurringRow): Promise<void> {
  const { id, team_id, mode, created_at, items, ...fields } = recurring
  const change = { ...fields, items: JSON.stringify(items) }
  await rows(tx, build.updateTable('recurring_invoices').set(change).where('id', '=', id))
}

/** No subscription names an invoice that is gone. */
export async function forgetLastInvoice(tx: Tx, { id, recurring_invoice_id }: InvoiceRow): Promise<void> {
  if (recurring_invoice_id === null) return
  const named = build.updateTable('recurring_invoices').set({ last_invoice_id: null })
  await rows(tx, named.where('id', '=', recurring_invoice_id).where('last_invoice_id', '=', id))
}
