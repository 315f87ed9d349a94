// Takes a payment of an invoice in. The same payment reported again changes nothing.
import type { Invoice } from '../../../contract/invoices.ts'
import type { ReceivedPayment } from '../../adapters/banks/port.ts'
import type { Scope, Tx } from '../../kernel/outbox/transaction.ts'
import { type ChargeRow, recordChargePayment } from '../payments/charge-store.ts'
import type { World } from '../world.ts'
import { saveChange } from './change-invoice.ts'
import { findInvoice, lockInvoice } from './invoice-store.ts'
import { type PreparedBanks, prepareBanks } from './prepare-bank.ts'

/** Part of the amount may be left to pay, and then a new charge is made for it. */
export async function banksForRest(
  world: World,
  scope: Scope,
  { reference_id }: Pick<ChargeRow, 'reference_id'>,
): Promise<PreparedBanks> {
  const known = await findInvoice(world.pool, scope.owner, reference_id)
  return known === undefined ? {} : prepareBanks(world, scope, known)
}

/** The invoice as the payment left it; undefined where this payment was taken in before, or its draft is gone. */
export async function takePaymentOfInvoice(
  world: World,
  tx: Tx,
  charge: ChargeRow,
  payment: ReceivedPayment,
  banks: PreparedBanks,
): Promise<Invoice | undefined> {
  const invoice = await lockInvoice(tx, charge.reference_id)
  if ((await recordChargePayment(tx, charge.id, payment)) === undefined) return undefined
  if (invoice === undefined) {
    const lost = { charge: charge.id, invoice: charge.reference_id, payment: payment.id }
    world.log.error(lost, 'money came for an invoice that is not there: give it back, or record it by hand')
    return undefined
  }
  const received = {
    amountCents: payment.amountCents,
    method: charge.method,
    paidAt: payment.paidAt,
    chargeId: charge.id,
    reference: payment.id,
  }
  return (await saveChange(world, tx, invoice, invoice, { received }, banks)).data
}
