// Debits invoices by an active mandate: asks the bank within the legal window, follows the attempts, has refused ones
// tried again, and lets the invoice be paid like any other if that fails.
import { isDeepStrictEqual } from 'node:util'
import type { DebitAttempt, MandateObstacle } from '../../../contract/mandate-states.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { type Outcome, paidBy, type Verdict } from '../../adapters/banks/port.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { aside, type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE, dateIn, dayEnd, dayStart } from '../../kernel/values/dates.ts'
import { lastDayOnTime } from '../../kernel/values/late-charges.ts'
import { clientOf } from '../clients/store.ts'
import { taxIdOf } from '../documents/view.ts'
import { payableCents, prepareBanks, RECEIVER_CITY, withdraw } from '../invoices/charges.ts'
import { applyVerdictToInvoice } from '../invoices/payments.ts'
import { saveChange } from '../invoices/save.ts'
import { findInvoice, type InvoiceRow, lockInvoice } from '../invoices/store.ts'
import { chargeDescription } from '../invoices/view.ts'
import { connectedBank } from '../payments/banks.ts'
import { type ChargeRow, findCharge, moveCharge } from '../payments/charge-store.ts'
import { newCharge } from '../payments/charges.ts'
import { demandTeam } from '../teams/store.ts'
import type { World } from '../world.ts'
import { BankSilent } from './bank-silent.ts'
import { readMandate } from './follow.ts'
import type * as jobs from './jobs.ts'
import { followDebitJob, scheduleInvoiceMandate } from './jobs.ts'
import { emitDebit, moveDebit, recordDebit } from './moves.ts'
import { chargeDay, cycleOf, nextLook, nextRetryDay, obstacleFor } from './rules.ts'
import { isActive, isRequested, isUnderWay, MANDATE_CHARGE_MOVES } from './states.ts'
import {
  findMandate,
  findMandateCharge,
  findMandateChargeOf,
  insertMandateCharge,
  isCycleTaken,
  type MandateChargeRow,
  type MandateRow,
} from './store.ts'

/** A bank may debit late in the evening of the last day, and report it on the next. */
const DAYS_TO_REPORT = 10

/** The obstacle to debiting the invoice by the mandate as it is now; null if there is none. */
async function obstacleNow(
  world: World,
  scope: Scope,
  mandate: MandateRow,
  invoice: InvoiceRow,
): Promise<MandateObstacle | null> {
  if (!isActive(mandate)) return 'mandate_ended'
  const today = dateIn(scope.clock.now(), BANK_ZONE)
  const asked = { dueOn: invoice.due_date, owedCents: payableCents(invoice) }
  const obstacle = obstacleFor(mandate, asked, today)
  if (obstacle !== null) return obstacle
  const isTaken = await isCycleTaken(world.pool, mandate.id, cycleOf(mandate, invoice.due_date), invoice.id)
  if (isTaken) return 'cycle_used'
  const chosen = await connectedBank(world, mandate)
  return chosen === null || chosen.isDisconnected ? 'provider_disconnected' : null
}

/** Has an invoice that was sent debited by its mandate, once the time has come. */
export async function debitInvoice(
  world: World,
  scope: Scope,
  invoice: InvoiceRow,
  mandate: MandateRow,
): Promise<void> {
  const known = await findMandateChargeOf(world.pool, scope.owner, { invoice_id: invoice.id })
  if (known !== undefined && !isUnderWay(known))
    return fallBack(world, scope, invoice, known.obstacle ?? 'debit_refused')
  const obstacle = await obstacleNow(world, scope, mandate, invoice)
  // A debit that its bank has scheduled is no longer too late.
  const stops = known === undefined || isRequested(known) || obstacle !== 'too_late'
  if (obstacle !== null && stops) return fallBack(world, scope, invoice, obstacle)
  if (known !== undefined && !isRequested(known)) return
  const begins = dayStart(chargeDay(invoice.due_date), BANK_ZONE)
  if (scope.clock.now() < begins)
    return transaction(world, aside(scope), async (tx) => scheduleInvoiceMandate(tx, invoice.id, begins))
  const debit = known ?? (await beginDebit(world, scope, invoice, mandate))
  if (debit === null) return
  const read = await readMandate(world, scope, mandate)
  if (read === 'unknown') throw new BankSilent('the bank did not report the mandate')
  if (!isActive(read)) return fallBack(world, scope, invoice, 'mandate_ended')
  await askForDebit(world, scope, { debit, mandate, invoice })
}

