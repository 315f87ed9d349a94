// The SQL on erasures, and on the documents of an erased client.
import { sql } from 'kysely'
import type { ErasureCounts, TextToConfirm } from '../../../contract/clients.ts'
import type { InvoiceStatus, RecurringStatus } from '../../../contract/invoicing-states.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { newestFirst } from '../../kernel/db/lists.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ANY_TIME, type Times } from '../../kernel/values/dates.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'

export interface ErasureRow {
  id: string
  client_id: string
  asked_by: string | null
  erased_at: Date
  completed_at: Date | null
  updated_at: Date
  counts: ErasureCounts
  to_confirm: TextToConfirm[]
}

/** What is known of the person, encrypted; null once all is erased. */
type Stored = ErasureRow & { state: Buffer | null }

const build = buildFor<{ erasures: Stored & { team_id: string; mode: Mode } }>()
const COLUMNS = [
  'id',
  'client_id',
  'asked_by',
  'erased_at',
  'completed_at',
  'updated_at',
  'counts',
  'to_confirm',
] as const

function ofOwner(owner: Owner) {
  return build.selectFrom('erasures').where(({ and }) => and(ownerColumns(owner)))
}

export async function insertErasure(tx: Tx, erasure: Stored): Promise<void> {
  await rows(
    tx,
    build.insertInto('erasures').values({ ...erasure, to_confirm: sql`'[]'`, ...ownerColumns(tx.owner) }),
  )
}

export async function listErasures(
  db: Queryable,
  owner: Owner,
  page: Page,
  { created_at: created, ...times }: Times,
): Promise<Listing<ErasureRow>> {
  const total = () => totalOf(db, owner, 'erasures', () => true)
  const all = ofOwner(owner).select(COLUMNS)
  const range = { ...times, ...(created && { erased_at: created }) }
  return newestFirst(db, all, { page, total, times: Object.keys(range).length === 0 ? ANY_TIME : range })
}

/** For an id that is known to exist. */
export async function demandErasure(db: Queryable, owner: Owner, id: string): Promise<ErasureRow> {
  return onlyRow(await rows(db, ofOwner(owner).select(COLUMNS).where('id', '=', id)))
}

/** Locks the erasure for the next batch. */
export async function lockErasure(tx: Tx, id: string): Promise<Stored | undefined> {
  return firstRow(
    tx,
    ofOwner(tx.owner)
      .select([...COLUMNS, 'state'])
      .where('id', '=', id)
      .forUpdate(),
  )
}

export async function findUnfinished(tx: Tx, clientId: string): Promise<ErasureRow | undefined> {
  return firstRow(
    tx,
    ofOwner(tx.owner).select(COLUMNS).where('client_id', '=', clientId).where('completed_at', 'is', null),
  )
}

const countAll = statement<{ count: number }>(`
  select count(*)::int as count from erasures where team_id = $1 and mode = $2 and completed_at is null`)

export async function countUnfinished(tx: Tx): Promise<number> {
  return onlyRow(await countAll(tx, tx.owner.teamId, tx.owner.mode)).count
}

const update = statement(`
  update erasures set counts = $2, state = $3, completed_at = $4, to_confirm = $5, updated_at = $6 where id = $1`)

export async function updateErasure(
  tx: Tx,
  {
    id,
    counts,
    state,
    completed_at,
    to_confirm,
  }: Omit<Stored, 'client_id' | 'asked_by' | 'erased_at' | 'updated_at'>,
): Promise<void> {
  await update(tx, id, JSON.stringify(counts), state, completed_at, JSON.stringify(to_confirm), tx.now)
}

export type ClientDocument =
  | { readonly kind: 'invoice'; readonly id: string; readonly status: InvoiceStatus }
  | { readonly kind: 'quote' | 'recurring_invoice'; readonly id: string; readonly status: string }

const selectDocuments = statement<ClientDocument>(`
  select kind, id::text, status from (
    select 'invoice' as kind, id, status from invoices where client_id = $1
    union all select 'quote', id, status from quotes where client_id = $1
    union all select 'recurring_invoice', id, status from recurring_invoices where client_id = $1
  ) as documents where id > $2 order by id limit $3`)

/** The next documents of a client, all types in one statement, in order of id. */
export async function documentsAfter(
  tx: Tx,
  clientId: string,
  after: string,
  limit: number,
): Promise<ClientDocument[]> {
  return selectDocuments(tx, clientId, after === '' ? FIRST_UUID : after, limit)
}
const FIRST_UUID = '00000000-0000-0000-0000-000000000000'

const selectRecurring = statement<{ id: string; status: RecurringStatus }>(
  'select id::text, status from recurring_invoices where client_id = $1 order by id',
)

export async function recurringOf(
  tx: Tx,
  clientId: string,
): Promise<{ id: string; status: RecurringStatus }[]> {
  return selectRecurring(tx, clientId)
}

const selectTexts = statement<TextToConfirm & { text: string }>(`
  select object, id::text, field, text from (
    select 'invoice' as object, id, 'notes' as field, notes as text from invoices
    union all select 'invoice', id, 'items', items::text from invoices
    union all select 'invoice', invoice_id, 'refunds', reason from refunds
    union all select 'invoice', invoice_id, 'credit_notes', reason from credit_notes
    union all select 'invoice', invoice_id, 'credit_notes', lines::text from credit_notes where lines <> '[]'
    union all select 'quote', id, 'notes', notes from quotes
    union all select 'quote', id, 'items', items::text from quotes
    union all select 'quote', id, 'options', options::text from quotes
    union all select 'recurring_invoice', id, 'name', name from recurring_invoices
    union all select 'recurring_invoice', id, 'notes', notes from recurring_invoices
    union all select 'recurring_invoice', id, 'items', items::text from recurring_invoices
  ) as texts where id = any($1::uuid[]) and text is not null order by object, id, field`)

/** The free texts of these documents. */
export async function documentTexts(
  tx: Tx,
  ids: readonly string[],
): Promise<(TextToConfirm & { text: string })[]> {
  return selectTexts(tx, ids)
}
