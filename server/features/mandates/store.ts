// The only SQL on mandates and their charges.

import { sql } from 'kysely'
import type {
  DebitAttempt,
  MandateChargeStatus,
  MandateEnder,
  MandateFrequency,
  MandateObstacle,
  MandateRetries,
  MandateStatus,
} from '../../../contract/mandate-states.ts'
import type { BankName } from '../../../contract/payment-providers.ts'
import type { Mode } from '../../../contract/teams.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement, textList } from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Times } from '../../kernel/values/dates.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { statesThat } from '../../kernel/values/state-table.ts'
import { isLive, isUnderWay, MANDATE_CHARGE_MOVES, MANDATE_MOVES } from './states.ts'

export interface MandateRow {
  id: string
  team_id: string
  mode: Mode
  recurring_invoice_id: string
  client_id: string
  provider: BankName
  provider_id: string | null
  bank_id: string | null
  status: MandateStatus
  amount_cents: bigint
  frequency: MandateFrequency
  retries: MandateRetries
  starts_on: string
  ends_on: string | null
  first_invoice_id: string
  first_charge_id: string
  ended_by: MandateEnder | null
  end_reason: string | null
  end_unconfirmed: boolean
  accepted_at: Date | null
  ended_at: Date | null
  created_at: Date
  updated_at: Date
}

interface MandateChargesTable {
  id: string
  mandate_id: string
  team_id: string
  mode: Mode
  invoice_id: string
  charge_id: string | null
  cycle: number
  due_on: string
  amount_cents: bigint
  status: MandateChargeStatus
  obstacle: MandateObstacle | null
  attempts: DebitAttempt[]
  created_at: Date
  updated_at: Date
}

export type MandateChargeRow = MandateChargesTable

const build = buildFor<{ mandates: MandateRow; mandate_charges: MandateChargesTable }>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'recurring_invoice_id',
  'client_id',
  'provider',
  'provider_id',
  'bank_id',
  'status',
  'amount_cents',
  'frequency',
  'retries',
  'starts_on',
  'ends_on',
  'first_invoice_id',
  'first_charge_id',
  'ended_by',
  'end_reason',
  'end_unconfirmed',
  'accepted_at',
  'ended_at',
  'created_at',
  'updated_at',
] as const satisfies (keyof MandateRow)[]

const select = () => build.selectFrom('mandates').select(COLUMNS)
const ofOwner = (owner: Owner) => select().where(({ and }) => and(ownerColumns(owner)))
const LIVE = statesThat(MANDATE_MOVES, isLive)

export async function findMandate(db: Queryable, owner: Owner, id: string): Promise<MandateRow | undefined> {
  return firstRow(db, ofOwner(owner).where('id', '=', id))
}

/** Locked, so that its moves happen one after the other. */
export async function lockMandate(tx: Tx, id: string): Promise<MandateRow | undefined> {
  return firstRow(tx, ofOwner(tx.owner).where('id', '=', id).forNoKeyUpdate())
}

/** The mandate of a recurring invoice that is offered or active. */
export async function findLiveMandate(
  db: Queryable,
  owner: Owner,
  recurringInvoiceId: string,
): Promise<MandateRow | undefined> {
  return firstRow(
    db,
    ofOwner(owner).where('recurring_invoice_id', '=', recurringInvoiceId).where('status', 'in', LIVE),
  )
}

/** The mandate that was offered last on the page of this invoice. */
export async function findMandateOffered(
  db: Queryable,
  owner: Owner,
  invoiceId: string,
): Promise<MandateRow | undefined> {
  const offered = ofOwner(owner).where('first_invoice_id', '=', invoiceId)
  return firstRow(db, offered.orderBy('id', 'desc').limit(1))
}

/** The client's last mandate for a recurring invoice, whatever became of it. */
export async function findLastMandate(
  db: Queryable,
  owner: Owner,
  which: { recurring_invoice_id: string; client_id: string },
): Promise<MandateRow | undefined> {
  const found = ofOwner(owner).where(({ and }) => and(which))
  return firstRow(db, found.orderBy('id', 'desc').limit(1))
}

