// Moves mandates and their debits between states, with events, audit entries and the jobs that follow.
import type {
  DebitAttempt,
  MandateChargeStatus,
  MandateEnder,
  MandateObstacle,
  MandateStatus,
} from '../../../contract/mandate-states.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { record } from '../../kernel/outbox/audit.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { rowOf } from '../../kernel/values/state-table.ts'
import { emit } from '../events/emit.ts'
import { withdraw } from '../invoices/charges.ts'
import { notifyAgency } from '../news/jobs.ts'
import { findCharge } from '../payments/charge-store.ts'
import { hasMoney } from '../payments/states.ts'
import { endMandateJob, scheduleInvoiceMandate } from './jobs.ts'
import { isLive, isUnderWay, MANDATE_CHARGE_MOVES, MANDATE_MOVES } from './states.ts'
import {
  chargesUnderWay,
  lockMandateCharge,
  type MandateChargeRow,
  type MandateRow,
  updateMandate,
  updateMandateCharge,
} from './store.ts'
import { viewIn } from './view.ts'

export interface Ending {
  by: MandateEnder | null
  reason: string | null
  /** The bank does not know it yet. */
  isOurs?: boolean
}

const NO_ENDING: Ending = { by: null, reason: null }

/** An offer or a mandate whose time is over. */
export const RUN_OUT: Ending = { by: null, reason: null, isOurs: true }

/** The mandate after the move, which the transaction has locked; a move that its state does not allow changes nothing. */
export async function moveMandate(
  tx: Tx,
  mandate: MandateRow,
  status: MandateStatus,
  { by, reason, isOurs = by === 'agency' || by === 'client' }: Ending = NO_ENDING,
): Promise<MandateRow> {
  const { to, emits } = rowOf(MANDATE_MOVES, mandate.status, status)
  if (to === null || to === mandate.status) return mandate
  const isOver = !isLive({ status: to })
  const end_unconfirmed = isOurs && mandate.provider !== SIMULATED
  const columns = isOver
    ? { ended_at: tx.now, ended_by: by, end_reason: reason, end_unconfirmed }
    : { accepted_at: tx.now }
  const moved = (await updateMandate(tx, mandate.id, { status: to, ...columns })) ?? mandate
  record(tx, {
    topic: 'records',
    object: 'mandate',
    objectId: mandate.id,
    about: mandate.recurring_invoice_id,
    before: { status: mandate.status },
    after: { status: to, ...(isOver && { ended_by: by }) },
  })
  for (const type of emits) {
    const eventId = emit(tx, type, await viewIn(tx, moved))
    // Acts of the agency itself, and offers that were not accepted, are no news.
    if (isOver && by !== 'agency' && to !== 'expired' && mandate.accepted_at !== null)
      notifyAgency(tx, type, eventId)
  }
  if (isOver) await releaseMandate(tx, moved)
  return moved
}

/** Its debits are withdrawn, and their invoices paid like any other; so is the code of an offer. */
async function releaseMandate(tx: Tx, mandate: MandateRow): Promise<void> {
  if (mandate.end_unconfirmed) scheduleEnd(tx, mandate)
  for (const { invoice_id } of await chargesUnderWay(tx, tx.owner, mandate.id))
    scheduleInvoiceMandate(tx, invoice_id)
  if (mandate.accepted_at !== null) return
  const charge = await findCharge(tx, mandate.first_charge_id)
  if (charge !== undefined && !hasMoney(charge)) await withdraw(tx, charge)
}

export function scheduleEnd(tx: Tx, { id }: Pick<MandateRow, 'id'>): void {
  schedule(tx, endMandateJob, { at: tx.now, key: `${id}@${tx.now.getTime()}`, payload: { mandate_id: id } })
}

type DebitTrigger = (typeof MANDATE_CHARGE_MOVES)['triggers'][number]

/** Null if the state of the debit does not allow the move. */
export async function moveDebit(
  tx: Tx,
  mandate: MandateRow,
  id: string,
  trigger: DebitTrigger,
  columns: { obstacle?: MandateObstacle | null; attempts?: DebitAttempt[] } = {},
): Promise<MandateChargeRow | null> {
  const debit = await lockMandateCharge(tx, id)
  if (debit === undefined) return null
  const { to, emits } = rowOf(MANDATE_CHARGE_MOVES, debit.status, trigger)
  if (to === null) return null
  const attempts = attemptsAfter(columns.attempts ?? debit.attempts, to)
  await updateMandateCharge(tx, id, { status: to, ...columns, attempts })
  const moved = { ...debit, ...columns, attempts, status: to, updated_at: tx.now }
  recordDebit(tx, debit, moved)
  for (const type of emits) await emitDebit(tx, mandate, type)
  return moved
}

/** The attempt that awaited its day ends with its debit. */
function attemptsAfter(attempts: readonly DebitAttempt[], status: MandateChargeStatus): DebitAttempt[] {
  const awaited = isUnderWay({ status }) ? 'scheduled' : status === 'paid' ? 'paid' : 'cancelled'
  return attempts.map((one) => (one.status === 'scheduled' ? { ...one, status: awaited } : one))
}

export function recordDebit(tx: Tx, before: MandateChargeRow | null, after: MandateChargeRow): void {
  if (before?.status === after.status) return
  record(tx, {
    topic: 'money',
    object: 'mandate',
    objectId: after.mandate_id,
    about: after.invoice_id,
    before: before && { debit: before.status },
    after: { debit: after.status, amount: formatAmount(after.amount_cents), obstacle: after.obstacle },
  })
}

export async function emitDebit(
  tx: Tx,
  mandate: MandateRow,
  type: 'mandate.debit_failed' | MandateEvent,
): Promise<void> {
  notifyAgency(tx, type, emit(tx, type, await viewIn(tx, mandate)))
}

type MandateEvent = (typeof MANDATE_MOVES)['rows'][number]['emits'][number]
