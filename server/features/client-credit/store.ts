// The only SQL on client credit.
import type { CreditEntryType } from '../../../contract/credit-states.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Times } from '../../kernel/values/dates.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'

export interface CreditEntryRow {
  id: string
  team_id: string
  mode: Mode
  client_id: string
  type: CreditEntryType
  /** Negative where credit was used or has expired. */
  amount_cents: bigint
  /** Of a positive entry: the last day on which it can be used. */
  expires_on: string | null
  /** Of a positive entry: what is left. */
  left_cents: bigint | null
  /** Of a negative entry: the positive one that it takes from. */
  source_id: string | null
  invoice_id: string | null
  payment_id: string | null
  credit_note_id: string | null
  /** Of a positive entry: the invoice whose money it is. */
  origin_invoice_id: string | null
  created_at: Date
}

const build = buildFor<{ client_credit_entries: CreditEntryRow }>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'client_id',
  'type',
  'amount_cents',
  'expires_on',
  'left_cents',
  'source_id',
  'invoice_id',
  'payment_id',
  'credit_note_id',
  'origin_invoice_id',
  'created_at',
] as const satisfies (keyof CreditEntryRow)[]

const ofOwner = (owner: Owner) =>
  build
    .selectFrom('client_credit_entries')
    .select(COLUMNS)
    .where(({ and }) => and(ownerColumns(owner)))

export async function insertEntry(tx: Tx, entry: CreditEntryRow): Promise<void> {
  await rows(tx, build.insertInto('client_credit_entries').values(entry))
}

export async function listEntries(
  db: Queryable,
  owner: Owner,
  {
    clientId,
    type,
    page,
    times,
  }: {
    readonly clientId: string
    readonly type: CreditEntryType | undefined
    readonly page: Page
    readonly times: Times
  },
): Promise<Listing<CreditEntryRow>> {
  const wanted = given({ client_id: clientId, type })
  return newestFirst(
    db,
    ofOwner(owner).where(({ and }) => and(wanted)),
    { page, times },
  )
}

/** An entry that added credit, locked. */
export async function lockSource(tx: Tx, id: string): Promise<CreditEntryRow | undefined> {
  return firstRow(tx, ofOwner(tx.owner).where('id', '=', id).forUpdate())
}

const lockLeft = statement<Source>(`
  select id, left_cents::bigint as left_cents, expires_on from client_credit_entries
  where team_id = $1 and mode = $2 and client_id = $3 and left_cents > 0
    and (expires_on is null or expires_on >= $4::date)
  order by expires_on nulls last, id for update`)

interface Source {
  id: string
  left_cents: bigint
  expires_on: string | null
}

/** The usable credit of the client on this day, locked against a second use; the first to expire comes first. */
export async function lockUsable(tx: Tx, clientId: string, today: string): Promise<Source[]> {
  return lockLeft(tx, tx.owner.teamId, tx.owner.mode, clientId, today)
}

const lockOfInvoice = statement<Source & { client_id: string }>(`
  select id, left_cents::bigint as left_cents, expires_on, client_id from client_credit_entries
  where team_id = $1 and mode = $2 and origin_invoice_id = $3 and left_cents > 0
    and (expires_on is null or expires_on >= $4::date)
  order by expires_on nulls last, id for update`)

/** Unused credit that is money of an invoice, locked. */
export async function lockUnusedOf(
  tx: Tx,
  invoiceId: string,
  today: string,
): Promise<(Source & { client_id: string })[]> {
  return lockOfInvoice(tx, tx.owner.teamId, tx.owner.mode, invoiceId, today)
}

const lower = statement('update client_credit_entries set left_cents = left_cents - $2 where id = $1')

export async function debitSource(tx: Tx, sourceId: string, cents: Cents): Promise<void> {
  await lower(tx, sourceId, cents)
}

export interface SpentPart {
  cents: bigint
  /** The payment of the invoice that it was taken for. */
  payment_id: string
  /** Of the credit that it was taken from. */
  client_id: string
  expires_on: string | null
  origin_invoice_id: string | null
}

const selectParts = statement<SpentPart>(`
  select -sum(e.amount_cents)::bigint as cents, e.payment_id, s.client_id, s.expires_on, s.origin_invoice_id
  from client_credit_entries e join client_credit_entries s on s.id = e.source_id
  where e.invoice_id = $1 and e.payment_id = any($2::uuid[])
  group by e.payment_id, s.client_id, s.expires_on, s.origin_invoice_id order by max(e.id) desc`)

/** Uses of credit by these payments of an invoice, the newest first. */
export async function spentParts(
  db: Queryable,
  invoiceId: string,
  paymentIds: readonly string[],
): Promise<SpentPart[]> {
  return selectParts(db, invoiceId, paymentIds)
}

const selectOrigins = statement<{ id: string }>(`
  select distinct s.origin_invoice_id as id
  from client_credit_entries e join client_credit_entries s on s.id = e.source_id
  where e.invoice_id = $1 and s.origin_invoice_id is not null`)

/** Ids of the invoices whose money was used on this one as credit. */
export async function originsOfUses(tx: Tx, invoiceId: string): Promise<string[]> {
  return (await selectOrigins(tx, invoiceId)).map(({ id }) => id)
}

export interface CreditOfNote {
  type: CreditEntryType
  /** What the client could use of it at first, and what covered money that had gone back. */
  cents: bigint
  covering_cents: bigint
  expires_on: string | null
}

const selectOfNote = statement<CreditOfNote>(`
  select e.type, e.expires_on, sum(e.amount_cents - covering.cents)::bigint as cents,
    sum(covering.cents)::bigint as covering_cents
  from client_credit_entries e cross join lateral (
    select coalesce(-sum(amount_cents), 0) as cents from client_credit_entries
    where source_id = e.id and type = 'reclaimed' and created_at = e.created_at
  ) covering
  where e.invoice_id = $1 and e.credit_note_id = $2
  group by e.type, e.expires_on order by min(e.id)`)

/** What a credit note of an invoice gave the client. */
export async function creditOfNote(
  db: Queryable,
  { id, invoice_id }: { readonly id: string; readonly invoice_id: string },
): Promise<CreditOfNote[]> {
  return selectOfNote(db, invoice_id, id)
}

interface Usable {
  cents: bigint
  first_day: string | null
  first_cents: bigint
}

const sumUsable = statement<Usable>(`
  select coalesce(sum(left_cents), 0)::bigint as cents, min(expires_on) as first_day,
    coalesce(sum(left_cents) filter (where expires_on = (
      select min(expires_on) from client_credit_entries
      where team_id = $1 and mode = $2 and client_id = $3 and left_cents > 0 and expires_on >= $4::date)), 0)::bigint
      as first_cents
  from client_credit_entries
  where team_id = $1 and mode = $2 and client_id = $3 and left_cents > 0
    and (expires_on is null or expires_on >= $4::date)`)

/** The credit that can be used on this day, and the part of it that ends first. */
export async function usableCredit(
  db: Queryable,
  { teamId, mode }: Owner,
  clientId: string,
  today: string,
): Promise<Usable> {
  return onlyRow(await sumUsable(db, teamId, mode, clientId, today))
}