/** Those of a recurring invoice, a client or a bank that have not ended. */
export async function liveMandatesOf(
  db: Queryable,
  owner: Owner,
  which: { recurring_invoice_id?: string | undefined; client_id?: string; provider_id?: string | undefined },
): Promise<MandateRow[]> {
  return rows(
    db,
    ofOwner(owner)
      .where(({ and }) => and(given(which)))
      .where('status', 'in', LIVE),
  )
}

const selectByBankId = statement<{ id: string; bank_id: string | null }>(`
  select id, bank_id from mandates where provider_id = $1 and bank_id = any($2::text[]) and team_id = $3 and mode = $4`)

/** The mandates that a callback of this bank names. */
export async function mandatesNamed(
  db: Queryable,
  { teamId, mode }: Owner,
  providerId: string,
  bankIds: readonly string[],
): Promise<{ id: string; bank_id: string | null }[]> {
  return selectByBankId(db, providerId, bankIds, teamId, mode)
}

export async function listMandates(
  db: Queryable,
  owner: Owner,
  {
    filter,
    ...paging
  }: {
    readonly filter: {
      status?: MandateStatus | undefined
      clientId?: string | undefined
      recurringInvoiceId?: string | undefined
      needsAttention: boolean
    }
    readonly page: Page
    readonly times: Times
  },
): Promise<Listing<MandateRow>> {
  const { status, clientId, recurringInvoiceId, needsAttention } = filter
  const asked = given({ status, client_id: clientId, recurring_invoice_id: recurringInvoiceId })
  const found = ofOwner(owner).where(({ and }) => and(asked))
  return newestFirst(db, needsAttention ? found.where(NEEDS_ATTENTION) : found, paging)
}

/**
 * Cancelled by another than the agency, and nothing took its place though Pix Automático is still offered; or an invoice
 * that should have been debited is owed.
 */
const NEEDS_ATTENTION = sql<boolean>`(
  (mandates.status = 'cancelled' and accepted_at is not null and ended_by is distinct from 'agency'
    and exists (select from recurring_invoices r where r.id = recurring_invoice_id and r.status = 'active'
      and 'pix_automatic' = any(r.payment_methods))
    and not exists (
      select from mandates other where other.recurring_invoice_id = mandates.recurring_invoice_id
        and other.id > mandates.id and other.accepted_at is not null))
  or exists (
    select from mandate_charges c join invoices i on i.id = c.invoice_id
    where c.mandate_id = mandates.id and c.status = 'failed' and i.status = 'sent' and i.payment_status <> 'paid'))`

/** False if the recurring invoice has a live mandate already. */
export async function insertMandate(tx: Tx, mandate: MandateRow): Promise<boolean> {
  const added = build
    .insertInto('mandates')
    .values(mandate)
    .onConflict((conflict) => conflict.doNothing())
  return (await rows(tx, added.returning('id'))).length > 0
}

export async function updateMandate(
  tx: Tx,
  id: string,
  columns: Partial<Omit<MandateRow, 'id' | 'team_id' | 'mode'>>,
): Promise<MandateRow | undefined> {
  const change = { ...columns, updated_at: tx.now }
  return firstRow(tx, build.updateTable('mandates').set(change).where('id', '=', id).returning(COLUMNS))
}

const blankReasons = statement('update mandates set end_reason = null where client_id = any($1::uuid[])')

/** A bank may have written a name into the reason. */
export async function eraseMandateReasons(tx: Tx, clientIds: readonly string[]): Promise<void> {
  await blankReasons(tx, clientIds)
}

// The invoices that it pays.

const selectAwaiting = statement<{ awaits: boolean }>(`
  select exists (
    select from invoices
    where recurring_invoice_id = $1 and mandate_id = $2
      and (status = 'sent' or (status = 'draft' and due_date >= $3))) as awaits`)

/** Whether an invoice is to be debited; a draft may still be sent before its due date. */
export async function awaitsDebit(
  db: Queryable,
  { id, recurring_invoice_id }: Pick<MandateRow, 'id' | 'recurring_invoice_id'>,
  today: string,
): Promise<boolean> {
  return onlyRow(await selectAwaiting(db, recurring_invoice_id, id, today)).awaits
}

