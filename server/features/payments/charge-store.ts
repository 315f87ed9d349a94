// The only SQL on charges and their payments.

import type { ColumnType, Insertable, Selectable, Updateable } from 'kysely'
import {
  type ChargeStatus,
  METHODS,
  PAYMENT_METHODS,
  type PaymentMethod,
} from '../../../contract/payment-methods.ts'
import { type BankName, SIMULATED } from '../../../contract/payment-providers.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { ReceivedPayment } from '../../adapters/banks/port.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement, textList } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { ERASED_FULL_NAME } from '../../kernel/values/erase-person.ts'
import type { LateColumns } from '../../kernel/values/late-charges.ts'
import { type Owner, ownerColumns, ownerOfRow } from '../../kernel/values/owner.ts'
import { moveBy, statesThat } from '../../kernel/values/state-table.ts'
import { CHARGE_MOVES, type ChargeTrigger, hasMoney } from './states.ts'

interface ChargesTable extends LateColumns {
  id: string
  team_id: string
  mode: Mode
  provider: BankName
  provider_id: string | null
  method: PaymentMethod
  purpose: 'recharge' | 'invoice'
  reference_id: string
  txid: string
  amount_cents: bigint
  late_cents: bigint
  /** For early payment: part of a fixed amount, or taken off by the bank of a charge with a due date. */
  discount_cents: bigint
  discount_until: string | null
  /** Of a charge of which the bank computes what is to be paid on a day. */
  due_date: string | null
  status: ChargeStatus
  /** Null until the bank has opened it. */
  instructions: ChargeInstructions | null
  /** The one that its invoice or recharge shows for its method. */
  is_current: boolean
  /** The fee of the bank, and the amount that reaches the team; null until the bank reports it. */
  fee_cents: bigint | null
  net_cents: bigint | null
  /** Attempts to pay that the payer's bank refused, oldest first. */
  refusals: ColumnType<PayerRefusal[], string, string>
  /** In how many instalments the payer pays; null until that is known. */
  instalment_count: number | null
  /** The most that the payer may choose on the bank's page; null unless it is paid by card. */
  instalments_max: number | null
  /** The fee of a card that the payer bears, part of the amount. */
  surcharge_cents: bigint
  card: PaidCard | null
  receiver_name: string
  payer_name: string
  payer_document: string | null
  link_token: string
  /** No real money comes by it. */
  simulated: boolean
  expires_at: Date
  created_at: Date
  updated_at: Date
  bank_reference: string | null
  refusal: ChargeRefusal | null
}

export type ChargeRow = Selectable<ChargesTable>

/** How a charge is paid, as its bank returned it. */
export interface ChargeInstructions {
  /** BR Code. */
  code?: string
  barcode?: string
  page_url?: string
  our_number?: string
  slip_url?: string
}

/** For receipts. */
export interface PaidCard {
  brand: string | null
  last_digits: string | null
}

export interface PayerRefusal {
  /** ISO 8601. */
  at: string
  reason: string
}

/** Why a bank made no charge: it does not accept the payer's CPF or CNPJ, or something else. */
export type ChargeRefusal = 'payer' | 'bank'

const build = buildFor<{ charges: ChargesTable }>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'provider',
  'provider_id',
  'method',
  'purpose',
  'reference_id',
  'txid',
  'amount_cents',
  'late_cents',
  'discount_cents',
  'discount_until',
  'due_date',
  'fine_percent',
  'interest_percent',
  'status',
  'instructions',
  'is_current',
  'fee_cents',
  'net_cents',
  'refusals',
  'instalment_count',
  'instalments_max',
  'surcharge_cents',
  'card',
  'receiver_name',
  'payer_name',
  'payer_document',
  'link_token',
  'simulated',
  'expires_at',
  'created_at',
  'updated_at',
  'bank_reference',
  'refusal',
] as const satisfies (keyof ChargeRow)[]

const select = () => build.selectFrom('charges').select(COLUMNS)

export async function insertCharge(tx: Tx, charge: ChargeRow): Promise<void> {
  await rows(tx, build.insertInto('charges').values(stored(charge)))
}

function stored({ refusals, ...charge }: ChargeRow): Insertable<ChargesTable> {
  return { ...charge, refusals: JSON.stringify(refusals) }
}

/** Fills in a charge that was stored before its bank was asked; false if it was abandoned meanwhile. */
export async function completeCharge(tx: Tx, charge: ChargeRow): Promise<boolean> {
  const { from } = moveBy(CHARGE_MOVES, 'open')
  const used = build.updateTable('charges').set(stored(charge)).where('id', '=', charge.id)
  return (await rows(tx, used.where('status', 'in', from).returning('id'))).length > 0
}

export async function findCharge(db: Queryable, id: string): Promise<ChargeRow | undefined> {
  return firstRow(db, select().where('id', '=', id))
}

