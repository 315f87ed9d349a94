// Payments of recharges: credited or held when they come, debited when they are returned, and reviewed.
import type { Snapshot } from '../../../contract/event-operations.ts'
import { isRechargeMethod } from '../../../contract/payment-methods.ts'
import { SIMULATED } from '../../../contract/payment-providers.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { PaymentReturn, ReceivedPayment } from '../../adapters/banks/port.ts'
import { type Actor, record } from '../../kernel/outbox/audit.ts'
import { type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { isoTimestamp } from '../../kernel/values/dates.ts'
import { failField } from '../../kernel/values/fail.ts'
import { type Cents, formatAmount } from '../../kernel/values/money.ts'
import { ownerOfRow } from '../../kernel/values/owner.ts'
import { emittedBy, moveBy } from '../../kernel/values/state-table.ts'
import { emit } from '../events/emit.ts'
import { notifyAgency } from '../news/jobs.ts'
import { type ChargeRow, lockCharge, type PaidCharge, recordChargePayment } from '../payments/charge-store.ts'
import { findAnyProvider } from '../payments/provider-store.ts'
import { type ReturnedRow, recordReturn, returnsOf } from '../payments/returns.ts'
import { scopeOf, type World } from '../world.ts'
import {
  decideHeldPayment,
  findHeldOf,
  findHeldPayment,
  type HeldPaymentRow,
  heldPaymentChange,
  heldReturnChange,
  holdPayment,
} from './held-payments.ts'
import { bankAccount, credit, emitLine, emitLowBalance, forceDebit, type Line } from './ledger.ts'
import { emitRecharge, rechargeView } from './recharge-moves.ts'
import { changeHeld, completeRecharge, type JudgedRecharge, type RechargeRow } from './recharge-store.ts'
import { type HeldTrigger, isCredited, RECHARGE_MOVES } from './states.ts'
import { creditedByPayment, readWallet } from './store.ts'

const DESCRIPTIONS = { pix: 'Wallet recharge by Pix', boleto: 'Wallet recharge by boleto' } as const

/**
 * Credits the payment up to the amount of the recharge, and holds a payment beyond it. Returns the recharge after the
 * payment; undefined if this payment was recorded before.
 */
export async function recordPaymentOfRecharge(
  world: World,
  tx: Tx,
  chargeId: string,
  payment: ReceivedPayment,
): Promise<RechargeRow | undefined> {
  const charge = await recordChargePayment(tx, chargeId, payment)
  if (charge === undefined) return undefined
  const isTrusted = await isOfOperator(tx, charge)
  const lineId = tx.newId('line')
  const judged = await completeRecharge(tx, chargeId, payment, { lineId, isTrusted, isAccepted: false })
  if (judged.reason !== null)
    return holdPayment(world, tx, { recharge: judged.recharge, payment, reason: judged.reason })
  return creditPayment(world, tx, { judged, payment, lineId, charge })
}

/** Only the operator's banks may credit a wallet; money of the simulated bank is marked as such. */
async function isOfOperator(tx: Tx, { provider, provider_id }: PaidCharge): Promise<boolean> {
  if (provider === SIMULATED) return true
  const opener = provider_id === null ? undefined : await findAnyProvider(tx, provider_id)
  return opener?.purpose === 'wallet'
}

/** Writes the line of a payment, and emits its events. */
async function creditPayment(
  world: World,
  tx: Tx,
  {
    judged: { recharge, moved },
    payment,
    lineId,
    charge,
  }: {
    readonly judged: JudgedRecharge
    readonly payment: Pick<ReceivedPayment, 'id' | 'amountCents'>
    readonly lineId: string
    readonly charge: Pick<PaidCharge, 'provider_id' | 'simulated'>
  },
): Promise<RechargeRow> {
  const line = await credit(tx, {
    id: lineId,
    amountCents: payment.amountCents,
    account: bankAccount(charge.provider_id),
    description: DESCRIPTIONS[recharge.payment_method],
    referenceType: 'recharge',
    referenceId: recharge.id,
    reason: `payment ${payment.id}`,
    paymentMethod: recharge.payment_method,
    simulated: charge.simulated,
  })
  const { to, emits } = moveBy(RECHARGE_MOVES, 'payment')
  // A recharge that did not move was completed before, even if another transaction was recording that payment.
  const events = moved ? emits : emittedBy(RECHARGE_MOVES, to, 'payment')
  emitRecharge(tx, events, rechargeView(world, recharge), () => emitLine(tx, line))
  return recharge
}

/** The object of its event; undefined if this return was recorded before. */
export async function recordReturnOfRecharge(
  tx: Tx,
  charge: ChargeRow,
  paymentId: string,
  returned: PaymentReturn,
): Promise<Snapshot<'payment_return'> | undefined> {
  // Returns of one payment run one after the other, so that together they debit no more than it credited.
  await lockCharge(tx, charge.id)
  const before = await returnsOfPayment(tx, charge, paymentId)
  const debitedCents = await owedBack(tx, { charge, paymentId, before, cents: returned.amountCents })
  if (!(await recordReturn(tx, { chargeId: charge.id, paymentId, returned, debitedCents }))) return undefined
  const held = await findHeldOf(tx, charge.id, paymentId)
  if (held !== undefined) {
    const sentBack = before.reduce((sum, { amount_cents }) => sum + amount_cents, 0n)
    record(tx, heldReturnChange(held, sentBack, sentBack + returned.amountCents))
  }
  const line =
    debitedCents === 0n
      ? null
      : await debitReturn(tx, { charge, paymentId, returned, amountCents: debitedCents })
  const view = await returnView(tx, { charge, paymentId, returned, line })
  notifyAgency(tx, 'wallet.payment.returned', emit(tx, 'wallet.payment.returned', view))
  if (line !== null) emitLowBalance(tx, line)
  return view
}

async function returnsOfPayment(tx: Tx, charge: ChargeRow, paymentId: string): Promise<ReturnedRow[]> {
  return (await returnsOf(tx, [charge.id])).filter(({ payment_id }) => payment_id === paymentId)
}

/** At most the amount that the payment credited and no return has debited yet; a held payment credited nothing. */
async function owedBack(
  tx: Tx,
  {
    charge,
    paymentId,
    before,
    cents,
  }: {
    readonly charge: ChargeRow
    readonly paymentId: string
    readonly before: readonly ReturnedRow[]
    readonly cents: Cents
  },
): Promise<Cents> {
  const credited = await creditedByPayment(tx, charge.reference_id, paymentId)
  const left = before.reduce((rest, { debited_cents }) => rest - debited_cents, credited)
  return cents < left ? cents : left
}

function debitReturn(
  tx: Tx,
  {
    charge: { reference_id, provider_id, method, simulated },
    paymentId,
    returned: { id },
    amountCents,
  }: {
    readonly charge: ChargeRow
    readonly paymentId: string
    readonly returned: PaymentReturn
    readonly amountCents: Cents
  },
): Promise<Line> {
  return forceDebit(tx, {
    amountCents,
    account: bankAccount(provider_id),
    description: 'Returned payment of a wallet recharge',
    referenceType: 'recharge',
    referenceId: reference_id,
    reason: `return ${id} of ${paymentId}`,
    ...(isRechargeMethod(method) && { paymentMethod: method }),
    simulated,
  })
}

async function returnView(
  tx: Tx,
  {
    charge: { reference_id },
    paymentId,
    returned: { id, amountCents, at, reason },
    line,
  }: {
    readonly charge: ChargeRow
    readonly paymentId: string
    readonly returned: PaymentReturn
    readonly line: Line | null
  },
): Promise<Snapshot<'payment_return'>> {
  const balance = line?.balanceAfterCents ?? (await readWallet(tx, tx.owner)).balance_cents
  return {
    id,
    recharge_id: reference_id,
    payment_id: paymentId,
    amount: formatAmount(amountCents),
    debited_amount: formatAmount(line?.amountCents ?? 0n),
    currency: 'BRL',
    transaction_id: line?.id ?? null,
    balance: formatAmount(balance),
    reason,
    returned_at: isoTimestamp(at ?? tx.now),
  }
}

/** Accepts or refuses a held payment, once. Returns the payment as it is now, and whether this call changed it. */
export async function reviewHeldPayment(
  world: World,
  id: string,
  decision: HeldTrigger,
  by: Actor | undefined = world.by,
): Promise<{ held: HeldPaymentRow; changed: boolean }> {
  const known = await findHeldPayment(world.pool, id)
  if (known === undefined)
    return failField('ID', 'must be that of a held payment; "payments review" lists them')
  const scope = { ...(await scopeOf(world, ownerOfRow(known))), by }
  const changed = await transaction(world, scope, async (tx) => {
    // The charge is locked first, in the same order as payments and returns lock.
    const charge = await lockCharge(tx, known.charge_id)
    if (decision === 'accept') await failIfReturned(tx, known)
    const decided = await decideHeldPayment(tx, id, decision)
    if (decided === undefined) return false
    record(tx, heldPaymentChange(known, decided))
    await changeHeld(tx, known.recharge_id, -known.amount_cents)
    if (!isCredited(decided)) return true
    const { payment_id, amount_cents: amountCents, paid_at: paidAt } = known
    const payment = { id: payment_id, amountCents, paidAt }
    const lineId = tx.newId('line')
    const taken = await completeRecharge(tx, charge.id, payment, {
      lineId,
      isAccepted: true,
      isTrusted: true,
    })
    await creditPayment(world, tx, { judged: taken, payment, lineId, charge })
    return true
  })
  return { held: (await findHeldPayment(world.pool, id)) ?? known, changed }
}

/** A payment is credited in full or not at all, so that ledger and bank agree. */
async function failIfReturned(
  tx: Tx,
  { charge_id, payment_id, amount_cents }: HeldPaymentRow,
): Promise<void> {
  const returns = (await returnsOf(tx, [charge_id])).filter((returned) => returned.payment_id === payment_id)
  const returnedCents = returns.reduce((sum, returned) => sum + returned.amount_cents, 0n)
  if (returnedCents === 0n) return
  failField(
    'ID',
    returnedCents >= amount_cents
      ? 'must be that of a payment that is still there; this one went back to its payer, so refuse it'
      : issueWith(
          'must be that of a payment that is still there; {amount} of this one went back to its payer, so refuse it and give the rest back at the bank',
          { amount: formatAmount(returnedCents) },
        ),
  )
}