const CHARGE_COLUMNS = [
  'id',
  'mandate_id',
  'team_id',
  'mode',
  'invoice_id',
  'charge_id',
  'cycle',
  'due_on',
  'amount_cents',
  'status',
  'obstacle',
  'attempts',
  'created_at',
  'updated_at',
] as const satisfies (keyof MandateChargeRow)[]

const selectCharges = () => build.selectFrom('mandate_charges').select(CHARGE_COLUMNS)
const chargesOfOwner = (owner: Owner) => selectCharges().where(({ and }) => and(ownerColumns(owner)))

export async function findMandateCharge(
  db: Queryable,
  owner: Owner,
  id: string,
): Promise<MandateChargeRow | undefined> {
  return firstRow(db, chargesOfOwner(owner).where('id', '=', id))
}

export async function findMandateChargeOf(
  db: Queryable,
  owner: Owner,
  by: { invoice_id: string } | { charge_id: string },
): Promise<MandateChargeRow | undefined> {
  const found = chargesOfOwner(owner).where(({ and }) => and(by))
  return firstRow(db, found.orderBy('created_at', 'desc').limit(1))
}

export async function lockMandateCharge(tx: Tx, id: string): Promise<MandateChargeRow | undefined> {
  return firstRow(tx, chargesOfOwner(tx.owner).where('id', '=', id).forNoKeyUpdate())
}

const UNDER_WAY = statesThat(MANDATE_CHARGE_MOVES, isUnderWay)

/** The debits of a mandate that may still happen. */
export async function chargesUnderWay(
  db: Queryable,
  owner: Owner,
  mandateId: string,
): Promise<MandateChargeRow[]> {
  return rows(db, chargesOfOwner(owner).where('mandate_id', '=', mandateId).where('status', 'in', UNDER_WAY))
}

/** False if the cycle or the invoice has a charge already. */
export async function insertMandateCharge(tx: Tx, charge: MandateChargeRow): Promise<boolean> {
  const stored = { ...charge, attempts: JSON.stringify(charge.attempts) as unknown as DebitAttempt[] }
  const added = build
    .insertInto('mandate_charges')
    .values(stored)
    .onConflict((conflict) => conflict.doNothing())
  return (await rows(tx, added.returning('id'))).length > 0
}

export async function updateMandateCharge(
  tx: Tx,
  id: string,
  { attempts, ...columns }: Partial<Pick<MandateChargeRow, 'status' | 'obstacle' | 'attempts' | 'charge_id'>>,
): Promise<void> {
  const change = {
    ...columns,
    ...(attempts !== undefined && { attempts: JSON.stringify(attempts) as unknown as DebitAttempt[] }),
    updated_at: tx.now,
  }
  await rows(tx, build.updateTable('mandate_charges').set(change).where('id', '=', id))
}

const CHARGES_SHOWN = 12
/** With what its invoice still asks for. */
export interface ShownMandateCharge extends MandateChargeRow {
  is_owed: boolean
}

const selectShown = statement<ShownMandateCharge>(`
  select ${CHARGE_COLUMNS.map((column) => `c.${column}`).join(', ')}, exists (
    select from invoices i where i.id = c.invoice_id and i.status = 'sent' and i.payment_status <> 'paid') as is_owed
  from unnest($1::text[]) as asked (mandate_id) cross join lateral (
    select * from mandate_charges where mandate_charges.mandate_id = asked.mandate_id order by id desc limit ${CHARGES_SHOWN}
  ) c`)

/** The last charges of each mandate, newest first. */
export async function chargesOfMandates(
  db: Queryable,
  ids: readonly string[],
): Promise<(mandateId: string) => ShownMandateCharge[]> {
  const found = ids.length === 0 ? [] : await selectShown(db, ids)
  const byMandate = Map.groupBy(found, ({ mandate_id }) => mandate_id)
  return (mandateId) => byMandate.get(mandateId) ?? []
}

const selectTaken = statement(`
  select from mandate_charges
  where mandate_id = $1 and cycle = $2 and invoice_id <> $3
    and status in ${textList([...UNDER_WAY, 'paid'])}`)

/** Whether another invoice has the cycle's only charge. */
export async function isCycleTaken(
  db: Queryable,
  mandateId: string,
  cycle: number,
  invoiceId: string,
): Promise<boolean> {
  return (await selectTaken(db, mandateId, cycle, invoiceId)).length > 0
}
