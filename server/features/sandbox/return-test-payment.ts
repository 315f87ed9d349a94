// The sandbox's bank of the payer: takes a payment of the simulated bank back, as happens to real ones after a claim of
// fraud.
import { SIMULATED } from '../../../contract/banks.ts'
import type { Snapshot } from '../../../contract/event-objects.ts'
import type { Invoice } from '../../../contract/invoices.ts'
import type { PaymentReturn } from '../../adapters/banks/port.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { banksForRest } from '../invoices/take-payment-of-invoice.ts'
import { takeReturnOfInvoice } from '../invoices/take-return-of-invoice.ts'
import { findCharge } from '../payments/charge-store.ts'
import { refusalOfBank } from '../payments/choose-bank.ts'
import { lastPaymentOf, type PaidPayment, returnsOf } from '../payments/return-store.ts'
import { takeReturnOfRecharge } from '../wallet/take-return-of-recharge.ts'
import type { World } from '../world.ts'
import { readTestAmount } from './pay-test-charge.ts'

export async function returnTestPayment(
  world: World,
  scope: Scope,
  id: string,
  amount: string | number | undefined,
): Promise<Snapshot<'payment_return'> | Invoice> {
  const wanted = amount === undefined ? undefined : readTestAmount(amount)
  const payment = (await lastPaymentOf(world.pool, scope.owner, id)) ?? fail('charge_not_found')
  const charge = await findCharge(world.pool, payment.charge_id)
  if (charge?.provider !== SIMULATED || refusalOfBank(world, scope.owner, SIMULATED) !== null)
    return fail('charge_not_found')
  if (charge.purpose === 'recharge')
    return transaction(world, scope, async (tx) => {
      const returned = await returnOf(tx, payment, wanted)
      return (
        (await takeReturnOfRecharge(tx, charge, payment.payment_id, returned)) ?? fail('charge_not_found')
      )
    })
  const banks = await banksForRest(world, scope, charge)
  return transaction(world, scope, async (tx) => {
    const returned = await returnOf(tx, payment, wanted)
    const taken = await takeReturnOfInvoice(world, tx, charge, payment.payment_id, returned, banks)
    return taken?.invoice ?? fail('charge_not_found')
  })
}

async function returnOf(tx: Tx, payment: PaidPayment, wanted: bigint | undefined): Promise<PaymentReturn> {
  const before = (await returnsOf(tx, [payment.charge_id])).filter(
    ({ payment_id }) => payment_id === payment.payment_id,
  )
  const left = before.reduce((rest, { amount_cents }) => rest - amount_cents, payment.amount_cents)
  if (left <= 0n) fail('charge_not_found', { advice: 'its payment went back already' })
  if (wanted !== undefined && wanted > left)
    failField('amount', 'must be at most what is left of the payment')
  return { id: tx.newUuid(), amountCents: wanted ?? left, status: 'done', at: tx.now, reason: null }
}
