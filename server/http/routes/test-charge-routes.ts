// The sandbox's payer: pays a charge of the simulated bank, as a client with a bank app would.
import Type from 'typebox'
import { SIMULATED } from '../../../contract/banks.ts'
import { Enveloped } from '../../../contract/common.ts'
import { Invoice } from '../../../contract/invoices.ts'
import { RECHARGE_CENTS_MAX } from '../../../contract/limits.ts'
import { ChargePayment } from '../../../contract/payments.ts'
import { Recharge } from '../../../contract/wallet.ts'
import { fail, failField } from '../../base/values/fail.ts'
import { centsFromNumber, parseAmount } from '../../base/values/money.ts'
import { PIX_CENTS_MAX } from '../../invoicing/invoices/invoice-charge.ts'
import { bankForRest, takePaymentOfInvoice } from '../../invoicing/invoices/take-payment-of-invoice.ts'
import { type Scope, transaction } from '../../outbox/transaction.ts'
import type { ReceivedPayment } from '../../outside/banks/port.ts'
import { type ChargeRow, findChargeOf } from '../../payments/charge-store.ts'
import { refusalOf } from '../../payments/choose-bank.ts'
import { rechargeView } from '../../wallet/recharge-view.ts'
import { takePaymentOfRecharge } from '../../wallet/take-payment-of-recharge.ts'
import { walletTransaction } from '../../wallet/wallet-turns.ts'
import type { World } from '../../world.ts'
import { writeAnswers } from '../door/answers.ts'
import { change } from '../door/change.ts'
import type { App } from '../door/types.ts'

export function testChargeRoutes(app: App, world: World): void {
  app.post(
    '/api/v1/test/charges/:id/pay',
    {
      schema: {
        summary: 'Pay a charge of the simulated bank',
        description:
          'Also after its deadline or cancellation, as can happen with real banks: the money is credited all the same.',
        tags: ['Sandbox'],
        params: Type.Object({
          id: Type.String({ description: 'Id of the recharge (rch_) or of the invoice (UUID)' }),
        }),
        body: ChargePayment,
        response: writeAnswers(
          200,
          Enveloped(Type.Union([Recharge, Invoice])),
          'charge_not_found',
          'recharge_not_pending',
        ),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => pay(world, scope, request.params.id, request.body?.amount)),
  )
}

async function pay(
  world: World,
  scope: Scope,
  id: string,
  amount: string | number | undefined,
): Promise<Recharge | Invoice> {
  const amountCents = amount === undefined ? undefined : readAmount(amount)
  const charge = await findChargeOf(world.pool, scope, id)
  if (charge?.provider !== SIMULATED || refusalOf(world, scope, SIMULATED) !== null)
    return fail('charge_not_found')
  const payment = {
    id: paymentId(charge),
    txid: charge.txid,
    amountCents: amountCents ?? charge.amount_cents,
    paidAt: scope.clock.now(),
  }
  if (charge.purpose === 'recharge' && payment.amountCents > RECHARGE_CENTS_MAX)
    failField('amount', 'must be at most 50000.00')
  if (charge.purpose === 'invoice' && payment.amountCents > PIX_CENTS_MAX)
    failField('amount', 'must be at most 9999999999.99')
  if (charge.purpose === 'invoice') return payInvoiceCharge(world, scope, charge, payment)
  return walletTransaction(world, scope, async (tx) => {
    const recharge = await takePaymentOfRecharge(world, tx, charge.id, payment)
    return rechargeView(world, recharge ?? fail('recharge_not_pending'))
  })
}

async function payInvoiceCharge(
  world: World,
  scope: Scope,
  charge: ChargeRow,
  payment: ReceivedPayment,
): Promise<Invoice> {
  const bank = await bankForRest(world, scope, charge)
  return transaction(world, scope, async (tx) => {
    const invoice = await takePaymentOfInvoice(world, tx, charge, payment, bank)
    return (
      invoice ?? fail('charge_not_found', { advice: 'its charge is paid; nothing is left to be paid by it' })
    )
  })
}

/** A charge of a recharge is paid once: a second payment has the same id, and so is none. */
function paymentId({ txid }: ChargeRow): string {
  return `SIM${txid}`
}

function readAmount(amount: string | number): bigint {
  const cents = typeof amount === 'string' ? parseAmount(amount) : centsFromNumber(amount)
  if (cents === null || cents <= 0n) failField('amount', 'must be an amount above zero such as "500.00"')
  return cents
}
