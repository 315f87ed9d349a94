// Follows mandates at their banks: reads them back after a hint and regularly, and notifies banks of mandates that ended.
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { type BankMandate, isAbsent } from '../../adapters/banks/port.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE, dateIn, dayEnd } from '../../kernel/values/dates.ts'
import { applyVerdictToInvoice } from '../invoices/payments.ts'
import { connectedBank } from '../payments/banks.ts'
import { findCharge } from '../payments/charge-store.ts'
import { hasMoney, isPayable } from '../payments/states.ts'
import type { World } from '../world.ts'
import { askedAgain, BankSilent } from './bank-silent.ts'
import type * as jobs from './jobs.ts'
import {
  endMandateJob,
  expireOfferJob,
  followMandateJob,
  scheduleEndMandates,
  scheduleInvoiceMandate,
} from './jobs.ts'
import { moveMandate, RUN_OUT } from './moves.ts'
import { isActive, isLive, isOffered } from './states.ts'
import {
  awaitsDebit,
  chargesUnderWay,
  findMandate,
  liveMandatesOf,
  lockMandate,
  type MandateRow,
  updateMandate,
} from './store.ts'

const HOUR_MS = 3_600_000
/** An offer is answered within days; an active mandate is read before each charge too. */
const LOOK_AGAIN_MS = { created: HOUR_MS, active: 24 * HOUR_MS } as const
/** A debit on the last day may be tried again for a week. */
const DAYS_AFTER_END = 10

/** At the simulated bank only the last day ends a mandate by itself. */
export function scheduleFollow(tx: Tx, mandate: MandateRow): void {
  if (!isLive(mandate)) return
  const waitMs = isActive(mandate) ? LOOK_AGAIN_MS.active : LOOK_AGAIN_MS.created
  const next = new Date(tx.now.getTime() + waitMs)
  const at = mandate.provider === SIMULATED ? afterLastDay(mandate, next) : next
  if (at === null) return
  schedule(tx, followMandateJob, {
    at,
    key: `${mandate.id}@${at.getTime()}`,
    payload: { mandate_id: mandate.id },
  })
}

export async function followMandate(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.followMandateJob>,
): Promise<void> {
  const mandate = await findMandate(world.pool, scope.owner, payload.mandate_id)
  if (mandate === undefined || !isLive(mandate)) return
  const read = await readMandate(world, scope, mandate)
  if (read === 'unknown' && payload.hint !== undefined) throw new Error('the bank did not report the mandate')
  await transaction(world, last, async (tx) => {
    const now = (await lockMandate(tx, mandate.id)) ?? mandate
    const ended = isActive(now) && (await isOver(tx, now))
    const after = ended ? await moveMandate(tx, now, 'expired', RUN_OUT) : now
    if (payload.hint === undefined) scheduleFollow(tx, after)
  })
}

/** Applies what the bank reports about the mandate. Returns it as it is then. */
export async function readMandate(
  world: World,
  scope: Scope,
  mandate: MandateRow,
): Promise<MandateRow | 'unknown'> {
  const { bank_id } = mandate
  const chosen = await connectedBank(world, mandate)
  if (bank_id === null || chosen?.bank.mandates === undefined || mandate.provider === SIMULATED)
    return mandate
  // The first charge first, so that an accepted mandate is never followed by the end of its offer.
  if (isOffered(mandate)) await readFirstCharge(world, scope, mandate)
  const read = await chosen.bank.mandates.read(bank_id)
  if (read.outcome !== 'confirmed') {
    world.log.warn(
      { provider: mandate.provider_id, mandate: mandate.id, reason: read.reason },
      'mandate not read',
    )
    return 'unknown'
  }
  return transaction(world, aside(scope), (tx) => applyBankMandate(tx, mandate.id, read.value))
}

/** Some banks report its payment with the mandate alone. */
async function readFirstCharge(world: World, scope: Scope, mandate: MandateRow): Promise<void> {
  const charge = await findCharge(world.pool, mandate.first_charge_id)
  const chosen = await connectedBank(world, mandate)
  if (charge === undefined || chosen === null || !isPayable(charge)) return
  const verdict = await chosen.bank.read(charge.txid, charge.bank_reference)
  if (verdict.outcome === 'confirmed' && verdict.value.status === 'paid')
    await applyVerdictToInvoice(world, scope, charge, verdict.value)
}

async function applyBankMandate(
  tx: Tx,
  id: string,
  { status, ending }: Pick<BankMandate, 'status' | 'ending'>,
): Promise<MandateRow> {
  const mandate = await lockMandate(tx, id)
  if (mandate === undefined) throw new Error(`no mandate ${id}`)
  // A bank that skips a state was accepted and cancelled between two readings.
  return moveMandate(tx, mandate, status, {
    by: ending?.by ?? null,
    reason: ending?.reason ?? ending?.code ?? null,
  })
}

/** Runs when the first charge ends: an offer that was not accepted by then ends too. */
export async function expireOffer(world: World, task: TaskOf<typeof jobs.expireOfferJob>): Promise<void> {
  const { payload } = task
  const again = (tx: Tx, at: Date) =>
    schedule(tx, expireOfferJob, { at, key: `${payload.mandate_id}@${at.getTime()}`, payload })
  await askedAgain(world, task, () => expire(world, task), again)
}

