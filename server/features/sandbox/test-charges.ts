// Pays, fails and returns charges of the simulated bank.
import type { Snapshot } from '../../../contract/event-operations.ts'
import type { Invoice } from '../../../contract/invoices.ts'
import { RECHARGE_CENTS_MAX } from '../../../contract/limits.ts'
import { METHODS, type PaymentMethod } from '../../../contract/payment-methods.ts'
import { type ChargePayment, SIMULATED } from '../../../contract/payment-providers.ts'
import { adviceWith } from '../../../contract/phrases/advice.ts'
import { issueWith } from '../../../contract/phrases/issues.ts'
import type { Recharge } from '../../../contract/wallet.ts'
import type { PaymentReturn, ReceivedPayment } from '../../adapters/banks/port.ts'
import { type Scope, type Tx, transaction } from '../../kernel/outbox/transaction.ts'
import { BANK_ZONE, dateIn } from '../../kernel/values/dates.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { centsFromNumber, parseAmount } from '../../kernel/values/money.ts'
import type { Owner } from '../../kernel/values/owner.ts'
import { banksForRest, recordPaymentOfInvoice, recordReturnOfInvoice } from '../invoices/payments.ts'
import { lockInvoice } from '../invoices/store.ts'
import { refusalOfBank } from '../payments/banks.ts'
import {
  type ChargeRow,
  findCharge,
  findChargeOf,
  lastPaymentOf,
  lockCharge,
  type PaidPayment,
} from '../payments/charge-store.ts'
import { askedOn } from '../payments/charges.ts'
import { returnsOf } from '../payments/returns.ts'
import { failRecharge, rechargeView } from '../wallet/recharge-moves.ts'
import { recordPaymentOfRecharge, recordReturnOfRecharge } from '../wallet/recharge-payments.ts'
import type { World } from '../world.ts'

export async function payTestCharge(
  world: World,
  scope: Scope,
  id: string,
  { amount, method }: NonNullable<ChargePayment> = {},
): Promise<Recharge | Invoice> {
  const amountCents = amount === undefined ? undefined : readTestAmount(amount)
  const charge = await simulatedCharge(world, scope.owner, id, method)
  const payment = {
    id: simulatedPaymentId(charge),
    txid: charge.txid,
    amountCents: amountCents ?? askedOn(charge, dateIn(scope.clock.now(), BANK_ZONE)),
    paidAt: scope.clock.now(),
  }
  if (charge.purpose === 'recharge' && payment.amountCents > RECHARGE_CENTS_MAX)
    failField('amount', issueWith('must be at most {most}', { most: '50000.00' }))
  if (charge.purpose === 'invoice' && payment.amountCents > METHODS.pix.centsMax)
    failField('amount', issueWith('must be at most {most}', { most: '9999999999.99' }))
  if (charge.purpose === 'invoice') return payInvoiceCharge(world, scope, charge, payment)
  return transaction(world, scope, async (tx) => {
    const recharge = await recordPaymentOfRecharge(world, tx, charge.id, payment)
    return rechargeView(world, recharge ?? fail('recharge_not_pending'))
  })
}

async function payInvoiceCharge(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  payment: ReceivedPayment,
): Promise<Invoice> {
  const banks = await banksForRest(world, scope, charge)
  return transaction(world, scope, async (tx) => {
    const invoice = await recordPaymentOfInvoice(world, tx, { charge, payment, banks })
    return (
      invoice ?? fail('charge_not_found', adviceWith('its charge is paid; nothing is left to be paid by it'))
    )
  })
}

/** A recharge's charge is paid once: a second call has the same payment id, so it changes nothing. */
function simulatedPaymentId({ txid }: ChargeRow): string {
  return `SIM${txid}`
}

/** Plays a bank that removes a charge before it is paid, so that its recharge fails. */
export async function failTestCharge(world: World, scope: Scope, id: string): Promise<Recharge> {
  const charge = await simulatedCharge(world, scope.owner, id)
  if (charge.purpose !== 'recharge') return fail('charge_not_found', adviceWith('only recharges can fail'))
  return transaction(world, scope, async (tx) =>
    rechargeView(world, (await failRecharge(world, tx, charge)) ?? fail('recharge_not_pending')),
  )
}

/** Plays the payer's bank that takes a payment back, as after a claim of fraud. */
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
      await lockCharge(tx, charge.id)
      const returned = await returnOf(tx, payment, wanted)
      return (
        (await recordReturnOfRecharge(tx, charge, payment.payment_id, returned)) ?? fail('charge_not_found')
      )
    })
  const banks = await banksForRest(world, scope, charge)
  return transaction(world, scope, async (tx) => {
    await lockInvoice(tx, charge.reference_id)
    const returned = await returnOf(tx, payment, wanted)
    const paymentId = payment.payment_id
    const taken = await recordReturnOfInvoice(world, tx, { charge, paymentId, returned, banks })
    return taken?.invoice ?? fail('charge_not_found')
  })
}

async function returnOf(tx: Tx, payment: PaidPayment, wanted: bigint | undefined): Promise<PaymentReturn> {
  const before = (await returnsOf(tx, [payment.charge_id])).filter(
    ({ payment_id }) => payment_id === payment.payment_id,
  )
  const left = before.reduce((rest, { amount_cents }) => rest - amount_cents, payment.amount_cents)
  if (left <= 0n) fail('charge_not_found', adviceWith('its payment went back already'))
  if (wanted !== undefined && wanted > left)
    failField('amount', 'must be at most what is left of the payment')
  return { id: tx.newUuid(), amountCents: wanted ?? left, status: 'done', at: tx.now, reason: null }
}

async function simulatedCharge(
  world: World,
  owner: Owner,
  id: string,
  method?: PaymentMethod,
): Promise<ChargeRow> {
  const find = async (by?: PaymentMethod) => {
    const charge = await findChargeOf(world.pool, owner, id, by)
    return charge?.provider === SIMULATED && refusalOfBank(world, owner, SIMULATED) === null
      ? charge
      : undefined
  }
  const charge = await find(method)
  if (charge !== undefined) return charge
  const other = method === undefined ? undefined : await find()
  return fail(
    'charge_not_found',
    other && { advice: `the simulated bank has no charge of it by ${method}, but one by ${other.method}` },
  )
}

function readTestAmount(amount: string | number): bigint {
  const cents = typeof amount === 'string' ? parseAmount(amount) : centsFromNumber(amount)
  if (cents === null || cents <= 0n) failField('amount', 'must be an amount above zero such as "500.00"')
  return cents
}
