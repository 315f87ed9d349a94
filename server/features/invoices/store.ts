// The only SQL on invoices, their numbers and their payments.
import type { ColumnType, Selectable } from 'kysely'
import type { OwnCardTerms } from '../../../contract/cards.ts'
import type { ManualMethod } from '../../../contract/credit-states.ts'
import type {
  AdjustmentType,
  InvoicePaymentMethod,
  InvoiceStatus,
  PaymentStatus,
} from '../../../contract/invoicing-states.ts'
import { METHODS, PAYMENT_METHODS, type PaymentMethod } from '../../../contract/payment-methods.ts'
import type { References, ReferencesFilter } from '../../../contract/references.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement, textList } from '../../kernel/db/db.ts'
import { given, newestFirst, type Order, readPage, withinTimes } from '../../kernel/db/lists.ts'
import { idsReferenced } from '../../kernel/db/references.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ANY_TIME, type Times } from '../../kernel/values/dates.ts'
import type { EarlyPayment } from '../../kernel/values/early-payment.ts'
import type { LateColumns } from '../../kernel/values/late-charges.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { PRICED_COLUMNS, type PricedColumns } from '../documents/items.ts'
import type { StoredParties } from '../documents/view.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import { CHARGE_MOVES, isPayable } from '../payments/states.ts'
import type { Credit } from '../trips/claim-rules.ts'
import { INVOICE_MOVES, isCancelled, isPaid, isSent, PAYMENT_MOVES } from './states.ts'

const build = buildFor<{ invoices: InvoicesTable; charges: ChargeRow }>()

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
  'adjustment_cents',
  'refunded_cents',
  'uncovered_cents',
  'paid_at',
  'cancelled_at',
  'notes',
  'payment_provider_id',
  'payment_methods',
  'card_terms',
  'fine_percent',
  'interest_percent',
  'payable_days',
  'early_payment',
  'early_taken_cents',
  'recurring_invoice_id',
  'recurring_due_date',
  'mandate_id',
  'quote_id',
  'metadata',
  'external_reference',
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
  references?: ReferencesFilter | undefined
  times?: Times
  issued?: DaysBetween
  due?: DaysBetween
}

interface DaysBetween {
  readonly first?: string
  readonly last?: string
}

const select = () => build.selectFrom('invoices').select(COLUMNS)
const ofOwner = (owner: Owner) => select().where(({ and }) => and(ownerColumns(owner)))

export async function findInvoice(db: Queryable, owner: Owner, id: string): Promise<InvoiceRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

