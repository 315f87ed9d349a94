// The only SQL on payments that are held: taken in, and not credited until a person has looked at them.
import type { Mode } from '../../../contract/teams.ts'
import type { HeldReason, HeldStatus } from '../../../contract/wallet.ts'
import { buildFor, firstRow, type Queryable, rows, statement } from '../../kernel/db/db.ts'
import { countRows } from '../../kernel/db/lists.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { moveBy, statesThat } from '../../kernel/values/state-table.ts'
import { awaitsReview, HELD_MOVES, type HeldTrigger } from './held-payment-states.ts'

export interface HeldPaymentRow {
  id: string
  team_id: string
  mode: Mode
  recharge_id: string
  charge_id: string
  payment_id: string
  amount_cents: bigint
  reason: HeldReason
  status: HeldStatus
  paid_at: Date
  created_at: Date
  reviewed_at: Date | null
}

const build = buildFor<{ held_payments: HeldPaymentRow }>()

const COLUMNS = [
  'id',
  'team_id',
  'mode',
  'recharge_id',
  'charge_id',
  'payment_id',
  'amount_cents',
  'reason',
  'status',
  'paid_at',
  'created_at',
  'reviewed_at',
] as const satisfies (keyof HeldPaymentRow)[]

const select = () => build.selectFrom('held_payments').select(COLUMNS)

export async function findHeldPayment(db: Queryable, id: string): Promise<HeldPaymentRow | undefined> {
  return firstRow(db, select().where('id', '=', id))
}

/** By the payment; undefined where it was credited at once. */
export async function findHeldOf(
  db: Queryable,
  chargeId: string,
  paymentId: string,
): Promise<HeldPaymentRow | undefined> {
  return firstRow(db, select().where('charge_id', '=', chargeId).where('payment_id', '=', paymentId))
}

const AWAITING = statesThat(HELD_MOVES, awaitsReview)

/** Of all teams: those that wait for a person, or all there ever were; the oldest first. */
export async function listHeldPayments(
  db: Queryable,
  all: boolean,
  { limit, offset }: { limit: number; offset: number } = { limit: 1_000, offset: 0 },
): Promise<HeldPaymentRow[]> {
  const found = select().orderBy('id').limit(limit).offset(offset)
  return rows(db, all ? found : found.where('status', 'in', AWAITING))
}

export async function countHeldPayments(db: Queryable, all: boolean): Promise<number> {
  const held = build.selectFrom('held_payments')
  return countRows(db, all ? held : held.where('status', 'in', AWAITING))
}

const review = statement<HeldPaymentRow>(`
  update held_payments set status = $2, reviewed_at = $4 where id = $1 and status = any($3)
  returning ${COLUMNS.join(', ')}`)

/** The payment after it; undefined where somebody has decided before. */
export async function decideHeldPayment(
  tx: Tx,
  id: string,
  trigger: HeldTrigger,
): Promise<HeldPaymentRow | undefined> {
  const { from, to } = moveBy(HELD_MOVES, trigger)
  return (await review(tx, id, to, from, tx.now))[0]
}

export async function insertHeldPayment(tx: Tx, held: HeldPaymentRow): Promise<void> {
  await rows(tx, build.insertInto('held_payments').values(held))
}
