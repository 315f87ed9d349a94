// Payments that are not credited until the operator has reviewed them: SQL, public JSON and the hold itself.
import type { HeldPaymentOfTeam } from '../../../contract/installation.ts'
import type { Mode } from '../../../contract/teams.ts'
import type { HeldPayment, HeldReason, HeldStatus } from '../../../contract/wallet.ts'
import type { ReceivedPayment } from '../../adapters/banks/port.ts'
import { buildFor, firstRow, onlyRow, type Queryable, rows, statement, textList } from '../../kernel/db/db.ts'
import { type Order, readPage } from '../../kernel/db/lists.ts'
import { type Change, record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { type Owner, ownerColumns } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { moveBy, statesThat } from '../../kernel/values/state-table.ts'
import { emit } from '../events/emit.ts'
import type { World } from '../world.ts'
import { changeHeld, type RechargeRow } from './recharge-store.ts'
import { awaitsReview, HELD_MOVES, type HeldTrigger } from './states.ts'

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

/** Undefined if the payment was credited at once. */
export async function findHeldOf(
  db: Queryable,
  chargeId: string,
  paymentId: string,
): Promise<HeldPaymentRow | undefined> {
  return firstRow(db, select().where('charge_id', '=', chargeId).where('payment_id', '=', paymentId))
}

const AWAITING = statesThat(HELD_MOVES, awaitsReview)

/** Of every team, oldest first: those that wait for a review, or all. */
export async function listHeldPayments(
  db: Queryable,
  all: boolean,
  page: Page,
): Promise<Listing<HeldPaymentRow>> {
  return readPage(db, all ? select() : select().where('status', 'in', AWAITING), { order: OLDEST, page })
}

const OLDEST: Order<HeldPaymentRow> = { by: ['id'], direction: 'asc', keyOf: ({ id }) => [id] }

const sumHeld = statement<{ cents: bigint }>(`
  select coalesce(sum(amount_cents), 0)::bigint as cents from held_payments
  where team_id = $1 and mode = $2 and status in ${textList(AWAITING)}`)

/** What of a team waits for a review. */
export async function heldCentsOf(db: Queryable, { teamId, mode }: Owner): Promise<Cents> {
  return onlyRow(await sumHeld(db, teamId, mode)).cents
}

const review = statement<HeldPaymentRow>(`
  update held_payments set status = $2, reviewed_at = $4 where id = $1 and status = any($3)
  returning ${COLUMNS.join(', ')}`)

/** The payment after the decision; undefined if it was decided before. */
export async function decideHeldPayment(
  tx: Tx,
  id: string,
  trigger: HeldTrigger,
): Promise<HeldPaymentRow | undefined> {
  const { from, to } = moveBy(HELD_MOVES, trigger)
  return (await review(tx, id, to, from, tx.now))[0]
}

async function insertHeldPayment(tx: Tx, held: HeldPaymentRow): Promise<void> {
  await rows(tx, build.insertInto('held_payments').values(held))
}

function heldPaymentView(held: HeldPaymentRow): HeldPayment {
  return {
    id: held.id,
    recharge_id: held.recharge_id,
    payment_id: held.payment_id,
    amount: formatAmount(held.amount_cents),
    currency: 'BRL',
    status: held.status,
    reason: held.reason,
    paid_at: isoTimestamp(held.paid_at),
    created_at: isoTimestamp(held.created_at),
  }
}

export function heldPaymentOfTeamView(held: HeldPaymentRow): HeldPaymentOfTeam {
  const { team_id, mode, reviewed_at } = held
  return { ...heldPaymentView(held), team_id, mode, reviewed_at: reviewed_at && isoTimestamp(reviewed_at) }
}

/** For the audit log; `before` is null when the payment is held, and set when it is reviewed. */
export function heldPaymentChange(before: HeldPaymentRow | null, after: HeldPaymentRow): Change {
  const { payment_id, reason, status } = after
  const amount = formatAmount(after.amount_cents)
  return {
    ...auditedObject(after),
    before: before && { status: before.status },
    after: before ? { status, amount } : { status, amount, payment_id, reason },
  }
}

/** For the audit log: a held payment was returned to its payer, before or after the review. */
export function heldReturnChange(held: HeldPaymentRow, before: Cents, after: Cents): Change {
  return {
    ...auditedObject(held),
    before: { returned_amount: formatAmount(before) },
    after: { returned_amount: formatAmount(after) },
  }
}

function auditedObject({ id, recharge_id }: HeldPaymentRow) {
  return { topic: 'money', object: 'held_payment', objectId: id, about: recharge_id } as const
}

export async function holdPayment(
  world: World,
  tx: Tx,
  {
    recharge,
    payment,
    reason,
  }: { readonly recharge: RechargeRow; readonly payment: ReceivedPayment; readonly reason: HeldReason },
): Promise<RechargeRow> {
  const { to: status, emits } = HELD_MOVES.begins.hold
  const paid = { payment_id: payment.id, amount_cents: payment.amountCents, paid_at: payment.paidAt }
  const subject = { recharge_id: recharge.id, charge_id: recharge.charge_id, reason, status }
  const id = tx.newId('heldPayment')
  const whose = { ...ownerColumns(tx.owner), created_at: tx.now, reviewed_at: null }
  const held: HeldPaymentRow = { id, ...whose, ...subject, ...paid }
  await insertHeldPayment(tx, held)
  record(tx, heldPaymentChange(null, held))
  await changeHeld(tx, recharge.id, payment.amountCents)
  for (const type of emits) emit(tx, type, heldPaymentView(held))
  const facts = { held: held.id, team: held.team_id, mode: held.mode, recharge: recharge.id, reason }
  world.log.warn(facts, 'a payment is held; see "npx embarque payments review"')
  return { ...recharge, held_cents: recharge.held_cents + payment.amountCents }
}
