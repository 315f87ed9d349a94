// The sandbox's payer: pays a charge of the simulated bank, as a client with a bank app would.
import type { Invoice } from '../../../contract/invoices.ts'
import { RECHARGE_CENTS_MAX } from '../../../contract/limits.ts'
import type { ChargePayment } from '../../../contract/payments.ts'
import type { Recharge } from '../../../contract/wallet.ts'
import type { ReceivedPayment } from '../../adapters/banks/port.ts'
import { type Scope, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE } from '../../kernel/values/business-days.ts'
import { dateIn } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { daysLate, lateCharges, lateTermsOf } from '../../kernel/values/late-charges.ts'
import { centsFromNumber, parseAmount } from '../../kernel/values/money.ts'
import { METHOD_CENTS_MAX } from '../invoices/charge-terms.ts'
import { banksForRest, takePaymentOfInvoice } from '../invoices/take-payment-of-invoice.ts'
import type { ChargeRow } from '../payments/charge-store.ts'
import { rechargeView } from '../wallet/recharge-view.ts'
import { takePaymentOfRecharge } from '../wallet/take-payment-of-recharge.ts'
import type { World } from '../world.ts'
import { simulatedCharge } from './simulated-charge.ts'

export async function payTestCharge(
  world: World,
  scope: Scope,
  id: string,
  { amount, method }: NonNullable<ChargePayment> = {},
): Promise<Recharge | Invoice> {
  const amountCents = amount === undefined ? undefined : readTestAmount(amount)
  const charge = await simulatedCharge(world, scope.owner, id, method)
  const payment = {
    id: paymentId(charge),
    txid: charge.txid,
    amountCents: amountCents ?? amountAsked(charge, scope.clock.now()),
    paidAt: scope.clock.now(),
  }
  if (charge.purpose === 'recharge' && payment.amountCents > RECHARGE_CENTS_MAX)
    failField('amount', 'must be at most 50000.00')
  if (charge.purpose === 'invoice' && payment.amountCents > METHOD_CENTS_MAX.pix)
    failField('amount', 'must be at most 9999999999.99')
  if (charge.purpose === 'invoice') return payInvoiceCharge(world, scope, charge, payment)
  return transaction(world, scope, async (tx) => {
    const recharge = await takePaymentOfRecharge(world, tx, charge.id, payment)
    return rechargeView(world, recharge ?? fail('recharge_not_pending'))
  })
}

/** A bank asks for more after the due date of a boleto, where it was told to. */
function amountAsked(charge: ChargeRow, now: Date): bigint {
  const { amount_cents, due_date } = charge
  if (due_date === null) return amount_cents
  const days = daysLate(Temporal.PlainDate.from(due_date), dateIn(now, BANK_ZONE))
  return amount_cents + lateCharges(amount_cents, lateTermsOf(charge), days).lateCents
}

async function payInvoiceCharge(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  payment: ReceivedPayment,
): Promise<Invoice> {
  const banks = await banksForRest(world, scope, charge)
  return transaction(world, scope, async (tx) => {
    const invoice = await takePaymentOfInvoice(world, tx, charge, payment, banks)
    return (
      invoice ?? fail('charge_not_found', { advice: 'its charge is paid; nothing is left to be paid by it' })
    )
  })
}

/** A recharge's charge is paid once: a second call has the same payment id, so it changes nothing. */
function paymentId({ txid }: ChargeRow): string {
  return `SIM${txid}`
}

export function readTestAmount(amount: string | number): bigint {
  const cents = typeof amount === 'string' ? parseAmount(amount) : centsFromNumber(amount)
  if (cents === null || cents <= 0n) failField('amount', 'must be an amount above zero such as "500.00"')
  return cents
}
