// The only SQL on quotes.
import type { Selectable } from 'kysely'
import type { QuoteStatus } from '../../../contract/invoicing-states.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../base/database/db.ts'
import { newestFirst } from '../../base/database/lists.ts'
import { type Owner, ownerColumns } from '../../outbox/owner.ts'
import type { Tx } from '../../outbox/transaction.ts'
import type { InvoicesTable } from '../invoices/invoices-table.ts'
import type { PricedColumns } from '../priced-items.ts'
import { filterColumns, type ListByStatus } from '../status-list.ts'

interface QuotesTable extends Omit<PricedColumns, 'tax_rate' | 'tax_cents'> {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  issue_date: string
  valid_until: string | null
  status: QuoteStatus
  notes: string | null
  responded_at: Date | null
  link_token: string
  created_at: Date
  updated_at: Date
}

const build = buildFor<{ quotes: QuotesTable; invoices: InvoicesTable }>()

export type StoredQuote = Selectable<QuotesTable>
/** With the invoice that it became. */
export type QuoteRow = StoredQuote & { invoice_id: string | null }

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'client_id',
  'issue_date',
  'valid_until',
  'status',
  'items',
  'subtotal_cents',
  'discount_rate',
  'discount_cents',
  'total_cents',
  'notes',
  'responded_at',
  'link_token',
  'created_at',
  'updated_at',
] as const satisfies (keyof StoredQuote)[]

const select = () =>
  build
    .selectFrom('quotes')
    .select(COLUMNS)
    .select(({ selectFrom }) =>
      selectFrom('invoices')
        .select('invoices.id')
        .whereRef('invoices.quote_id', '=', 'quotes.id')
        .as('invoice_id'),
    )
const ofOwner = (owner: Owner) => select().where(({ and }) => and(ownerColumns(owner)))

export async function findQuote(db: Queryable, owner: Owner, id: string): Promise<QuoteRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

/** By the token of its public link, for any team. */
export async function findQuoteByLink(db: Queryable, token: string): Promise<QuoteRow | undefined> {
  return firstRow(db, select().where('link_token', '=', token))
}

const lock = statement('select from quotes where id = $1 for no key update')

/** Read again once it is locked: the transaction that held the lock may have turned it into an invoice. */
export async function lockQuote(tx: Tx, id: string): Promise<QuoteRow | undefined> {
  await lock(tx, id)
  return findQuote(tx, tx.owner, id)
}

export const listQuotes: ListByStatus<QuoteStatus, QuoteRow> = async (db, owner, filter, ...paging) =>
  newestFirst(
    db,
    ofOwner(owner).where(({ and }) => and(filterColumns(filter))),
    ...paging,
  )

export async function insertQuote(tx: Tx, quote: StoredQuote): Promise<void> {
  await rows(tx, build.insertInto('quotes').values({ ...quote, items: JSON.stringify(quote.items) }))
}

export async function updateStoredQuote(tx: Tx, quote: StoredQuote): Promise<void> {
  const { id, team_id, mode, created_at, items, ...fields } = quote
  await rows(
    tx,
    build
      .updateTable('quotes')
      .set({ ...fields, items: JSON.stringify(items) })
      .where('id', '=', id),
  )
}

export async function removeQuote(tx: Tx, id: string): Promise<void> {
  await rows(tx, build.deleteFrom('quotes').where('id', '=', id))
}