/** Stored before the bank is asked. Null if another process was faster. */
async function beginDebit(
  world: World,
  scope: Scope,
  invoice: InvoiceRow,
  mandate: MandateRow,
): Promise<MandateChargeRow | null> {
  const chosen = await connectedBank(world, mandate)
  if (chosen === null) return null
  const team = await demandTeam(world.pool, scope.owner.teamId)
  const client = await clientOf(world.pool, scope.owner, invoice)
  const due = Temporal.PlainDate.from(invoice.due_date)
  return transaction(world, aside(scope), async (tx) => {
    const current = await lockInvoice(tx, invoice.id)
    if (current?.mandate_id !== mandate.id || payableCents(current) !== mandate.amount_cents) return null
    const { charge } = await newCharge(
      tx,
      chosen,
      {
        purpose: 'invoice',
        referenceId: invoice.id,
        method: 'pix_automatic',
        amountCents: mandate.amount_cents,
        expiresAt: dayEnd(due.add({ days: DAYS_TO_REPORT }), BANK_ZONE),
        receiver: { name: team.name, city: RECEIVER_CITY },
        payerName: client.full_name,
        payerDocument: taxIdOf(client),
        description: chargeDescription(invoice),
        dueDate: due,
      },
      { waits: true },
    )
    const debit: MandateChargeRow = {
      id: tx.newId('mandateCharge'),
      mandate_id: mandate.id,
      team_id: tx.owner.teamId,
      mode: tx.owner.mode,
      invoice_id: invoice.id,
      charge_id: charge.id,
      cycle: cycleOf(mandate, invoice.due_date),
      due_on: invoice.due_date,
      amount_cents: mandate.amount_cents,
      status: MANDATE_CHARGE_MOVES.begins.ask.to,
      obstacle: null,
      attempts: [],
      created_at: tx.now,
      updated_at: tx.now,
    }
    if (!(await insertMandateCharge(tx, debit))) throw new Error(`invoice ${invoice.id} is debited already`)
    recordDebit(tx, null, debit)
    return debit
  })
}

interface Debit {
  readonly debit: MandateChargeRow
  readonly mandate: MandateRow
  readonly invoice: InvoiceRow
}

/** The same order creates the same charge, so an unknown outcome fails the job, which asks again. */
async function askForDebit(world: World, scope: Scope, { debit, mandate, invoice }: Debit): Promise<void> {
  const chosen = await connectedBank(world, mandate)
  const charge = debit.charge_id === null ? undefined : await findCharge(world.pool, debit.charge_id)
  if (chosen?.bank.mandates === undefined || charge === undefined || mandate.bank_id === null)
    return fallBack(world, scope, invoice, 'provider_disconnected')
  const asked = await chosen.bank.mandates.charge({
    txid: charge.txid,
    mandate: mandate.bank_id,
    amountCents: debit.amount_cents,
    dueOn: Temporal.PlainDate.from(debit.due_on),
    payer: { name: charge.payer_name, document: charge.payer_document ?? '' },
    description: chargeDescription(invoice),
  })
  if (asked.outcome === 'unknown')
    throw new BankSilent(`the bank has not confirmed the debit: ${asked.reason}`)
  if (asked.outcome === 'rejected') {
    world.log.warn(
      { provider: mandate.provider_id, charge: charge.id, reason: asked.reason },
      'debit refused',
    )
    return fallBack(world, scope, invoice, 'bank_refused')
  }
  await transaction(world, aside(scope), async (tx) => {
    await lockInvoice(tx, invoice.id)
    // Banks debit on the next business day if the due date is none.
    const on = lastDayOnTime(Temporal.PlainDate.from(debit.due_on)).toString()
    const attempts: DebitAttempt[] = [{ on, status: 'scheduled', code: null }]
    // If the debit was let go meanwhile, its charge is withdrawn by its name at the bank.
    const columns = { bank_reference: asked.value.bankReference }
    const opened = await moveCharge(tx, charge.id, 'authorise', columns)
    if (opened === undefined) return withdraw(tx, { ...charge, ...columns })
    await moveDebit(tx, mandate, debit.id, 'schedule', { attempts })
    scheduleDebitLook(tx, debit.id, on)
  })
}

function scheduleDebitLook(tx: Tx, debitId: string, on: string): void {
  const at = nextLook(on, tx.now, BANK_ZONE)
  const payload = { mandate_charge_id: debitId }
  schedule(tx, followDebitJob, { at, key: `${debitId}@${at.getTime()}`, payload })
}