async function expire(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.expireOfferJob>,
): Promise<void> {
  const mandate = await findMandate(world.pool, scope.owner, payload.mandate_id)
  if (mandate === undefined || !isOffered(mandate)) return
  if ((await readMandate(world, scope, mandate)) === 'unknown')
    throw new BankSilent('the bank did not report the mandate')
  const charge = await findCharge(world.pool, mandate.first_charge_id)
  await transaction(world, last, async (tx) => {
    const locked = await lockMandate(tx, mandate.id)
    if (locked === undefined || !isOffered(locked)) return
    // Paid by its code: the bank reports the acceptance later.
    if (charge !== undefined && hasMoney(charge)) return
    await moveMandate(tx, locked, 'expired', RUN_OUT)
    // From the next day on it may be offered without the discount.
    if (charge !== undefined && charge.discount_cents > 0n)
      scheduleInvoiceMandate(tx, mandate.first_invoice_id, momentAfter(charge.expires_at, tx.now))
  })
}

function momentAfter(expiresAt: Date, now: Date): Date {
  const after = new Date(expiresAt.getTime() + 1)
  return after > now ? after : now
}

/** Cancels a mandate at its bank, until the bank has confirmed that. */
export async function endMandate(world: World, task: TaskOf<typeof jobs.endMandateJob>): Promise<void> {
  const { payload } = task
  const again = (tx: Tx, at: Date) =>
    schedule(tx, endMandateJob, { at, key: `${payload.mandate_id}@${at.getTime()}`, payload })
  await askedAgain(world, task, () => end(world, task), again)
}

async function end(world: World, { payload, scope, last }: TaskOf<typeof jobs.endMandateJob>): Promise<void> {
  const mandate = await findMandate(world.pool, scope.owner, payload.mandate_id)
  // Without the bank's id the offer is still being created, and ended after that.
  if (mandate === undefined || !mandate.end_unconfirmed || mandate.bank_id === null) return
  const chosen = await connectedBank(world, mandate)
  if (chosen?.bank.mandates !== undefined) {
    const ended = await chosen.bank.mandates.cancel(mandate.bank_id)
    if (ended.outcome !== 'confirmed' && !isAbsent(ended))
      throw new BankSilent(`the bank has not cancelled the mandate: ${ended.reason}`)
  }
  await transaction(
    world,
    last,
    async (tx) => void (await updateMandate(tx, mandate.id, { end_unconfirmed: false })),
  )
}

/** Of a recurring invoice that was cancelled or expired, or a bank that was disconnected. */
export async function endMandates(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.endMandatesJob>,
): Promise<void> {
  const { recurring_invoice_id, provider_id, after_debits = false } = payload
  const live = await liveMandatesOf(world.pool, scope.owner, { recurring_invoice_id, provider_id })
  await transaction(world, last, async (tx) => {
    if (after_debits && recurring_invoice_id !== undefined)
      return endAfterDebits(tx, recurring_invoice_id, live)
    for (const { id } of live) {
      const mandate = await lockMandate(tx, id)
      if (mandate !== undefined) await moveMandate(tx, mandate, 'cancelled', { by: 'agency', reason: null })
    }
  })
}

/** Looks again daily as long as one lives: an offer ends by itself, or is accepted. */
async function endAfterDebits(
  tx: Tx,
  recurring_invoice_id: string,
  live: readonly MandateRow[],
): Promise<void> {
  const today = dateIn(tx.now, BANK_ZONE).toString()
  let areOver = true
  for (const { id } of live) {
    const mandate = await lockMandate(tx, id)
    if (mandate === undefined || !isLive(mandate)) continue
    if (isOffered(mandate) || (await awaitsDebit(tx, mandate, today))) areOver = false
    else await moveMandate(tx, mandate, 'expired', RUN_OUT)
  }
  if (areOver) return
  const next = new Date(tx.now.getTime() + LOOK_AGAIN_MS.active)
  scheduleEndMandates(tx, { recurring_invoice_id, after_debits: true }, next)
}

/** A mandate ends with its last day, or once the debits that are tried again after it have ended. */
async function isOver(tx: Tx, { id, ends_on }: MandateRow): Promise<boolean> {
  if (ends_on === null || tx.now < dayEnd(Temporal.PlainDate.from(ends_on), BANK_ZONE)) return false
  const last = Temporal.PlainDate.from(ends_on).add({ days: DAYS_AFTER_END })
  if (tx.now >= dayEnd(last, BANK_ZONE)) return true
  return (await chargesUnderWay(tx, tx.owner, id)).length === 0
}

/** The first moment after the last day, or `next` if that is later; null for a mandate without an end. */
function afterLastDay({ ends_on }: MandateRow, next: Date): Date | null {
  if (ends_on === null) return null
  const end = dayEnd(Temporal.PlainDate.from(ends_on), BANK_ZONE)
  return end > next ? end : next
}