/** Records why the bank opened no charge, while one is still awaited. */
export async function recordRefusal(tx: Tx, id: string, refusal: ChargeRefusal | null): Promise<void> {
  const { from } = moveBy(CHARGE_MOVES, 'open')
  const awaited = build.updateTable('charges').set({ refusal }).where('id', '=', id)
  await rows(tx, awaited.where('status', 'in', from))
}

/** A charge of a real bank, for any team. */
export async function findChargeByTxid(db: Queryable, txid: string): Promise<ChargeRow | undefined> {
  return firstRow(db, select().where('txid', '=', txid).where('provider', '<>', SIMULATED))
}

export async function ownersOfCharges(db: Queryable, txids: readonly string[]): Promise<Owner[]> {
  if (txids.length === 0) return []
  const found = build.selectFrom('charges').select(['team_id', 'mode']).distinct().where('txid', 'in', txids)
  return (await rows(db, found)).map(ownerOfRow)
}

export async function findChargeByLink(db: Queryable, token: string): Promise<ChargeRow | undefined> {
  return firstRow(db, select().where('link_token', '=', token))
}

const AT_BANKS = PAYMENT_METHODS.filter((method) => METHODS[method].confirmedBy === 'bank')

/** The newest charge of an invoice or recharge by this method; if none is named, of those at banks, Pix first. */
export async function findChargeOf(
  db: Queryable,
  owner: Owner,
  referenceId: string,
  method?: PaymentMethod,
): Promise<ChargeRow | undefined> {
  const all = select().where(({ and }) => and({ ...ownerColumns(owner), reference_id: referenceId }))
  const wanted = all.where('method', 'in', method === undefined ? AT_BANKS : [method])
  const pixFirst = wanted.orderBy(({ eb }) => eb('method', '=', 'pix'), 'desc')
  return firstRow(db, pixFirst.orderBy('id', 'desc').limit(1))
}

/** The charge after a move; undefined if its state does not allow it. `recordChargePayment` makes the move by a payment. */
export async function moveCharge(
  tx: Tx,
  id: string,
  trigger: Exclude<ChargeTrigger, 'pay'>,
  columns: Updateable<ChargesTable> = {},
): Promise<ChargeRow | undefined> {
  const { from, to } = moveBy(CHARGE_MOVES, trigger)
  const moved = build
    .updateTable('charges')
    .set({ ...columns, status: to, updated_at: tx.now })
    .where('id', '=', id)
  return firstRow(tx, moved.where('status', 'in', from).returning(COLUMNS))
}

export type PaidCharge = Pick<ChargeRow, 'id' | 'provider' | 'provider_id' | 'simulated'>

const insertPaidPayment = statement<PaidCharge>(`
  with payment as (
    insert into charge_payments (charge_id, payment_id, amount_cents, paid_at, received_at)
    select $1, $2, $3, $4, $5 where exists (select from charges where id = $1 and team_id = $6 and mode = $7)
    on conflict do nothing
    returning charge_id
  )
  update charges set status = '${moveBy(CHARGE_MOVES, 'pay').to}', updated_at = $5 from payment
  where charges.id = payment.charge_id
  returning charges.id, charges.provider, charges.provider_id, charges.simulated`)

/** The charge, locked until the commit; undefined if this payment was recorded before. */
export async function recordChargePayment(
  tx: Tx,
  chargeId: string,
  { id, amountCents, paidAt }: ReceivedPayment,
): Promise<PaidCharge | undefined> {
  const { teamId, mode } = tx.owner
  return (await insertPaidPayment(tx, chargeId, id, amountCents, paidAt, tx.now, teamId, mode))[0]
}

const forgetPayment = statement('delete from charge_payments where charge_id = $1 and payment_id = $2')

/** Takes back a payment that the agency confirmed by mistake. Its code is not shown again. */
export async function forgetChargePayment(tx: Tx, id: string, paymentId: string): Promise<void> {
  await forgetPayment(tx, id, paymentId)
  await moveCharge(tx, id, 'unpay')
}

const selectRecorded = statement<{ charge_id: string; payment_id: string; received_at: Date }>(`
  select charge_id, payment_id, received_at from charge_payments
  where charge_id in (select id from charges where team_id = $1 and mode = $2 and reference_id = $3)`)

/** The payments of all charges of an invoice or recharge. */
export async function recordedPayments(
  db: Queryable,
  { team_id, mode, reference_id }: Pick<ChargeRow, 'team_id' | 'mode' | 'reference_id'>,
): Promise<{ charge_id: string; payment_id: string; received_at: Date }[]> {
  return selectRecorded(db, team_id, mode, reference_id)
}

const lock = statement<PaidCharge>(`
  select id, provider, provider_id, simulated from charges where id = $1 for no key update`)

/** Transactions that write about payments of one charge run one after the other. */
export async function lockCharge(tx: Tx, id: string): Promise<PaidCharge> {
  return onlyRow(await lock(tx, id))
}

/** A charge that its invoice shows, with the days on which its money reaches the team. */
export interface ShownCharge extends ChargeRow {
  instalments: InstalmentRow[]
}

