// Takes a payment of a recharge in. The payment, the charge, the recharge, the ledger line and the events are one
// transaction; the same payment reported again changes nothing. The amount that was asked for is credited; a payment
// beyond it is held.
import { SIMULATED } from '../../../contract/banks.ts'
import type { ReceivedPayment } from '../../adapters/banks/port.ts'
import type { Tx } from '../../kernel/outbox/transaction.ts'
import { emittedBy, moveBy } from '../../kernel/values/state-table.ts'
import { type PaidCharge, recordChargePayment } from '../payments/charge-store.ts'
import { findAnyProvider } from '../payments/provider-store.ts'
import type { World } from '../world.ts'
import { bankAccount } from './accounts.ts'
import { holdPayment } from './hold-payment.ts'
import { creditSilently, emitCredit } from './move-money.ts'
import { emitRecharge } from './move-recharge.ts'
import { RECHARGE_MOVES } from './recharge-states.ts'
import { completeRecharge, type JudgedRecharge, type RechargeRow } from './recharge-store.ts'
import { rechargeView } from './recharge-view.ts'

const DESCRIPTIONS = { pix: 'Wallet recharge by PIX', boleto: 'Wallet recharge by boleto' } as const

/** The recharge as the payment left it; undefined where this payment was taken in before. */
export async function takePaymentOfRecharge(
  world: World,
  tx: Tx,
  chargeId: string,
  payment: ReceivedPayment,
): Promise<RechargeRow | undefined> {
  const charge = await recordChargePayment(tx, chargeId, payment)
  if (charge === undefined) return undefined
  const isTrusted = await isOfOperator(tx, charge)
  const lineId = tx.newId('line')
  const judged = await completeRecharge(tx, chargeId, payment, { lineId, isTrusted, isWanted: false })
  if (judged.reason !== null) return holdPayment(world, tx, judged.recharge, payment, judged.reason)
  return creditPayment(world, tx, judged, payment, { lineId, charge })
}

/** Only the operator's banks say what money is; the simulated one's is marked as such. */
async function isOfOperator(tx: Tx, { provider, provider_id }: PaidCharge): Promise<boolean> {
  if (provider === SIMULATED) return true
  const maker = provider_id === null ? undefined : await findAnyProvider(tx, provider_id)
  return maker?.purpose === 'wallet'
}

/** The line of a payment that was found good, and what is told of it. */
export async function creditPayment(
  world: World,
  tx: Tx,
  { recharge, moved }: JudgedRecharge,
  payment: Pick<ReceivedPayment, 'id' | 'amountCents'>,
  { lineId, charge }: { lineId: string; charge: Pick<PaidCharge, 'provider_id' | 'simulated'> },
): Promise<RechargeRow> {
  const line = await creditSilently(tx, {
    id: lineId,
    amountCents: payment.amountCents,
    account: bankAccount(charge.provider_id),
    description: DESCRIPTIONS[recharge.payment_method],
    referenceType: 'recharge',
    referenceId: recharge.id,
    kind: `payment ${payment.id}`,
    paymentMethod: recharge.payment_method,
    simulated: charge.simulated,
  })
  const { to, emits } = moveBy(RECHARGE_MOVES, 'payment')
  // It did not move, so it was completed before, even if it was read while that payment was still being taken in.
  const told = moved ? emits : emittedBy(RECHARGE_MOVES, to, 'payment')
  emitRecharge(tx, told, rechargeView(world, recharge), () => emitCredit(tx, line))
  return recharge
}
