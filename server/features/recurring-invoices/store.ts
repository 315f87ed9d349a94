// The only SQL on recurring invoices.
import type { ColumnType, Selectable } from 'kysely'
import type { Frequency, RecurringStatus } from '../../../contract/invoicing-states.ts'
import type { MandateRetries } from '../../../contract/mandate-states.ts'
import type { PaymentMethod } from '../../../contract/payment-methods.ts'
import type { References } from '../../../contract/references.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { newestFirst } from '../../kernel/db/lists.ts'
import { idsReferenced } from '../../kernel/db/references.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { EarlyDefault } from '../../kernel/values/early-payment.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import { foldText } from '../../kernel/values/text.ts'
import { PRICED_COLUMNS, type PricedColumns } from '../documents/items.ts'
import { filterColumns, type ListByStatus } from '../documents/status-lists.ts'
import type { InvoiceRow } from '../invoices/store.ts'

interface RecurringInvoicesTable extends PricedColumns, References {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  name: string
  /** Folded, for searches. */
  search_name: string
  frequency: Frequency
  custom_interval_days: number | null
  billing_day: number
  start_date: string
  end_date: string | null
  status: RecurringStatus
  notes: string | null
  payment_provider_id: string | null
  payment_methods: PaymentMethod[]
  early_payment: ColumnType<EarlyDefault | null, string | null, string | null>
  mandate_retries: MandateRetries
  auto_send: boolean
  notify_on_generation: boolean
  notify_client_before_due: boolean
  reminder_days: number[]
  anchor: string
  effective_from: string
  next_due_date: string | null
  last_due_date: string | null
  last_invoice_id: string | null
  invoices_generated: number
  created_at: Date
  updated_at: Date
}

export type RecurringRow = Omit<Selectable<RecurringInvoicesTable>, 'search_name'>

const build = buildFor<{ recurring_invoices: RecurringInvoicesTable }>()

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
  ...PRICED_COLUMNS,
  'notes',
  'payment_provider_id',
  'payment_methods',
  'early_payment',
  'mandate_retries',
  'auto_send',
  'notify_on_generation',
  'notify_client_before_due',
  'reminder_days',
  'anchor',
  'effective_from',
  'next_due_date',
  'last_due_date',
  'last_invoice_id',
  'invoices_generated',
  'metadata',
  'external_reference',
  'created_at',
  'updated_at',
] as const satisfies (keyof RecurringRow)[]

const select = () => build.selectFrom('recurring_invoices').select(COLUMNS)
const ofOwner = (owner: Owner) => select().where(({ and }) => and(ownerColumns(owner)))

export async function findRecurring(
  db: Queryable,
  owner: Owner,
  id: string,
): Promise<RecurringRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

export async function findRecurringOf(
  db: Queryable,
  owner: Owner,
  ids: readonly string[],
): Promise<RecurringRow[]> {
  return rows(db, ofOwner(owner).where('id', 'in', ids))
}

/** Locked, so that changes and new invoices happen one after the other. */
export async function lockRecurring(tx: Tx, id: string): Promise<RecurringRow | undefined> {
  return firstRow(tx, ofOwner(tx.owner).where('id', '=', id).forNoKeyUpdate())
}

export const listRecurring: ListByStatus<RecurringStatus, RecurringRow> = async (
  db,
  owner,
  { filter, ...paging },
) =>
  newestFirst(
    db,
    ofOwner(owner)
      .where(({ and }) => and(filterColumns(filter)))
      .$if(filter.references !== undefined, (all) =>
        all.where('id', '=', idsReferenced('recurring_invoices', owner, filter.references ?? {})),
      ),
    paging,
  )

export async function insertRecurring(tx: Tx, recurring: RecurringRow): Promise<void> {
  const stored = {
    ...recurring,
    items: JSON.stringify(recurring.items),
    early_payment: recurring.early_payment && JSON.stringify(recurring.early_payment),
    search_name: foldText(recurring.name),
  }
  await rows(tx, build.insertInto('recurring_invoices').values(stored))
}

export async function updateStoredRecurring(tx: Tx, recurring: RecurringRow): Promise<void> {
  const { id, team_id, mode, created_at, items, early_payment, ...fields } = recurring
  const change = {
    ...fields,
    items: JSON.stringify(items),
    early_payment: early_payment && JSON.stringify(early_payment),
    search_name: foldText(fields.name),
  }
  await rows(tx, build.updateTable('recurring_invoices').set(change).where('id', '=', id))
}

const blankReferences = statement(`
  update recurring_invoices set metadata = '{}', external_reference = null, updated_at = $2
  where id = any($1::uuid[])`)

export async function eraseRecurringReferences(tx: Tx, ids: readonly string[]): Promise<void> {
  await blankReferences(tx, ids, tx.now)
}

/** Clears the reference to an invoice that is deleted. */
export async function forgetLastInvoice(tx: Tx, { id, recurring_invoice_id }: InvoiceRow): Promise<void> {
  if (recurring_invoice_id === null) return
  const named = build.updateTable('recurring_invoices').set({ last_invoice_id: null, updated_at: tx.now })
  await rows(tx, named.where('id', '=', recurring_invoice_id).where('last_invoice_id', '=', id))
}
