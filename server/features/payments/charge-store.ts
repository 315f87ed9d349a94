// The SQL on charges and their payments, and the links of payers.
import { PAY_PATH } from '../../../contract/links.ts'
import type { ChargeStatus } from '../../../contract/payment-providers.ts'
import { type BankName, SIMULATED } from '../../../contract/payment-providers.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { PaymentMethod } from '../../../contract/wallet.ts'
import type { ReceivedPayment } from '../../adapters/banks/port.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { type Owner, ownerColumns, ownerOfRow } from '../../kernel/outbox/transaction.ts'
import { ERASED_FULL_NAME } from '../../kernel/values/erase-person.ts'
import type { LateColumns } from '../../kernel/values/late-charges.ts'
import { moveBy } from '../../kernel/values/state-table.ts'
import type { World } from '../world.ts'
import { CHARGE_MOVES, type ChargeTrigger } from './states.ts'

// The only SQL on charges and the payments of them.

export interface ChargeRow extends LateColumns {
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
  due_date: string | null
  status: ChargeStatus
  pix_copy_paste: string | null
  boleto_barcode: string | null
  receiver_name: string
  payer_name: string
  payer_document: string | null
  link_token: string
  /** Nobody's real money comes by it. */
  simulated: boolean
  expires_at: Date
  created_at: Date
  bank_reference: string | null
  boleto_our_number: string | null
  boleto_slip_url: string | null
  refusal: ChargeRefusal | null
}

/** Why a bank made no charge: it does not accept the payer's CPF or CNPJ, or something else. */
export type ChargeRefusal = 'payer' | 'bank'

const build = buildFor<{ charges: ChargeRow }>()

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
  'due_date',
  'fine_percent',
  'interest_percent',
  'status',
  'pix_copy_paste',
  'boleto_barcode',
  'receiver_name',
  'payer_name',
  'payer_document',
  'link_token',
  'simulated',
  'expires_at',
  'created_at',
  'bank_reference',
  'boleto_our_number',
  'boleto_slip_url',
  'refusal',
] as const satisfies (keyof ChargeRow)[]

const select = () => build.selectFrom('charges').select(COLUMNS)

export async function insertCharge(tx: Tx, charge: ChargeRow): Promise<void> {
  await rows(tx, build.insertInto('charges').values(charge))
}

/** A charge that was stored before its bank was asked is used as this; false where it was given up meanwhile. */
export async function takeUpCharge(tx: Tx, charge: ChargeRow): Promise<boolean> {
  const { from } = moveBy(CHARGE_MOVES, 'open')
  const used = build.updateTable('charges').set(charge).where('id', '=', charge.id)
  return (await rows(tx, used.where('status', 'in', from).returning('id'))).length > 0
}

export async function findCharge(db: Queryable, id: string): Promise<ChargeRow | undefined> {
  return firstRow(db, select().where('id', '=', id))
}

/** Notes why its bank did not make it, while it is still waited for. */
export async function noteRefusal(tx: Tx, id: string, refusal: ChargeRefusal | null): Promise<void> {
  const { from } = moveBy(CHARGE_MOVES, 'open')
  const noted = build.updateTable('charges').set({ refusal }).where('id', '=', id)
  await rows(tx, noted.where('status', 'in', from))
}

/** Of a real bank, whoever's it is. */
export async function findChargeByTxid(db: Queryable, txid: string): Promise<ChargeRow | undefined> {
  return firstRow(db, select().where('txid', '=', txid).where('provider', '<>', SIMULATED))
}

/** Whose charges these are. */
export async function ownersOfCharges(db: Queryable, txids: readonly string[]): Promise<Owner[]> {
  if (txids.length === 0) return []
  const found = build.selectFrom('charges').select(['team_id', 'mode']).distinct().where('txid', 'in', txids)
  return (await rows(db, found)).map(ownerOfRow)
}

export async function findChargeByLink(db: Queryable, token: string): Promise<ChargeRow | undefined> {
  return firstRow(db, select().where('link_token', '=', token))
}