export interface InstalmentRow {
  charge_id: string
  number: number
  amount_cents: bigint
  net_cents: bigint
  settles_on: string | null
  settled_at: Date | null
}

const selectShown = statement<ChargeRow>(`
  select ${COLUMNS.join(', ')} from charges
  where reference_id = any($1)
    and (is_current or status in ${textList(statesThat(CHARGE_MOVES, hasMoney))} or refusals <> '[]')
  order by id`)

const selectInstalments = statement<InstalmentRow>(`
  select charge_id, number, amount_cents, net_cents, settles_on, settled_at
  from charge_instalments where charge_id = any($1) order by charge_id, number`)

/** The charges of invoices that may be paid, have brought money or were refused, oldest first. */
export async function shownChargesOf(
  db: Queryable,
  referenceIds: readonly string[],
): Promise<Map<string, ShownCharge[]>> {
  if (referenceIds.length === 0) return new Map()
  const found = await selectShown(db, referenceIds)
  // Only what a bank has settled has them.
  const settled = found.filter(({ net_cents }) => net_cents !== null).map(({ id }) => id)
  const all = settled.length === 0 ? [] : await selectInstalments(db, settled)
  const instalments = Map.groupBy(all, ({ charge_id }) => charge_id)
  const shown = found.map((charge) => ({ ...charge, instalments: instalments.get(charge.id) ?? [] }))
  return Map.groupBy(shown, ({ reference_id }) => reference_id)
}

/** The instalments of a charge, in order. */
export async function instalmentsOf(db: Queryable, chargeId: string): Promise<InstalmentRow[]> {
  return selectInstalments(db, [chargeId])
}

const countCards = statement<{ count: number }>(`
  select count(*)::int as count from charges where reference_id = $1 and method = 'card' and created_at > $2`)

/** How many charges by card were opened for an invoice. */
export async function cardChargesSince(db: Queryable, referenceId: string, since: Date): Promise<number> {
  return onlyRow(await countCards(db, referenceId, since)).count
}

const unset = statement('update charges set is_current = false, updated_at = $2 where id = $1')

/** Another charge takes its place, or none. */
export async function unsetCurrent(tx: Tx, id: string): Promise<void> {
  await unset(tx, id, tx.now)
}

const selectSeveral = statement<ChargeRow>(`select ${COLUMNS.join(', ')} from charges where id = any($1)`)

export async function findCharges(db: Queryable, ids: readonly string[]): Promise<ChargeRow[]> {
  return ids.length === 0 ? [] : selectSeveral(db, ids)
}

const SLIPS = PAYMENT_METHODS.filter((method) => METHODS[method].terms === 'slip')

const selectOpen = statement<{ open: boolean }>(`
  select exists (
    select from charges
    where provider_id = $1
      and expires_at > $2::timestamptz
        - case when method in ${textList(SLIPS)} then interval '5 days' else interval '0' end
      and status in ${textList(statesThat(CHARGE_MOVES, (charge) => !hasMoney(charge)))}) as open`)

/**
 * Whether a payment may still come through this provider, for a charge that ended after `since` or is still open.
 * A bank reports a boleto that was paid on its last day on the next business day, which holidays may delay.
 */
export async function mayBePaid(db: Queryable, providerId: string, since: Date): Promise<boolean> {
  return onlyRow(await selectOpen(db, providerId, since)).open
}

const blankPayers = statement(
  `update charges set payer_name = $2, payer_document = null where reference_id = any($1)`,
)

export async function forgetPayers(tx: Tx, referenceIds: readonly string[]): Promise<void> {
  await blankPayers(tx, referenceIds, ERASED_FULL_NAME)
}

export interface PaidPayment {
  charge_id: string
  payment_id: string
  amount_cents: bigint
}

const selectLast = statement<PaidPayment>(`
  select charge_id, payment_id, charge_payments.amount_cents
  from charges join charge_payments on charge_payments.charge_id = charges.id
  where reference_id = $1 and team_id = $2 and mode = $3
  order by received_at desc, charge_id desc limit 1`)

/** The last payment of an invoice or recharge. */
export async function lastPaymentOf(
  db: Queryable,
  { teamId, mode }: Owner,
  referenceId: string,
): Promise<PaidPayment | undefined> {
  return (await selectLast(db, referenceId, teamId, mode))[0]
}

const sumPayments = statement<{ cents: bigint | null; paid_at: Date | null }>(
  'select sum(amount_cents)::bigint as cents, max(paid_at) as paid_at from charge_payments where charge_id = $1',
)

/** The sum paid by a charge, and the time of the last payment; null if nothing was paid. */
export async function paidByCharge(
  db: Queryable,
  id: string,
): Promise<{ cents: bigint; paidAt: Date } | null> {
  const { cents, paid_at } = onlyRow(await sumPayments(db, id))
  return cents === null || paid_at === null ? null : { cents, paidAt: paid_at }
}
