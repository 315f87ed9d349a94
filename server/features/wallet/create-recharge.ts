// Creates a recharge: a charge at the operator's bank, valid for half an hour (PIX) or three business days (boleto).
import { SIMULATED } from '../../../contract/banks.ts'
import { BOLETO_BUSINESS_DAYS, PIX_MINUTES, RECHARGE_DAY_CENTS_MAX } from '../../../contract/limits.ts'
import type { PaymentMethod, Recharge, RechargeInput } from '../../../contract/wallet.ts'
import { bankNamed } from '../../adapters/banks/banks.ts'
import { schedule } from '../../kernel/jobs/schedule.ts'
import { releaseClaim } from '../../kernel/outbox/idempotency.ts'
import { aside, stepsOf } from '../../kernel/outbox/steps.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { keyOf } from '../../kernel/outbox/waiting-request.ts'
import { LAST_DUE_DATE } from '../../kernel/values/boleto.ts'
import { addBusinessDays, BANK_ZONE } from '../../kernel/values/business-days.ts'
import { dateIn, dayEnd } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import { type ChargeRow, moveCharge } from '../payments/charge-store.ts'
import { type ChosenBank, chooseWalletBank } from '../payments/choose-bank.ts'
import { instructionColumns, newCharge } from '../payments/new-charge.ts'
import type { World } from '../world.ts'
import { emitRechargeBegun, moveRecharge, recordRecharge } from './move-recharge.ts'
import { type RechargeWish, readRechargeInput } from './read-recharge-input.ts'
import { RECHARGE_MOVES } from './recharge-states.ts'
import { insertRecharge, lockTeamWallet, type RechargeRow, rechargedOn } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'
import * as work from './work.ts'

const RECEIVER = { name: 'Embarque', city: 'São Paulo' }
/** After this, a bank that has not answered is not waited for any longer. */
const GIVE_UP_AFTER_MS = 120_000
const CLEARING_BUSINESS_DAYS = 2

export async function createRecharge(world: World, scope: Scope, input: RechargeInput): Promise<Recharge> {
  const wish = readRechargeInput(input)
  const chosen = await chooseWalletBank(world, scope, wish.method)
  if (chosen.provider !== SIMULATED) return createAtBank(world, scope, chosen, wish)
  return transaction(world, scope, async (tx) => {
    const { recharge, charge } = await insertPending(tx, chosen, wish)
    return begin(world, tx, recharge, charge)
  })
}

/**
 * Our intent is stored before the bank is asked. If we do not live to hear its answer, or it has none, due work gives
 * the recharge up and withdraws the charge, which nobody was shown here.
 */
async function createAtBank(
  world: World,
  scope: Scope,
  chosen: ChosenBank,
  wish: RechargeWish,
): Promise<Recharge> {
  const { first, last } = stepsOf(scope)
  const key = keyOf(scope)
  const { recharge, charge, order } = await transaction(world, first, async (tx) => {
    const pending = await insertPending(tx, chosen, wish)
    schedule(tx, work.abandonRecharge, {
      at: new Date(tx.now.getTime() + GIVE_UP_AFTER_MS),
      key: pending.charge.id,
      payload: { rechargeId: pending.recharge.id, key },
    })
    return pending
  })
  const answer = await chosen.bank.open(order)
  if (answer.outcome !== 'confirmed') {
    await transaction(world, aside(scope), (tx) => giveUp(world, tx, recharge.id, charge.id, key))
    world.log.warn(
      { provider: chosen.providerId, charge: charge.id, reason: answer.reason },
      'charge not made',
    )
    return fail('service_unavailable', { advice: bankAdvice(answer.outcome), retryAfterSeconds: 5 })
  }
  return transaction(world, last, async (tx) => {
    const open = await moveCharge(tx, charge.id, 'open', instructionColumns(answer.value))
    // Due work gave it up meanwhile.
    if (open === undefined)
      return fail('service_unavailable', { advice: bankAdvice('unknown'), retryAfterSeconds: 5 })
    return begin(world, tx, recharge, open)
  })
}

/** Ends a recharge whose bank did not answer; the request may then be sent again. */
export async function giveUp(
  world: World,
  tx: Tx,
  rechargeId: string,
  chargeId: string,
  key: string | null,
): Promise<void> {
  if ((await moveCharge(tx, chargeId, 'abandon')) === undefined) return
  await moveRecharge(world, tx, rechargeId, 'provider_failure')
  if (key !== null) await releaseClaim(tx, tx.owner, key)
}

async function insertPending(tx: Tx, chosen: ChosenBank, { method, amountCents }: RechargeWish) {
  const team = await lockTeamWallet(tx)
  if (team.tax_id === null && bankNamed(chosen.provider).needsPayerDocument === true)
    fail('team_without_tax_id')
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
    created_at: tx.now,
  }
  await insertRecharge(tx, recharge)
  recordRecharge(tx, recharge, null)
  return { recharge, charge, order }
}

/** From here on it can be paid. */
function begin(world: World, tx: Tx, recharge: RechargeRow, charge: ChargeRow): Recharge {
  const view = rechargeView(world, recharge, charge)
  emitRechargeBegun(tx, view)
  const payload = { rechargeId: recharge.id }
  schedule(tx, work.expireRecharge, { at: heardBy(charge), key: recharge.id, payload })
  return view
}

/** A boleto can be paid until the last moment of its last day. */
function deadline(now: Date, method: PaymentMethod): Date {
  if (method === 'pix') return new Date(now.getTime() + PIX_MINUTES * 60_000)
  const lastDay = addBusinessDays(dateIn(now, BANK_ZONE), BOLETO_BUSINESS_DAYS)
  // Only a test clock gets there.
  if (Temporal.PlainDate.compare(lastDay, LAST_DUE_DATE) > 0)
    failField('payment_method', `no boleto can be due after ${LAST_DUE_DATE}; use pix`)
  return new Date(dayEnd(lastDay, BANK_ZONE).getTime() - 1)
}

/** A real boleto that is paid on its last day is money, and told of, up to two business days later. */
function heardBy({ provider, method, expires_at }: ChargeRow): Date {
  if (provider === SIMULATED || method === 'pix') return expires_at
  return dayEnd(addBusinessDays(dateIn(expires_at, BANK_ZONE), CLEARING_BUSINESS_DAYS), BANK_ZONE)
}

function bankAdvice(outcome: 'rejected' | 'unknown'): string {
  return outcome === 'rejected'
    ? 'the bank refused the charge, and nothing was made; the operator has to check its credentials'
    : 'the bank did not answer, and nothing was made; send the request again shortly'
}