/** The newest charge of something that is paid for, by this method; by PIX rather than by boleto if none is named. */
export async function findChargeOf(
  db: Queryable,
  owner: Owner,
  referenceId: string,
  method?: PaymentMethod,
): Promise<ChargeRow | undefined> {
  const all = select().where(({ and }) => and({ ...ownerColumns(owner), reference_id: referenceId }))
  const wanted = method === undefined ? all : all.where('method', '=', method)
  const pixFirst = wanted.orderBy(({ eb }) => eb('method', '=', 'pix'), 'desc')
  return firstRow(db, pixFirst.orderBy('id', 'desc').limit(1))
}

/**
 * The charge after a move; undefined where its state does not allow it. A payment is not such a move, as it has to be
 * counted too.
 */
export async function moveCharge(
  tx: Tx,
  id: string,
  trigger: Exclude<ChargeTrigger, 'pay'>,
  columns: Partial<ChargeRow> = {},
): Promise<ChargeRow | undefined> {
  const { from, to } = moveBy(CHARGE_MOVES, trigger)
  const moved = build
    .updateTable('charges')
    .set({ ...columns, status: to })
    .where('id', '=', id)
  return firstRow(tx, moved.where('status', 'in', from).returning(COLUMNS))
}

export type PaidCharge = Pick<ChargeRow, 'id' | 'provider' | 'provider_id' | 'simulated'>

const takePayment = statement<PaidCharge>(`
  with payment as (
    insert into charge_payments (charge_id, payment_id, amount_cents, paid_at, received_at)
    select $1, $2, $3, $4, $5 where exists (select from charges where id = $1 and team_id = $6 and mode = $7)
    on conflict do nothing
    returning charge_id
  )
  update charges set status = '${moveBy(CHARGE_MOVES, 'pay').to}' from payment
  where charges.id = payment.charge_id
  returning charges.id, charges.provider, charges.provider_id, charges.simulated`)

/** The charge, which is locked until the commit; undefined when this payment was counted before. */
export async function recordChargePayment(
  tx: Tx,
  chargeId: string,
  { id, amountCents, paidAt }: ReceivedPayment,
): Promise<PaidCharge | undefined> {
  const { teamId, mode } = tx.owner
  return (await takePayment(tx, chargeId, id, amountCents, paidAt, tx.now, teamId, mode))[0]
}

const lock = statement<PaidCharge>(`
  select id, provider, provider_id, simulated from charges where id = $1 for no key update`)

/** What is written about its payments is written by one after the other. */
export async function lockCharge(tx: Tx, id: string): Promise<PaidCharge> {
  return onlyRow(await lock(tx, id))
}

const selectSeveral = statement<ChargeRow>(`select ${COLUMNS.join(', ')} from charges where id = any($1)`)

/** Several at once. */
export async function findCharges(db: Queryable, ids: readonly string[]): Promise<ChargeRow[]> {
  return ids.length === 0 ? [] : selectSeveral(db, ids)
}

const selectOpen = statement<{ open: boolean }>(`
  select exists (
    select from charges
    where provider_id = $1
      and expires_at > $2::timestamptz - case method when 'boleto' then interval '5 days' else interval '0' end
      and status <> '${moveBy(CHARGE_MOVES, 'pay').to}') as open`)

/**
 * Whether a payment may still come through this provider: for a charge that ended after `since`, or has not yet. A
 * boleto that is paid on its last day is told of on the next business day, and holidays come in rows.
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

// Where the payer of a charge finds what to pay. The links cannot be guessed and need no key.

export function pageUrl(world: World, { link_token }: Pick<ChargeRow, 'link_token'>): string {
  return `${world.address.url}${PAY_PATH}/${link_token}`
}

export function qrCodeUrl(world: World, charge: Pick<ChargeRow, 'link_token'>): string {
  return `${pageUrl(world, charge)}/qrcode.svg`
}

/** A real bank prints its own, with all that ours does not know. */
export function boletoPdfUrl(
  world: World,
  charge: Pick<ChargeRow, 'link_token' | 'boleto_slip_url'>,
): string {
  return charge.boleto_slip_url ?? `${pageUrl(world, charge)}/boleto.pdf`
}