export async function followDebit(
  world: World,
  { payload, scope, last }: TaskOf<typeof jobs.followDebitJob>,
): Promise<void> {
  const debit = await findMandateCharge(world.pool, scope.owner, payload.mandate_charge_id)
  if (debit === undefined || debit.charge_id === null || !isUnderWay(debit)) return
  const charge = await findCharge(world.pool, debit.charge_id)
  if (charge === undefined) return
  const verdict = await verdictOn(world, scope, debit, charge)
  if (verdict.outcome === 'confirmed')
    await applyVerdictToDebit(world, scope, charge, verdict.value).catch((error) => {
      // The next look asks again.
      if (!(error instanceof BankSilent)) throw error
      world.log.warn({ charge: charge.id, reason: error.message }, 'debit not settled')
    })
  else world.log.warn({ charge: charge.id, reason: verdict.reason }, 'debit not read')
  await transaction(world, last, async (tx) => {
    const now = await findMandateCharge(tx, tx.owner, debit.id)
    if (now !== undefined && isUnderWay(now))
      scheduleDebitLook(tx, now.id, now.attempts.at(-1)?.on ?? now.due_on)
  })
}

/** The simulated bank debits on the day of the attempt. */
async function verdictOn(
  world: World,
  scope: Scope,
  debit: MandateChargeRow,
  charge: ChargeRow,
): Promise<Outcome<Verdict>> {
  if (charge.provider !== SIMULATED) {
    const chosen = await connectedBank(world, charge)
    if (chosen === null) return { outcome: 'unknown', reason: 'the bank is not connected any more' }
    return chosen.bank.read(charge.txid, charge.bank_reference)
  }
  const now = scope.clock.now()
  const last = debit.attempts.at(-1)
  if (last?.status !== 'scheduled' || last.on > dateIn(now, BANK_ZONE).toString())
    return { outcome: 'confirmed', value: { status: 'open', payments: [], attempts: debit.attempts } }
  const payment = {
    id: `SIM${charge.txid}`,
    txid: charge.txid,
    amountCents: charge.amount_cents,
    paidAt: now,
  }
  const attempts = [...debit.attempts.slice(0, -1), { ...last, status: 'paid' as const }]
  return { outcome: 'confirmed', value: { ...paidBy(payment), attempts } }
}

/** Applies the report of the bank about a charge of a mandate; other charges of invoices go their usual way. */
export async function applyVerdictToDebit(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  verdict: Verdict,
): Promise<void> {
  const debit = await findMandateChargeOf(world.pool, scope.owner, { charge_id: charge.id })
  if (debit === undefined) {
    // The first charge of a mandate: nothing takes the place of its code.
    const status = verdict.status === 'removed' ? 'open' : verdict.status
    await applyVerdictToInvoice(world, scope, charge, { ...verdict, status })
    return
  }
  const mandate = await findMandate(world.pool, scope.owner, debit.mandate_id)
  const invoice = await findInvoice(world.pool, scope.owner, debit.invoice_id)
  if (mandate === undefined || invoice === undefined) return
  const isPaid = verdict.payments.length > 0
  const attempts = [...(verdict.attempts ?? debit.attempts)]
  if (isPaid) {
    await applyVerdictToInvoice(world, scope, charge, { ...verdict, status: 'paid' })
    return transaction(world, aside(scope), async (tx) => {
      await lockInvoice(tx, invoice.id)
      await moveDebit(tx, mandate, debit.id, 'pay', { attempts, obstacle: null })
      scheduleInvoiceMandate(tx, invoice.id)
    })
  }
  if (!isUnderWay(debit)) return
  if (verdict.status === 'removed') {
    const isRefused = attempts.some(({ status }) => status === 'refused')
    return fallBack(world, scope, invoice, isRefused ? 'debit_refused' : 'mandate_ended', attempts)
  }
  if (attempts.at(-1)?.status === 'refused') {
    const settle = await prepareRefusal(world, scope, { debit, mandate, invoice }, charge, attempts)
    return transaction(world, aside(scope), settle)
  }
  // Not by JSON text: the database orders the keys of an object its own way.
  if (isDeepStrictEqual(attempts, debit.attempts)) return
  await transaction(world, aside(scope), (tx) => noteAttempts(tx, mandate, debit, attempts))
}

