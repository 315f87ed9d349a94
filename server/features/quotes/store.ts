// The only SQL on quotes.
import type { ColumnType, Selectable } from 'kysely'
import type { QuoteStatus } from '../../../contract/invoicing-states.ts'
import type { References } from '../../../contract/references.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { newestFirst } from '../../kernel/db/lists.ts'
import { idsReferenced } from '../../kernel/db/references.ts'
import { TECHNICAL, teamJob } from '../../kernel/jobs/declare-job.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import type { PricedColumns } from '../documents/items.ts'
import { filterColumns, type ListByStatus } from '../documents/status-lists.ts'
import type { InvoicesTable } from '../invoices/store.ts'
import type { StoredOption } from './options.ts'
import { isDraft, isWaiting, QUOTE_MOVES } from './states.ts'

interface QuotesTable extends Omit<PricedColumns, 'tax_rate' | 'tax_cents'>, References {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  issue_date: string
  valid_until: string | null
  status: QuoteStatus
  notes: string | null
  options: ColumnType<StoredOption[], string, string>
  chosen_option_id: string | null
  responded_at: Date | null
  responded_by: string | null
  decline_reason: string | null
  link_token: string
  number_year: number | null
  number_sequence: number | null
  /** The trip that it became. */
  trip_id: string | null
  /** The items of that trip, in the order of its own. */
  trip_item_ids: string[]
  created_at: Date
  updated_at: Date
}

/** Only notices use this column. */
interface NoticeColumn {
  notified_version: ColumnType<string | null, never, null>
}

const build = buildFor<{ quotes: QuotesTable & NoticeColumn; invoices: InvoicesTable }>()

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
  'options',
  'chosen_option_id',
  'notes',
  'responded_at',
  'responded_by',
  'decline_reason',
  'link_token',
  'number_year',
  'number_sequence',
  'trip_id',
  'trip_item_ids',
  'metadata',
  'external_reference',
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

export async function findQuotes(db: Queryable, owner: Owner, ids: readonly string[]): Promise<QuoteRow[]> {
  return rows(db, ofOwner(owner).where('id', 'in', ids))
}

const DRAFT = statesThat(QUOTE_MOVES, isDraft)

/** By the token of its public link, for any team. A draft has none that opens. */
export async function findQuoteByLink(db: Queryable, token: string): Promise<QuoteRow | undefined> {
  return firstRow(db, select().where('link_token', '=', token).where('status', 'not in', DRAFT))
}

const lock = statement('select from quotes where id = $1 for no key update')

/** Read after the lock, because another transaction may have turned it into an invoice. */
export async function lockQuote(tx: Tx, id: string): Promise<QuoteRow | undefined> {
  await lock(tx, id)
  return findQuote(tx, tx.owner, id)
}

export const listQuotes: ListByStatus<QuoteStatus, QuoteRow> = async (db, owner, { filter, ...paging }) =>
  newestFirst(
    db,
    ofOwner(owner)
      .where(({ and }) => and(filterColumns(filter)))
      .$if(filter.references !== undefined, (all) =>
        all.where('id', '=', idsReferenced('quotes', owner, filter.references ?? {})),
      ),
    paging,
  )

export async function insertQuote(tx: Tx, quote: StoredQuote): Promise<void> {
  await rows(tx, build.insertInto('quotes').values({ ...quote, ...asJson(quote) }))
}

export async function updateStoredQuote(tx: Tx, quote: StoredQuote): Promise<void> {
  const { id, team_id, mode, created_at, ...fields } = quote
  await rows(
    tx,
    build
      .updateTable('quotes')
      .set({ ...fields, ...asJson(quote), ...(!isWaiting(quote) && { notified_version: null }) })
      .where('id', '=', id),
  )
}

const markNoticed = statement(`
  update quotes set notified_version = $2 where id = $1 and notified_version is distinct from $2 returning 1`)

/** False if the client got a notice of this version, and the quote has waited for an answer since. */
export async function claimNotice(tx: Tx, id: string, version: string): Promise<boolean> {
  return (await markNoticed(tx, id, version)).length > 0
}

const touch = statement('update quotes set updated_at = $2 where id = $1')

const link = statement('update quotes set trip_id = $2, trip_item_ids = $3, updated_at = $4 where id = $1')

/** It became a trip with these items. */
export async function linkTrip(
  tx: Tx,
  id: string,
  tripId: string,
  itemIds: readonly string[],
): Promise<void> {
  await link(tx, id, tripId, itemIds, tx.now)
}

/** Its invoice was created or deleted, which the quote shows. */
export async function touchQuote(tx: Tx, id: string): Promise<void> {
  await touch(tx, id, tx.now)
}

export async function removeQuote(tx: Tx, id: string): Promise<void> {
  await rows(tx, build.deleteFrom('quotes').where('id', '=', id))
}

function asJson({ items, options }: StoredQuote) {
  return { items: JSON.stringify(items), options: JSON.stringify(options) }
}

const incrementNumber = statement<{ last: number }>(`
  insert into quote_numbers as given (team_id, mode, year, last) values ($1, $2, $3, 1)
  on conflict (team_id, mode, year) do update set last = given.last + 1 returning last`)

/** The year's next number. */
export async function nextQuoteNumber(tx: Tx, year: number): Promise<number> {
  const { teamId, mode } = tx.owner
  return onlyRow(await incrementNumber(tx, teamId, mode, year)).last
}

const blankResponses = statement(`
  update quotes set responded_by = null, decline_reason = null, metadata = '{}', external_reference = null,
    updated_at = $2
  where id = any($1::uuid[])`)

/** Erases the name and the reason of the client's answer, and what integrators stored. */
export async function eraseResponses(tx: Tx, ids: readonly string[]): Promise<void> {
  await blankResponses(tx, ids, tx.now)
}

/** Writes to the client of a quote that was sent. */
export const quoteMailJob = teamJob<{ event_id: string }>('quote-mail', { waits: TECHNICAL, cap: 4 })
