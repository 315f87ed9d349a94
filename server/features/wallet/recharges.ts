// Recharges: created, read and cancelled by requests, paid by verdicts of banks, expired and abandoned by jobs.

import {
  BOLETO_BUSINESS_DAYS,
  PIX_MINUTES,
  RECHARGE_CENTS_MAX,
  RECHARGE_CENTS_MIN,
  RECHARGE_DAY_CENTS_MAX,
} from '../../../contract/limits.ts'
import { METHODS, RECHARGE_METHODS, type RechargeMethod } from '../../../contract/payment-methods.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { type FieldIssue, type Issue, issueWith } from '../../../contract/phrases/issues.ts'
import type { References } from '../../../contract/references.ts'
import type { Recharge, RechargeInput, RechargesQuery } from '../../../contract/wallet.ts'
import { BANKS } from '../../adapters/banks/banks.ts'
import { isAbsent } from '../../adapters/banks/port.ts'
import { referencesIn } from '../../kernel/db/references.ts'
import type { TaskOf } from '../../kernel/jobs/declare-job.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { releaseClaim } from '../../kernel/outbox/idempotency.ts'
import { aside, type Scope, stepsOf, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import { LAST_DUE_DATE } from '../../kernel/values/boleto.ts'
import { addBusinessDays, BANK_ZONE, dateIn, dayEnd, type Times } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { type Cents, formatAmount, parseSignedAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import type { Listing, Page } from '../../kernel/values/pages.ts'
import { readReferences } from '../../kernel/values/references.ts'
import { refusalOf } from '../../kernel/values/state-table.ts'
import { bankOfCharge, type ChosenBank, chooseWalletBank } from '../payments/banks.ts'
import { hasReport, recordReport } from '../payments/charge-reports.ts'
import { type ChargeRow, findCharge, findCharges, lockCharge, moveCharge } from '../payments/charge-store.ts'
import { instructionColumns, newCharge, withdrawIfKept } from '../payments/charges.ts'
import { withdrawChargeJob } from '../payments/jobs.ts'
import { alarmOfReturn } from '../payments/returns.ts'
import { isAbandoned, isAwaited } from '../payments/states.ts'
import { type ApplyVerdict, returnsDone, verdictIn } from '../payments/verdict-routes.ts'
import type { World } from '../world.ts'
import * as jobs from './jobs.ts'
import {
  emitRechargeBegun,
  failRecharge,
  moveRecharge,
  rechargeView,
  recordRecharge,
} from './recharge-moves.ts'
import { recordPaymentOfRecharge, recordReturnOfRecharge } from './recharge-payments.ts'
import {
  findRecharge,
  insertRecharge,
  listRecharges,
  lockTeamWallet,
  type RechargeRow,
  rechargedOn,
} from './recharge-store.ts'
import { isPending, RECHARGE_MOVES } from './states.ts'

export interface RechargeRequest {
  amountCents: Cents
  method: RechargeMethod
  references: References
}

const RECEIVER = { name: 'Embarque', city: 'São Paulo' }
/** A recharge is abandoned if its bank has not confirmed the charge after this time. */
const GIVE_UP_AFTER_MS = 120_000
const CLEARING_BUSINESS_DAYS = 2

/** After these attempts a recharge expires without the bank's response; a late payment is still credited. */
const ASKED_MAX = 4

export async function createRecharge(world: World, scope: Scope, input: RechargeInput): Promise<Recharge> {
  const request = readRechargeInput(input)
  const chosen = await chooseWalletBank(world, scope, request.method)
  if (chosen.provider !== SIMULATED) return createAtBank(world, scope, chosen, request)
  return transaction(world, scope, async (tx) => {
    const { recharge, charge } = await insertPending(tx, chosen, request)
    return begin(world, tx, recharge, charge)
  })
}

/** The order of the checks is part of the contract; the day's limit needs the database and comes last. */
function readRechargeInput(input: RechargeInput): RechargeRequest {
  const { amount, currency, payment_method } = input
  const amountCents = parseSignedAmount(amount) ?? failField('amount', 'must be an amount such as "500.00"')
  const method = RECHARGE_METHODS.find((known) => known === payment_method)
  if (method === undefined) {
    const issue = issueWith('must be one of {list}', { list: RECHARGE_METHODS.join(', ') })
    return fail('invalid_payment_method', { details: [{ field: 'payment_method', issue }] })
  }
  if (currency !== 'BRL') failField('currency', 'must be BRL')
  if (amountCents < RECHARGE_CENTS_MIN) fail('minimum_amount_is_r_100_00', amountIssue('is below 100.00'))
  if (amountCents > RECHARGE_CENTS_MAX) fail('maximum_amount_is_r_50000_00', amountIssue('is above 50000.00'))
  return { amountCents, method, references: readReferences(input) }
}

function amountIssue(issue: Issue): { details: FieldIssue[] } {
  return { details: [{ field: 'amount', issue }] }
}

/**
 * The intent is stored before the bank is asked. If the process ends or the bank does not respond, a job abandons the
 * recharge and withdraws the charge, which no payer has seen.
 */
async function createAtBank(
  world: World,
  scope: Scope,
  chosen: ChosenBank,
  request: RechargeRequest,
): Promise<Recharge> {
  const { first, last } = stepsOf(scope)
  const key = keyOf(scope)
  const { recharge, charge, order } = await transaction(world, first, async (tx) => {
    const pending = await insertPending(tx, chosen, request)
    schedule(tx, jobs.abandonRechargeJob, {
      at: new Date(tx.now.getTime() + GIVE_UP_AFTER_MS),
      key: pending.charge.id,
      payload: { rechargeId: pending.recharge.id, chargeId: pending.charge.id, key },
    })
    return pending
  })
  const opened = await chosen.bank.open(order)
  if (opened.outcome !== 'confirmed') {
    await transaction(world, aside(scope), (tx) =>
      giveUp(world, tx, { rechargeId: recharge.id, chargeId: charge.id, key }),
    )
    world.log.warn(
      { provider: chosen.providerId, charge: charge.id, reason: opened.reason },
      'charge not opened',
    )
    return fail('service_unavailable', { ...whyNotOpened(opened.outcome), retryAfterSeconds: 5 })
  }
  return transaction(world, last, async (tx) => {
    const open = await moveCharge(tx, charge.id, 'open', instructionColumns(opened.value))
    // The job has abandoned it meanwhile.
    if (open === undefined)
      return fail('service_unavailable', { ...whyNotOpened('unknown'), retryAfterSeconds: 5 })
    return begin(world, tx, recharge, open)
  })
}

async function insertPending(
  tx: Tx,
  chosen: ChosenBank,
  { method, amountCents, references }: RechargeRequest,
) {
  const team = await lockTeamWallet(tx)
  if (team.tax_id === null && BANKS[chosen.provider].needsPayerDocument === true) fail('team_without_tax_id')
  const day = dateIn(tx.now, team.time_zone).toString()
  const sum = (await rechargedOn(tx, day)) + amountCents
  if (sum > RECHARGE_DAY_CENTS_MAX) return fail('daily_limit_exceeded')
  const id = tx.newId('recharge')
  const { charge, order } = await newCharge(tx, chosen, {
    purpose: 'recharge',
    referenceId: id,
    method,
    amountCents,
    expiresAt: deadline(tx.now, method),
    receiver: RECEIVER,
    payerName: team.name,
    payerDocument: team.tax_id,
    description: `Recarga da carteira, ${formatAmount(amountCents)}`,
  })
  const recharge: RechargeRow = {
    id,
    team_id: tx.owner.teamId,
    mode: tx.owner.mode,
    amount_cents: amountCents,
    payment_method: method,
    status: RECHARGE_MOVES.begins.ask.to,
    charge_id: charge.id,
    day,
    paid_cents: null,
    paid_at: null,
    transaction_id: null,
    credited_cents: 0n,
    held_cents: 0n,
    ...references,
    created_at: tx.now,
    updated_at: tx.now,
  }
  await insertRecharge(tx, recharge)
  recordRecharge(tx, recharge, null)
  return { recharge, charge, order }
}

/** From here on the recharge can be paid. */
function begin(world: World, tx: Tx, recharge: RechargeRow, charge: ChargeRow): Recharge {
  const view = rechargeView(world, recharge, charge)
  emitRechargeBegun(tx, view)
  const payload = { rechargeId: recharge.id }
  schedule(tx, jobs.expireRechargeJob, { at: expiryOf(charge), key: recharge.id, payload })
  return view
}

/** A boleto can be paid until the last moment of its last day. */
function deadline(now: Date, method: RechargeMethod): Date {
  if (METHODS[method].terms === 'code') return new Date(now.getTime() + PIX_MINUTES * 60_000)
  const lastDay = addBusinessDays(dateIn(now, BANK_ZONE), BOLETO_BUSINESS_DAYS)
  // Only a test clock reaches that date.
  if (Temporal.PlainDate.compare(lastDay, LAST_DUE_DATE) > 0)
    failField(
      'payment_method',
      issueWith('no boleto can be due after {day}; use pix', { day: `${LAST_DUE_DATE}` }),
    )
  return new Date(dayEnd(lastDay, BANK_ZONE).getTime() - 1)
}

/** A real bank reports a boleto that was paid on its last day up to two business days later. */
function expiryOf({ provider, method, expires_at }: ChargeRow): Date {
  if (provider === SIMULATED || METHODS[method].terms === 'code') return expires_at
  return dayEnd(addBusinessDays(dateIn(expires_at, BANK_ZONE), CLEARING_BUSINESS_DAYS), BANK_ZONE)
}

function whyNotOpened(outcome: 'rejected' | 'unknown') {
  return outcome === 'rejected'
    ? adviceWith(
        'the bank refused the charge, and nothing was made; the operator has to check its credentials',
      )
    : adviceWith('the bank did not answer, and nothing was made; send the request again shortly')
}

/** Releases the idempotency key, so that the client may send the request again. */
async function giveUp(
  world: World,
  tx: Tx,
  { rechargeId, chargeId, key }: { rechargeId: string; chargeId: string; key: string | null },
): Promise<void> {
  if ((await moveCharge(tx, chargeId, 'abandon')) === undefined) return
  await moveRecharge(world, tx, rechargeId, 'provider_failure')
  if (key !== null) await releaseClaim(tx, tx.owner, key)
}

export async function readRecharge(world: World, owner: Owner, id: string): Promise<Recharge> {
  const recharge = (await findRecharge(world.pool, owner, id)) ?? fail('recharge_not_found')
  const charge = isPending(recharge) ? await findCharge(world.pool, recharge.charge_id) : undefined
  return rechargeView(world, recharge, charge)
}

export async function readRecharges(
  world: World,
  owner: Owner,
  { query, page, times }: { readonly query: RechargesQuery; readonly page: Page; readonly times: Times },
): Promise<Listing<Recharge>> {
  const filter = { status: query.status, references: referencesIn(query) }
  const found = await listRecharges(world.pool, owner, { filter, page, times })
  const pending = found.items.filter(isPending).map(({ charge_id }) => charge_id)
  const charges = new Map((await findCharges(world.pool, pending)).map((charge) => [charge.id, charge]))
  const items = found.items.map((recharge) => {
    const charge = isPending(recharge) ? charges.get(recharge.charge_id) : undefined
    return rechargeView(world, recharge, charge)
  })
  return { ...found, items }
}

/** If the payer was faster than the withdrawal at the bank, the payment is still credited. */
export async function cancelRecharge(world: World, scope: Scope, id: string): Promise<Recharge> {
  return transaction(world, scope, async (tx) => {
    const recharge = (await findRecharge(tx, tx.owner, id)) ?? fail('recharge_not_found')
    const known = await findCharge(tx, recharge.charge_id)
    // The request that created it still waits for the bank.
    if (known !== undefined && isAwaited(known)) fail('request_in_progress', { retryAfterSeconds: 1 })
    const charge = (await moveCharge(tx, recharge.charge_id, 'withdraw')) ?? (await failUncancellable(tx, id))
    const cancelled = (await moveRecharge(world, tx, id, 'cancel')) ?? (await failUncancellable(tx, id))
    if (charge.provider !== SIMULATED)
      schedule(tx, withdrawChargeJob, { at: tx.now, key: charge.id, payload: { chargeId: charge.id } })
    return rechargeView(world, cancelled)
  })
}

/** Fails with the reason that the state of the recharge gives. */
async function failUncancellable(tx: Tx, id: string): Promise<never> {
  const { status, held_cents } = (await findRecharge(tx, tx.owner, id)) ?? fail('recharge_not_found')
  if (held_cents > 0n) return fail('recharge_not_pending', adviceWith('a payment of it is held for review'))
  const refusal = refusalOf(RECHARGE_MOVES, status, 'cancel')
  return refusal === undefined ? fail('request_in_progress', { retryAfterSeconds: 1 }) : fail(refusal)
}

/** If the bank removed the charge without a payment, the recharge fails. */
export const applyVerdictToRecharge: ApplyVerdict = async (world, scope, charge, verdict) => {
  const { status, payments } = verdict
  for (const payment of payments) {
    await transaction(world, scope, (tx) => recordPaymentOfRecharge(world, tx, charge.id, payment))
    for (const returned of returnsDone(payment)) {
      const taken = await transaction(world, scope, (tx) =>
        recordReturnOfRecharge(tx, charge, payment.id, returned),
      )
      if (taken !== undefined) alarmOfReturn(world, charge, payment.id, returned)
    }
  }
  if (hasReport(charge, verdict))
    await transaction(world, scope, async (tx) => {
      await lockCharge(tx, charge.id)
      await recordReport(tx, charge, verdict)
    })
  if (status === 'removed') await transaction(world, scope, (tx) => failRecharge(world, tx, charge))
}

/** Asks a real bank first, because a payment may have come without a callback. */
export async function expireRecharge(
  world: World,
  { job, payload, scope, last }: TaskOf<typeof jobs.expireRechargeJob>,
): Promise<void> {
  const { rechargeId } = payload
  const recharge = await findRecharge(world.pool, scope.owner, rechargeId)
  if (recharge === undefined || !isPending(recharge)) return
  const charge = await findCharge(world.pool, recharge.charge_id)
  if (charge === undefined) throw new Error(`recharge ${rechargeId} has no charge`)
  const bank = await bankOfCharge(world, charge)
  if (bank !== null) {
    const read = await bank.read(charge.txid, charge.bank_reference)
    if (read.outcome === 'confirmed') {
      await applyVerdictToRecharge(world, scope, charge, read.value)
    } else if (!isAbsent(read) && job.attempt < ASKED_MAX) {
      throw new Error(`the bank did not say whether the charge was paid: ${read.reason}`)
    }
  }
  await transaction(world, last, async (tx) => {
    const expired = await moveCharge(tx, charge.id, 'expire')
    if (expired !== undefined) withdrawIfKept(tx, expired)
    await moveRecharge(world, tx, rechargeId, 'deadline')
  })
}

/** Withdraws the charge too, in case the bank opened it after all. */
export async function abandonRecharge(
  world: World,
  { payload, scope }: TaskOf<typeof jobs.abandonRechargeJob>,
): Promise<void> {
  await transaction(world, scope, (tx) => giveUp(world, tx, payload))
  const charge = await findCharge(world.pool, payload.chargeId)
  if (charge === undefined || !isAbandoned(charge)) return
  const bank = await bankOfCharge(world, charge)
  if (bank === null) return
  const verdict = verdictIn(await bank.withdraw(charge.txid, charge.bank_reference))
  if (verdict !== null) await applyVerdictToRecharge(world, scope, charge, verdict)
}