export async function findInvoices(
  db: Queryable,
  owner: Owner,
  ids: readonly string[],
): Promise<InvoiceRow[]> {
  return rows(db, ofOwner(owner).where('id', 'in', ids))
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

/** Locked in the order of their ids, so that transactions that need several wait for each other in turn. */
export async function lockInvoices(tx: Tx, ids: readonly string[]): Promise<InvoiceRow[]> {
  if (ids.length === 0) return []
  return rows(tx, ofOwner(tx.owner).where('id', 'in', ids).orderBy('id').forNoKeyUpdate())
}

/** Some of the total is neither paid nor taken off by an adjustment. */
const IS_OWED = 'amount_paid_cents < total_cents + adjustment_cents'

const OPENED_WITH_INVOICE = PAYMENT_METHODS.filter((method) => METHODS[method].opens === 'with_invoice')

const selectWithoutCharge = statement<{ id: string }>(`
  select id from invoices
  where team_id = $1 and mode = $2 and id > coalesce($3, '00000000-0000-0000-0000-000000000000'::uuid)
    and exists (
      select from unnest(payment_methods) as wanted (method)
      where method in ${textList(OPENED_WITH_INVOICE)} and not exists (
        select from charges
        where reference_id = invoices.id::text and charges.method = wanted.method and is_current))
    and status <> all($5) and payment_status <> all($6) and ${IS_OWED}
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

const selectOwedBy = statement<UnpaidInvoice>(`
  select id, payment_methods from invoices
  where team_id = $1 and mode = $2 and client_id = $3
    and status <> all($4) and payment_status <> all($5) and ${IS_OWED}
  order by id`)

type UnpaidInvoice = Pick<InvoiceRow, 'id' | 'payment_methods'>

/** What a client still owes, oldest first. */
export async function unpaidInvoicesOf(
  db: Queryable,
  { teamId, mode }: Owner,
  clientId: string,
): Promise<UnpaidInvoice[]> {
  return selectOwedBy(db, teamId, mode, clientId, CANCELLED, PAID)
}

const DUE_FIRST: Order<InvoiceRow> = {
  by: ['due_date', 'id'],
  direction: 'asc',
  keyOf: ({ due_date, id }) => [due_date, id],
}

export async function listInvoices(
  db: Queryable,
  owner: Owner,
  {
    filter,
    page,
    total,
    sort,
  }: {
    readonly filter: InvoiceFilter
    readonly page: Page
    readonly total?: (() => Promise<number>) | undefined
    readonly sort?: 'due_date' | undefined
  },
): Promise<Listing<InvoiceRow>> {
  if (sort === 'due_date') {
    const isAnyTime = filter.times === undefined || filter.times === ANY_TIME
    return readPage(db, filtered(owner, filter), {
      order: DUE_FIRST,
      page,
      total: isAnyTime ? total : undefined,
    })
  }
  return newestFirst(db, filtered(owner, { ...filter, times: ANY_TIME }), {
    page,
    total,
    times: filter.times,
  })
}

/** Sent invoices with a charge that the agency confirms, due first. */
export async function listUnconfirmed(
  db: Queryable,
  owner: Owner,
  { page, times }: { readonly page: Page; readonly times: Times },
): Promise<Listing<InvoiceRow>> {
  const byAgency = PAYMENT_METHODS.filter((method) => METHODS[method].confirmedBy === 'agency')
  const unconfirmed = build
    .selectFrom('charges')
    .select('reference_id')
    .where(({ and }) => and(ownerColumns(owner)))
    .where('method', 'in', byAgency)
    .where('is_current', '=', true)
    .where('status', 'in', statesThat(CHARGE_MOVES, isPayable))
    .where(withinTimes(times))
  const query = ofOwner(owner)
    .where('status', 'in', SENT)
    .where(({ cast, ref }) => cast<string>(ref('id'), 'text'), 'in', unconfirmed)
  return readPage(db, query, { order: DUE_FIRST, page })
}

/** The next batch after an id, newest first. */
export async function listInvoicesAfter(
  db: Queryable,
  owner: Owner,
  {
    filter,
    afterId,
    limit,
  }: { readonly filter: InvoiceFilter; readonly afterId: string | null; readonly limit: number },
): Promise<InvoiceRow[]> {
  const all = filtered(owner, filter)
  const left = afterId === null ? all : all.where('id', '<', afterId)
  return rows(db, left.orderBy('id', 'desc').limit(limit))
}

function filtered(owner: Owner, filter: InvoiceFilter) {
  const { status, paymentStatus, clientId, references, times = ANY_TIME, issued = {}, due = {} } = filter
  const asked = given({ status, payment_status: paymentStatus, client_id: clientId })
  let query = ofOwner(owner).where(({ and }) => and(asked))
  if (times !== ANY_TIME) query = query.where(withinTimes(times))
  if (issued.first !== undefined) query = query.where('issue_date', '>=', issued.first)
  if (issued.last !== undefined) query = query.where('issue_date', '<=', issued.last)
  if (due.first !== undefined) query = query.where('due_date', '>=', due.first)
  if (due.last !== undefined) query = query.where('due_date', '<=', due.last)
  if (references !== undefined) query = query.where('id', '=', idsReferenced('invoices', owner, references))
  return query
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

export async function storeInvoice(tx: Tx, invoice: InvoiceRow): Promise<void> {
  await update(tx, invoice.id, ...CHANGING.map((column) => stored(column, invoice[column])))
}

const JSON_OR_NULL: readonly string[] = ['parties', 'early_payment'] satisfies (keyof InvoiceRow)[]

function stored(column: string, value: unknown): unknown {
  const isJson =
    column === 'items' || column === 'card_terms' || (JSON_OR_NULL.includes(column) && value !== null)
  return isJson ? JSON.stringify(value) : value
}

export async function removeInvoice(tx: Tx, id: string): Promise<void> {
  await rows(tx, build.deleteFrom('invoices').where('id', '=', id))
}

const incrementNumber = statement<{ last: number }>(`
  insert into invoice_numbers (team_id, mode, year, last) values ($1, $2, $3, 1)
  on conflict (team_id, mode, year) do update set last = invoice_numbers.last + 1
  returning last`)

/** The year's next number. Other transactions wait for theirs until this one has committed or rolled back. */
export async function nextNumber(tx: Tx, year: number): Promise<number> {
  return onlyRow(await incrementNumber(tx, tx.owner.teamId, tx.owner.mode, year)).last
}

const selectUnpaid = statement<{ days_late: number; count: bigint; cents: bigint }>(`
  select case when due_date >= $3::date then 0 when due_date >= $3::date - 30 then 1
      when due_date >= $3::date - 60 then 31 when due_date >= $3::date - 90 then 61 else 91 end as days_late,
    count(*) as count, sum(total_cents + adjustment_cents - amount_paid_cents)::bigint as cents
  from invoices
  where team_id = $1 and mode = $2 and status in ${textList(statesThat(INVOICE_MOVES, isSent))}
    and ${IS_OWED}
  group by 1`)

/** The sums owed, by days late: 0, or from 1, 31, 61 and 91 days on. */
export async function unpaidByAge(
  db: Queryable,
  { teamId, mode }: Owner,
  today: string,
): Promise<Map<number, { count: number; cents: bigint }>> {
  const found = await selectUnpaid(db, teamId, mode, today)
  return new Map(found.map(({ days_late, count, cents }) => [days_late, { count: Number(count), cents }]))
}

const blankContact = statement(`
  update invoices set parties = jsonb_set(parties, '{client,email}', '""'), updated_at = $2
  where id = any($1) and parties is not null and parties #>> '{client,email}' <> '' returning 1`)

/** Issued invoices keep name and tax id of the client. Returns how many lost an e-mail address. */
export async function eraseContact(tx: Tx, ids: readonly string[]): Promise<number> {
  return (await blankContact(tx, ids, tx.now)).length
}

const blankReferences = statement(`
  update invoices set metadata = '{}', external_reference = null, updated_at = $2
  where id = any($1::uuid[])`)

export async function eraseInvoiceReferences(tx: Tx, ids: readonly string[]): Promise<void> {
  await blankReferences(tx, ids, tx.now)
}

export interface InvoicesTable extends PricedColumns, LateColumns, References {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  number_year: number | null
  number_sequence: number | null
  issue_date: string
  due_date: string
  status: InvoiceStatus
  payment_status: PaymentStatus
  payment_status_is_set: boolean
  amount_paid_cents: bigint
  /** The sum of its adjustments, zero or negative. */
  adjustment_cents: bigint
  /** The sum of the refunds that the bank has made. */
  refunded_cents: bigint
  /** Money that went back and could not be taken, because it had become credit that is used. */
  uncovered_cents: bigint
  paid_at: Date | null
  cancelled_at: Date | null
  notes: string | null
  payment_provider_id: string | null
  payment_methods: PaymentMethod[]
  /** Differences from the card terms of the team. */
  card_terms: ColumnType<OwnCardTerms, string, string>
  recurring_invoice_id: string | null
  recurring_due_date: string | null
  mandate_id: string | null
  quote_id: string | null
  parties: ColumnType<StoredParties | null, string | null, string | null>
  early_payment: ColumnType<EarlyPayment | null, string | null, string | null>
  /** Discounts that payers took by paying early, above zero; among the adjustments. */
  early_taken_cents: bigint
  /** How long after the due date it can be paid by a charge to which its bank adds late charges. */
  payable_days: number
  link_token: string
  created_at: Date
  updated_at: Date
}

export interface PaymentRow {
  id: string
  invoice_id: string
  amount_cents: bigint
  /** What of it is for being late; negative where that goes back. */
  late_cents: bigint
  /** The fee of a card that the payer bore beside the amount. */
  surcharge_cents: bigint
  method: InvoicePaymentMethod
  /** How it came, where a person recorded it. */
  manual_method: ManualMethod | null
  charge_id: string | null
  reference: string | null
  paid_at: Date
  created_at: Date
}

/** Money of the client's credit: positive where it paid, negative where an overpayment became credit. */
export function isCredit({ method }: Pick<PaymentRow, 'method'>): boolean {
  return method === 'credit'
}

/** Credit that came of the invoice, and was taken back because its money went back: it names why. */
export function isReclaimed({ method, amount_cents, reference }: PaymentRow): boolean {
  return isCredit({ method }) && amount_cents > 0n && reference !== null
}

/** The part of an invoice that the client's credit pays; negative if more of its money became credit. */
export function creditPaid(payments: readonly PaymentRow[]): bigint {
  return payments.filter(isCredit).reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
}

/** Whether a bank reported the payment, and not a person. */
export function isFromBank({ charge_id }: PaymentRow): boolean {
  return charge_id !== null
}

const insertPaid = statement(`
  insert into invoice_payments (id, invoice_id, amount_cents, late_cents, surcharge_cents, method, manual_method,
    charge_id, reference, paid_at, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`)

export async function insertPayment(tx: Tx, payment: PaymentRow): Promise<void> {
  const { id, invoice_id, amount_cents, late_cents, surcharge_cents, method, manual_method } = payment
  const { charge_id, reference, paid_at, created_at } = payment
  const cents = [amount_cents, late_cents, surcharge_cents] as const
  const how = [method, manual_method, charge_id, reference] as const
  await insertPaid(tx, id, invoice_id, ...cents, ...how, paid_at, created_at)
}

const deletePaid = statement('delete from invoice_payments where id = $1')

export async function deletePayment(tx: Tx, id: string): Promise<void> {
  await deletePaid(tx, id)
}

const setLate = statement('update invoice_payments set late_cents = $2 where id = $1')

export async function setLateCents(tx: Tx, id: string, cents: bigint): Promise<void> {
  await setLate(tx, id, cents)
}

const selectPayments = statement<PaymentRow>(`
  select id, invoice_id, amount_cents, late_cents, surcharge_cents, method, manual_method, charge_id, reference, paid_at,
    created_at
  from invoice_payments where invoice_id = any($1::uuid[]) order by id`)

const sumLate = statement<{ cents: bigint }>(`
  select coalesce(sum(late_cents), 0)::bigint as cents from invoice_payments where invoice_id = $1`)

/** Late charges that were paid and not returned. */
export async function latePaidOf(tx: Tx, id: string): Promise<bigint> {
  return onlyRow(await sumLate(tx, id)).cents
}

/** Oldest first, by invoice. */
export async function paymentsOf(db: Queryable, ids: string[]): Promise<Map<string, PaymentRow[]>> {
  if (ids.length === 0) return new Map()
  return Map.groupBy(await selectPayments(db, ids), ({ invoice_id }) => invoice_id)
}

/** Lowers the amount due without a payment. */
export interface AdjustmentRow {
  id: string
  invoice_id: string
  type: AdjustmentType
  refund_id: string | null
  credit_note_id: string | null
  /** The item of a trip that it was made for. */
  trip_item_id: string | null
  /** What it takes off items of trips. */
  credits: readonly Credit[]
  amount_cents: bigint
  created_at: Date
}

const insertAdjusted = statement(`
  insert into invoice_adjustments (id, invoice_id, type, refund_id, credit_note_id, trip_item_id, credits,
    amount_cents, created_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`)

export async function insertAdjustment(tx: Tx, adjustment: AdjustmentRow): Promise<void> {
  const { id, invoice_id, type, refund_id, credit_note_id, trip_item_id, amount_cents, created_at } =
    adjustment
  const about = [refund_id, credit_note_id, trip_item_id, JSON.stringify(adjustment.credits)] as const
  await insertAdjusted(tx, id, invoice_id, type, ...about, amount_cents, created_at)
}

const deleteEarly = statement(`
  delete from invoice_adjustments where invoice_id = $1 and type = 'early_payment'`)

/** For an invoice that was not paid early after all. */
export async function deleteEarlyAdjustments(tx: Tx, id: string): Promise<void> {
  await deleteEarly(tx, id)
}

const selectAdjustments = statement<AdjustmentRow>(`
  select id, invoice_id, type, refund_id, credit_note_id, trip_item_id, credits, amount_cents, created_at
  from invoice_adjustments where invoice_id = any($1::uuid[]) order by id`)

/** Oldest first, by invoice. */
export async function adjustmentsOf(
  db: Queryable,
  invoices: readonly InvoiceRow[],
): Promise<Map<string, AdjustmentRow[]>> {
  const ids = invoices.filter(({ adjustment_cents }) => adjustment_cents !== 0n).map(({ id }) => id)
  if (ids.length === 0) return new Map()
  return Map.groupBy(await selectAdjustments(db, ids), ({ invoice_id }) => invoice_id)
}

export type OpenInvoice = Pick<InvoiceRow, 'id' | 'due_date' | 'recurring_invoice_id'>

const selectOpen = statement<OpenInvoice>(`
  select id, due_date, recurring_invoice_id from invoices
  where team_id = $1 and mode = $2 and (due_date, id) > ($3, $4) and status = any($5) and payment_status = any($6)
  order by due_date, id limit $7`)
const SENT = statesThat(INVOICE_MOVES, isSent)
const UNPAID = PAYMENT_MOVES.states.filter((payment_status) => !isPaid({ payment_status }))

/** Before every invoice that is due on its day. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Invoices that were sent and are not paid: the next batch by due date and id. */
export async function openInvoices(
  db: Queryable,
  { teamId, mode }: Owner,
  after: Pick<OpenInvoice, 'id' | 'due_date'>,
  limit: number,
): Promise<OpenInvoice[]> {
  return selectOpen(db, teamId, mode, after.due_date, after.id, SENT, UNPAID, limit)
}

export const INVOICE_LIST = 'invoices'

interface Counted {
  status: InvoiceStatus
  payment_status: PaymentStatus
}

export function invoiceBucket({ status, payment_status }: Counted): string {
  return `${status} ${payment_status}`
}

/** Whether a bucket is among those that a filter leaves. */
export function bucketFilter(
  status: InvoiceStatus | undefined,
  paymentStatus: PaymentStatus | undefined,
): (bucket: string) => boolean {
  return (bucket) => {
    const [ofStatus, ofPayment] = bucket.split(' ')
    return (status ?? ofStatus) === ofStatus && (paymentStatus ?? ofPayment) === ofPayment
  }
}