async function noteAttempts(
  tx: Tx,
  mandate: MandateRow,
  debit: MandateChargeRow,
  attempts: DebitAttempt[],
): Promise<void> {
  const isFirst = attempts.length <= 1
  await moveDebit(tx, mandate, debit.id, isFirst ? 'schedule' : 'retry', { attempts })
  const last = attempts.at(-1)
  if (last !== undefined) scheduleDebitLook(tx, debit.id, last.on)
}

/**
 * Once an attempt is refused: another on another day, as the policy of the mandate allows; or else the invoice is paid
 * like any other. What the returned function records follows the bank's consent.
 */
export async function prepareRefusal(
  world: World,
  scope: Scope,
  { debit, mandate, invoice }: Debit,
  charge: ChargeRow,
  attempts: DebitAttempt[],
): Promise<(tx: Tx) => Promise<void>> {
  const applyFallBack = () => prepareFallBack(world, scope, invoice, 'debit_refused', attempts)
  const on = nextRetryDay(mandate.retries, attempts, dateIn(scope.clock.now(), BANK_ZONE))
  const chosen = on === null ? null : await connectedBank(world, charge)
  if (on === null || chosen?.bank.mandates === undefined) return applyFallBack()
  const asked = await chosen.bank.mandates.retry(charge.txid, charge.bank_reference ?? '', on)
  if (asked.outcome === 'unknown')
    throw new BankSilent(`the bank has not confirmed another attempt: ${asked.reason}`)
  if (asked.outcome === 'rejected') {
    world.log.warn(
      { charge: charge.id, on: `${on}`, reason: asked.reason },
      'the bank takes no other attempt',
    )
    return applyFallBack()
  }
  const next: DebitAttempt = { on: on.toString(), status: 'scheduled', code: null }
  return (tx) => noteAttempts(tx, mandate, debit, [...attempts, next])
}

async function fallBack(
  world: World,
  scope: Scope,
  invoice: InvoiceRow,
  obstacle: MandateObstacle,
  attempts?: DebitAttempt[],
): Promise<void> {
  const applyFallBack = await prepareFallBack(world, scope, invoice, obstacle, attempts)
  await transaction(world, aside(scope), applyFallBack)
}

/** The invoice is paid like any other from now on, and the agency is notified why. */
async function prepareFallBack(
  world: World,
  scope: Scope,
  known: InvoiceRow,
  obstacle: MandateObstacle,
  attempts?: DebitAttempt[],
): Promise<(tx: Tx) => Promise<void>> {
  const mandate =
    known.mandate_id === null ? undefined : await findMandate(world.pool, scope.owner, known.mandate_id)
  if (mandate === undefined) return async () => {}
  const banks = await prepareBanks(world, scope, { ...known, mandate_id: null })
  return async (tx) => {
    const invoice = await lockInvoice(tx, known.id)
    if (invoice === undefined || invoice.mandate_id === null) return
    const debit = await findMandateChargeOf(tx, tx.owner, { invoice_id: invoice.id })
    const charge = debit?.charge_id == null ? undefined : await findCharge(tx, debit.charge_id)
    if (charge !== undefined) await withdraw(tx, charge)
    await saveChange(world, tx, { before: invoice, edited: { ...invoice, mandate_id: null }, banks })
    if (debit === undefined) await noteObstacle(tx, mandate, invoice, obstacle)
    else
      await moveDebit(tx, mandate, debit.id, 'fail', {
        obstacle,
        ...(attempts !== undefined && { attempts }),
      })
  }
}

/** For an invoice that no bank was asked to debit. */
export async function noteObstacle(
  tx: Tx,
  mandate: MandateRow,
  { id, due_date, total_cents }: Pick<InvoiceRow, 'id' | 'due_date' | 'total_cents'>,
  obstacle: MandateObstacle,
): Promise<void> {
  const { to, emits } = MANDATE_CHARGE_MOVES.begins.refuse
  const debit: MandateChargeRow = {
    id: tx.newId('mandateCharge'),
    mandate_id: mandate.id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    invoice_id: id,
    charge_id: null,
    cycle: cycleOf(mandate, due_date),
    due_on: due_date,
    amount_cents: total_cents,
    status: to,
    obstacle,
    attempts: [],
    created_at: tx.now,
    updated_at: tx.now,
  }
  if (!(await insertMandateCharge(tx, debit))) return
  recordDebit(tx, null, debit)
  for (const type of emits) await emitDebit(tx, mandate, type)
}
