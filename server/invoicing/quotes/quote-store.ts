// The only SQL on quotes.
import type { Selectable } from 'kysely'
import type { QuoteStatus } from '../../../contract/invoicing-states.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../base/database/db.ts'
import type { Owner } from '../../outbox/owner.ts'
import type { Tx } from '../../outbox/transaction.ts'
import type { InvoicesTable } from '../invoices/invoices-table.ts'
import type { ItemsColumn } from '../priced-items.ts'

interface QuotesTable {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  issue_date: string
  valid_until: string | null
  status: QuoteStatus
  items: ItemsColumn
  subtotal_cents: bigint
  discount_rate: string
  discount_cents: bigint
  total_cents: bigint
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

export interface QuoteFilter {
  status?: QuoteStatus | undefined
  clientId?: string | undefined
}

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
const ofOwner = ({ teamId, mode }: Owner) => select().where('team_id', '=', teamId).where('mode', '=', mode)

export async function findQuote(db: Queryable, owner: Owner, id: string): Promise<QuoteRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

/** Whoever it belongs to: the link is the key. */
export async function findQuoteByLink(db: Queryable, token: string): Promise<QuoteRow | undefined> {
  return firstRow(db, select().where('link_token', '=', token))
}

const lock = statement('select from quotes where id = $1 for no key update')

/** Read anew once it is locked: whoever held it may have made an invoice of it, which is another table's row. */
export async function lockQuote(tx: Tx, id: string): Promise<QuoteRow | undefined> {
  await lock(tx, id)
  return findQuote(tx, tx.owner, id)
}

/** Newest first. */
export async function listQuotes(
  db: Queryable,
  owner: Owner,
  { status, clientId }: QuoteFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<QuoteRow[]> {
  let query = ofOwner(owner)
  if (status !== undefined) query = query.where('status', '=', status)
  if (clientId !== undefined) query = query.where('client_id', '=', clientId)
  return rows(db, query.orderBy('id', 'desc').limit(limit).offset(offset))
}

export async function countQuotes(
  db: Queryable,
  { teamId, mode }: Owner,
  { status, clientId }: QuoteFilter,
): Promise<number> {
  let query = build.selectFrom('quotes').where('team_id', '=', teamId).where('mode', '=', mode)
  if (status !== undefined) query = query.where('status', '=', status)
  if (clientId !== undefined) query = query.where('client_id', '=', clientId)
  return Number(
    (await firstRow(
      db,
      query.select((all) => all.fn.countAll<bigint>().as('total')),
    ))!.total,
  )
}

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
