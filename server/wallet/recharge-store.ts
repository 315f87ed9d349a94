// The only SQL on recharges.
import type { Mode } from '../../contract/teams.ts'
import type { PaymentMethod, RechargeStatus } from '../../contract/wallet.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement } from '../base/database/db.ts'
import { given, newestFirst } from '../base/database/lists.ts'
import { textList } from '../base/database/text-list.ts'
import type { Cents } from '../base/values/money.ts'
import type { Listing, Page } from '../base/values/pages.ts'
import { type Owner, ownerColumns } from '../outbox/owner.ts'
import type { Tx } from '../outbox/transaction.ts'
import type { ReceivedPayment } from '../outside/banks/port.ts'
import { paymentValues, TAKE_PAYMENT } from '../payments/charge-store.ts'
import { isOfItsDay, RECHARGE_MOVES } from '../rules/recharge-states.ts'
import { moveBy, statesThat } from '../rules/state-table.ts'

export interface RechargeRow {
  id: string
  team_id: string
  mode: Mode
  amount_cents: bigint
  payment_method: PaymentMethod
  status: RechargeStatus
  charge_id: string
  day: string
  paid_cents: bigint | null
  paid_at: Date | null
  transaction_id: string | null
  created_at: Date
}

const build = buildFor<{ recharges: RechargeRow }>()

const NAMES = [
  'id',
  'team_id',
  'mode',
  'amount_cents',
  'payment_method',
  'status',
  'charge_id',
  'day',
  'paid_cents',
  'paid_at',
  'transaction_id',
  'created_at',
] as const satisfies (keyof RechargeRow)[]
const COLUMNS = NAMES.join(', ')

export async function insertRecharge(tx: Tx, recharge: RechargeRow): Promise<void> {
  await rows(tx, build.insertInto('recharges').values(recharge))
}

const recharges = (owner: Owner) =>
  build
    .selectFrom('recharges')
    .select(NAMES)
    .where(({ and }) => and(ownerColumns(owner)))

export async function findRecharge(
  db: Queryable,
  owner: Owner,
  id: string,
): Promise<RechargeRow | undefined> {
  return firstRow(db, recharges(owner).where('id', '=', id))
}

export async function listRecharges(
  db: Queryable,
  owner: Owner,
  filter: { status: RechargeStatus | undefined },
  page: Page,
): Promise<Listing<RechargeRow>> {
  const found = recharges(owner).where(({ and }) => and(given(filter)))
  return newestFirst(db, found, page)
}

const lockWallet = statement<{ name: string; time_zone: string }>(`
  select teams.name, teams.time_zone from wallets join teams on teams.id = wallets.team_id
  where wallets.team_id = $1 and wallets.mode = $2
  for no key update of wallets`)

/** The team, with its wallet locked: its recharges are made one after the other, so that the day's limit holds. */
export async function lockTeamWallet(tx: Tx): Promise<{ name: string; time_zone: string }> {
  return onlyRow(await lockWallet(tx, tx.owner.teamId, tx.owner.mode))
}

const sumOfDay = statement<{ cents: bigint }>(`
  select coalesce(sum(amount_cents), 0)::bigint as cents from recharges
  where team_id = $1 and mode = $2 and day = $3
    and status in ${textList(statesThat(RECHARGE_MOVES, isOfItsDay))}`)

export async function rechargedOn(tx: Tx, day: string): Promise<Cents> {
  return onlyRow(await sumOfDay(tx, tx.owner.teamId, tx.owner.mode, day)).cents
}

const PAYMENT = moveBy(RECHARGE_MOVES, 'payment')

const complete = statement<RechargeRow & { moved: boolean }>(`${TAKE_PAYMENT}, moved as (
    update recharges set status = '${PAYMENT.to}', paid_cents = payment.amount_cents, paid_at = payment.paid_at,
      transaction_id = $8
    from charge, payment where recharges.charge_id = charge.id and recharges.status = any($9)
    returning ${NAMES.map((name) => `recharges.${name}`).join(', ')}
  )
  select true as moved, ${COLUMNS} from moved
  union all
  select false, ${COLUMNS} from recharges
  where charge_id = (select id from charge) and not exists (select from moved)`)

/**
 * Takes a payment in: the charge is paid and the recharge completed. `moved` is false where it was completed before and
 * this is another payment of it; undefined where this very payment was taken in before.
 */
export async function completeRecharge(
  tx: Tx,
  chargeId: string,
  payment: ReceivedPayment,
  transactionId: string,
): Promise<(RechargeRow & { moved: boolean }) | undefined> {
  return (await complete(tx, ...paymentValues(tx, chargeId, payment), transactionId, PAYMENT.from))[0]
}

const move = statement<RechargeRow>(`
  update recharges set status = $2 where id = $1 and status = any($3) returning ${COLUMNS}`)

/** Undefined where it is in none of the states. */
export async function setRechargeStatus(
  tx: Tx,
  id: string,
  from: readonly RechargeStatus[],
  to: RechargeStatus,
): Promise<RechargeRow | undefined> {
  return (await move(tx, id, to, from))[0]
}
