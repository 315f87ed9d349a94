// The only SQL on invoices and their numbers.
import type { Selectable } from 'kysely'
import type { InvoiceStatus, PaymentStatus } from '../../../contract/invoicing-states.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import { textList } from '../../kernel/db/text-list.ts'
import { type Owner, ownerColumns } from '../../kernel/outbox/owner.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import type { InvoicesTable } from './invoices-table.ts'
import { PRICED_COLUMNS } from './priced-items.ts'
import { INVOICE_MOVES, isCancelled, isPaid, isSent, PAYMENT_MOVES } from './states.ts'

const build = buildFor<{ invoices: InvoicesTable }>()

export type InvoiceRow = Selectable<InvoicesTable>

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'client_id',
  'number_year',
  'number_sequence',
  'issue_date',
  'due_date',
  'status',
  'payment_status',
  'payment_status_is_set',
  ...PRICED_COLUMNS,
  'amount_paid_cents',
  'paid_at',
  'notes',
  'payment_provider_id',
  'payment_methods',
  'charge_id',
  'boleto_charge_id',
  'fine_percent',
  'interest_percent',
  'recurring_invoice_id',
  'recurring_due_date',
  'quote_id',
  'parties',
  'link_token',
  'created_at',
  'updated_at',
] as const satisfies (keyof InvoiceRow)[]

export interface InvoiceFilter {
  status?: InvoiceStatus | undefined
  paymentStatus?: PaymentStatus | undefined
  /** UUID. */
  clientId?: string | undefined
}

const select = () => build.selectFrom('invoices').select(COLUMNS)
const ofOwner = (owner: Owner) => select().where(({ and }) => and(ownerColumns(owner)))

export async function findInvoice(db: Queryable, owner: Owner, id: string): Promise<InvoiceRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

const byLink = statement<InvoiceRow>(`select ${COLUMNS.join(', ')} from invoices where link_token = $1`)

/** By the token of its public link, for any team. */
export async function findInvoiceByLink(db: Queryable, token: string): Promise<InvoiceRow | undefined> {
  return (await byLink(db, token))[0]
}

/** Locked, so that changes of one invoice happen one after the other. */
export async function lockInvoice(tx: Tx, id: string): Promise<InvoiceRow | undefined> {
  return firstRow(tx, ofOwner(tx.owner).where('id', '=', id).forNoKeyUpdate())
}

const selectWithoutCharge = statement<{ id: string }>(`
  select id from invoices
  where team_id = $1 and mode = $2 and id > coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid)
    and (charge_id is null and 'pix' = any(payment_methods)
      or boleto_charge_id is null and 'boleto' = any(payment_methods))
    and status <> all($5) and payment_status <> all($6) and amount_paid_cents < total_cents
  order by id limit $4`)
const CANCELLED = statesThat(INVOICE_MOVES, isCancelled)
const PAID = PAYMENT_MOVES.states.filter((payment_status) => isPaid({ payment_status }))

/** Ids of unpaid invoices that lack the charge of one of their methods, oldest first. */
export async function invoicesWithoutCharge(
  db: Queryable,
  { teamId, mode }: Owner,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const found = await selectWithoutCharge(db, teamId, mode, after, limit, CANCELLED, PAID)
  return found.map(({ id }) => id)
}

export async function listInvoices(
  db: Queryable,
  owner: Owner,
  filter: InvoiceFilter,
  page: Page,
  knownTotal?: number,
): Promise<Listing<InvoiceRow>> {
  return newestFirst(db, filtered(owner, filter), page, knownTotal)
}

/** The next ones after an id, newest first: for those who read them all. */
export async function listInvoicesAfter(
  db: Queryable,
  owner: Owner,
  filter: InvoiceFilter,
  afterId: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  const all = filtered(owner, filter)
  const left = afterId === null ? all : all.where('id', '<', afterId)
  return rows(db, left.orderBy('id', 'desc').limit(limit))
}

function filtered(owner: Owner, { status, paymentStatus, clientId }: InvoiceFilter) {
  const asked = given({ status, payment_status: paymentStatus, client_id: clientId })
  return ofOwner(owner).where(({ and }) => and(asked))
}

const insert = statement(
  `insert into invoices (${COLUMNS.join(', ')}) values (${COLUMNS.map((_, index) => `$${index + 1}`).join(', ')})`,
)

export async function insertInvoice(tx: Tx, invoice: InvoiceRow): Promise<void> {
  await insert(tx, ...COLUMNS.map((column) => stored(column, invoice[column])))
}

const FIXED: readonly string[] = ['id', 'team_id', 'mode', 'recurring_due_date', 'created_at']
const CHANGING = COLUMNS.filter((column) => !FIXED.includes(column))
const update = statement(
  `update invoices set ${CHANGING.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1`,
)

export async function updateInvoice(tx: Tx, invoice: InvoiceRow): Promise<void> {
  await update(tx, invoice.id, ...CHANGING.map((column) => stored(column, invoice[column])))
}

function stored(column: string, value: unknown): unknown {
  const isJson = column === 'items' || (column === 'parties' && value !== null)
  return isJson ? JSON.stringify(value) : value
}

export async function removeInvoice(tx: Tx, id: string): Promise<void> {
  await rows(tx, build.deleteFrom('invoices').where('id', '=', id))
}

const takeNumber = statement<{ last: number }>(`
  insert into invoice_numbers (team_id, mode, year, last) values ($1, $2, $3, 1)
  on conflict (team_id, mode, year) do update set last = invoice_numbers.last + 1
  returning last`)

/** The year's next number. Other transactions wait for theirs until this one has committed or rolled back. */
export async function nextNumber(tx: Tx, year: number): Promise<number> {
  return onlyRow(await takeNumber(tx, tx.owner.teamId, tx.owner.mode, year)).last
}

const selectUnpaid = statement<{ days_late: number; count: bigint; cents: bigint }>(`
  select case when due_date >= $3::date then 0 when due_date >= $3::date - 30 then 1
      when due_date >= $3::date - 60 then 31 when due_date >= $3::date - 90 then 61 else 91 end as days_late,
    count(*) as count, sum(total_cents - amount_paid_cents)::bigint as cents
  from invoices
  where team_id = $1 and mode = $2 and status in ${textList(statesThat(INVOICE_MOVES, isSent))}
    and amount_paid_cents < total_cents
  group by 1`)

/** The sums owed, by how late they are: not late, or from 1, 31, 61 and 91 days on. */
export async function unpaidByAge(
  db: Queryable,
  { teamId, mode }: Owner,
  today: string,
): Promise<Map<number, { count: number; cents: bigint }>> {
  const found = await selectUnpaid(db, teamId, mode, today)
  return new Map(found.map(({ days_late, count, cents }) => [days_late, { count: Number(count), cents }]))
}

const blankContact = statement(`
  update invoices set parties = jsonb_set(parties, '{client,email}', '""')
  where id = any($1) and parties is not null and parties #>> '{client,email}' <> '' returning 1`)

/** Issued invoices keep the name and the tax id of whom they are for; how many of these had more. */
export async function eraseContact(tx: Tx, ids: readonly string[]): Promise<number> {
  return (await blankContact(tx, ids)).length
}
