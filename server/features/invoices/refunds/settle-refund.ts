// Asks the bank to give a payment back, and goes on asking until it says what became of that. The id is ours, so that
// the same refund asked for again is the same refund.
import { SIMULATED } from '../../../../contract/banks.ts'
import { isGone, isUnderWay } from '../../../adapters/banks/bank-refund.ts'
import type { Bank } from '../../../adapters/banks/port.ts'
import type { TaskOf } from '../../../kernel/jobs/declare-job.ts'
import { schedule } from '../../../kernel/jobs/schedule.ts'
import { type Scope, transaction } from '../../../kernel/outbox/transaction.ts'
import { bankOfCharge } from '../../payments/bank-of.ts'
import { type ChargeRow, findCharge } from '../../payments/charge-store.ts'
import type { World } from '../../world.ts'
import { banksForRest } from '../take-payment-of-invoice.ts'
import { takeReturnOfInvoice } from '../take-return-of-invoice.ts'
import * as work from '../work.ts'
import { bankRefundId, endRefund } from './move-refund.ts'
import { findRefund, type RefundRow } from './refund-store.ts'
import { isUnsettled } from './states.ts'

/** A bank takes seconds, seldom minutes. After the last of these it is asked now and then, for as long as it takes. */
const LOOK_AGAIN_MS = [10_000, 60_000, 300_000, 1_800_000] as const
const LOOK_LATER_MS = 4 * 3_600_000
/** A bank that does not answer is asked by the waits of its kind so often, and then now and then as well. */
const FIRST_TRIES = 6

export async function settleRefund(
  world: World,
  { piece, payload, scope, last }: TaskOf<typeof work.settleRefund>,
): Promise<void> {
  const refund = await findRefund(world.pool, piece.key.replace(/#.*$/, ''))
  if (refund === undefined || !isUnsettled(refund)) return
  const charge = await findCharge(world.pool, refund.charge_id)
  const bank = charge && (await bankFor(world, charge))
  if (!bank) {
    world.log.error(
      { refund: refund.id },
      'a refund stays open: the bank that was asked cannot be reached any more',
    )
    return
  }
  const answer = await bank.refund(refund.payment_id, bankRefundId(refund), refund.amount_cents)
  // That a bank does not let us in says nothing about the refund.
  if (answer.outcome === 'unknown' || (answer.outcome === 'rejected' && answer.cause === 'account')) {
    if (piece.attempt < FIRST_TRIES) throw new Error(`the bank did not say: ${answer.reason}`)
    return lookAgain(world, last, refund, payload.look)
  }
  if (answer.outcome === 'rejected') return refuse(world, last, refund, answer.reason)
  if (isUnderWay(answer.value)) return lookAgain(world, last, refund, payload.look)
  const { reason = 'the bank could not give it back' } = answer.value
  if (!isGone(answer.value)) return refuse(world, last, refund, reason)
  await settle(world, scope, last, charge, refund)
}

async function bankFor(world: World, charge: ChargeRow): Promise<Bank | null> {
  return charge.provider === SIMULATED ? world.banks.simulated : bankOfCharge(world, charge)
}

function lookAgain(world: World, last: Scope, { id }: RefundRow, look: number): Promise<void> {
  return transaction(world, last, async (tx) => {
    const at = new Date(tx.now.getTime() + (LOOK_AGAIN_MS[look - 1] ?? LOOK_LATER_MS))
    schedule(tx, work.settleRefund, { at, key: `${id}#${look + 1}`, payload: { look: look + 1 } })
  })
}

function refuse(world: World, last: Scope, refund: RefundRow, reason: string): Promise<void> {
  return transaction(world, last, async (tx) => {
    await endRefund(tx, atBank(refund), 'refuse', reason)
  })
}

/** Somebody who read the bank's books may have taken the return in already: then there is nothing left to do. */
async function settle(
  world: World,
  scope: Scope,
  last: Scope,
  charge: ChargeRow,
  refund: RefundRow,
): Promise<void> {
  const { payment_id, amount_cents: amountCents } = refund
  const returned = { id: bankRefundId(refund), amountCents, status: 'done', at: null, reason: null } as const
  const banks = await banksForRest(world, scope, charge)
  await transaction(world, last, async (tx) => {
    await takeReturnOfInvoice(world, tx, charge, payment_id, returned, banks)
  })
}

function atBank(refund: RefundRow) {
  const { charge_id: chargeId, payment_id: paymentId } = refund
  return { chargeId, paymentId, returnId: bankRefundId(refund) }
}
