// The only SQL on recharges.
import { RECHARGE_DAY_CENTS_MAX, RECHARGE_EXCESS_PART } from '../../../contract/limits.ts'
import type { RechargeMethod } from '../../../contract/payment-methods.ts'
import type { References, ReferencesFilter } from '../../../contract/references.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { HeldReason, RechargeStatus } from '../../../contract/wallet.ts'
import type { ReceivedPayment } from '../../adapters/banks/port.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement, textList } from '../../kernel/db/db.ts'
import { given, newestFirst } from '../../kernel/db/lists.ts'
import { idsReferenced } from '../../kernel/db/references.ts'
import { totalOf } from '../../kernel/outbox/list-counts.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import type { Times } from '../../kernel/values/dates.ts'
import type { Cents } from '../../kernel/values/money.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { moveBy, statesThat } from '../../kernel/values/state-table.ts'
import type { Team } from '../teams/store.ts'
import { isOfItsDay, isPending, RECHARGE_MOVES } from './states.ts'

export interface RechargeRow extends References {
  id: string
  team_id: string
  mode: Mode
  amount_cents: bigint
  payment_method: RechargeMethod
  status: RechargeStatus
  charge_id: string
  day: string
  paid_cents: bigint | null
  paid_at: Date | null
  transaction_id: string | null
  credited_cents: bigint
  held_cents: bigint
  created_at: Date
  updated_at: Date
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
  'credited_cents',
  'held_cents',
  'metadata',
  'external_reference',
  'created_at',
  'updated_at',
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
  {
    filter: { status, references },
    page,
    times,
  }: {
    readonly filter: { status: RechargeStatus | undefined; references: ReferencesFilter | undefined }
    readonly page: Page
    readonly times: Times
  },
): Promise<Listing<RechargeRow>> {
  const found = recharges(owner).where(({ and }) => and(given({ status })))
  if (references !== undefined) {
    const named = found.where('id', '=', idsReferenced('recharges', owner, references))
    return newestFirst(db, named, { page, times })
  }
  const total = () => totalOf(db, owner, 'recharges', (bucket) => (status ?? bucket) === bucket)
  return newestFirst(db, found, { page, total, times })
}

const lockWallet = statement<Pick<Team, 'name' | 'time_zone' | 'tax_id'>>(`
  select teams.name, teams.time_zone, teams.tax_id from wallets join teams on teams.id = wallets.team_id
  where wallets.team_id = $1 and wallets.mode = $2
  for no key update of wallets`)

/** Locks the wallet, so that recharges of a team run one after the other and the day's limit holds. */
export async function lockTeamWallet(tx: Tx): Promise<Pick<Team, 'name' | 'time_zone' | 'tax_id'>> {
  return onlyRow(await lockWallet(tx, tx.owner.teamId, tx.owner.mode))
}

const sumOfDay = statement<{ cents: bigint }>(`
  with asked as (
    select coalesce(sum(amount_cents), 0) as all_cents,
      coalesce(sum(amount_cents) filter (where status in ${textList(statesThat(RECHARGE_MOVES, isPending))}), 0)
        as pending_cents
    from recharges where team_id = $1 and mode = $2 and day = $3
      and status in ${textList(statesThat(RECHARGE_MOVES, isOfItsDay))}
  ), credited as (
    select coalesce(sum(credited_cents), 0) as cents from recharge_days where team_id = $1 and mode = $2 and day = $3
  )
  select greatest(all_cents, pending_cents + credited.cents)::bigint as cents from asked, credited`)

/** The amount that counts for a day: its recharges, and all credits of that day, late payments included. */
export async function rechargedOn(tx: Tx, day: string): Promise<Cents> {
  return onlyRow(await sumOfDay(tx, tx.owner.teamId, tx.owner.mode, day)).cents
}

export interface JudgedRecharge {
  recharge: RechargeRow
  /** False if it was completed before, and this is another payment. */
  moved: boolean
  /** Why the payment is held and the recharge was not moved; null if the payment is credited. */
  reason: HeldReason | null
}

const PAYMENT = moveBy(RECHARGE_MOVES, 'payment')

/** The caller has locked the charge, so the recharge cannot change meanwhile. The credit locks the row of the day. */
const complete = statement<RechargeRow & Omit<JudgedRecharge, 'recharge'>>(`
  with judged as (
    select id, status, case
        when $6 then null
        when not $7 then 'untrusted_bank'
        when credited_cents + $2 > amount_cents + amount_cents / ${RECHARGE_EXCESS_PART} then 'exceeds_amount'
      end as reason
    from recharges where charge_id = $1
  ), credited as (
    insert into recharge_days (team_id, mode, day, credited_cents)
    select wallets.team_id, wallets.mode, ($5::timestamptz at time zone teams.time_zone)::date, $2
    from judged, wallets join teams on teams.id = wallets.team_id
    where wallets.team_id = $8 and wallets.mode = $9 and judged.reason is null
      and ($6 or $2 <= ${RECHARGE_DAY_CENTS_MAX})
    on conflict (team_id, mode, day) do update
      set credited_cents = recharge_days.credited_cents + excluded.credited_cents
      where $6 or recharge_days.credited_cents + excluded.credited_cents <= ${RECHARGE_DAY_CENTS_MAX}
    returning credited_cents
  ), moved as (
    update recharges set status = '${PAYMENT.to}', credited_cents = recharges.credited_cents + $2,
      paid_cents = coalesce(paid_cents, $2), paid_at = coalesce(paid_at, $3),
      transaction_id = coalesce(transaction_id, $4), updated_at = $5
    from judged where recharges.id = judged.id and exists (select from credited)
    returning judged.status <> '${PAYMENT.to}' as moved, ${NAMES.map((name) => `recharges.${name}`).join(', ')}
  )
  select moved, null as reason, ${COLUMNS} from moved
  union all
  select false, coalesce(judged.reason, 'exceeds_day_limit'), ${NAMES.map((name) => `recharges.${name}`).join(', ')}
  from judged join recharges using (id) where not exists (select from moved)`)

/** Judges a payment that was just recorded: completes the recharge, or returns a reason to hold the payment. */
export async function completeRecharge(
  tx: Tx,
  chargeId: string,
  { amountCents, paidAt }: Pick<ReceivedPayment, 'amountCents' | 'paidAt'>,
  { lineId, isAccepted, isTrusted }: { lineId: string; isAccepted: boolean; isTrusted: boolean },
): Promise<JudgedRecharge> {
  const { teamId, mode } = tx.owner
  const values = [chargeId, amountCents, paidAt, lineId, tx.now, isAccepted, isTrusted, teamId, mode]
  const { moved, reason, ...recharge } = onlyRow(await complete(tx, ...values))
  return { recharge, moved, reason }
}

const addHeld = statement(`update recharges set held_cents = held_cents + $2, updated_at = $3 where id = $1`)

/** Changes the amount that waits for a review. */
export async function changeHeld(tx: Tx, id: string, byCents: Cents): Promise<void> {
  await addHeld(tx, id, byCents, tx.now)
}

const move = statement<RechargeRow>(`
  update recharges set status = $2, updated_at = $4 where id = $1 and status = any($3) returning ${COLUMNS}`)

/** Undefined if the recharge is in none of the states. */
export async function setRechargeStatus(
  tx: Tx,
  id: string,
  from: readonly RechargeStatus[],
  to: RechargeStatus,
): Promise<RechargeRow | undefined> {
  return (await move(tx, id, to, from, tx.now))[0]
}
