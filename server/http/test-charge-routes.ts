// The sandbox's payer: pays a charge of the simulated bank, as a client with a bank app would.
import Type from 'typebox'
import { Enveloped } from '../../contract/common.ts'
import { ChargePayment } from '../../contract/payments.ts'
import { Recharge } from '../../contract/wallet.ts'
import { fail, failField } from '../base/fail.ts'
import { parseAmount } from '../base/money.ts'
import type { Scope } from '../base/transaction.ts'
import { bankOfCharge } from '../payments/bank-of.ts'
import { type ChargeRow, findChargeOf } from '../payments/charge-store.ts'
import { rechargeView } from '../wallet/recharge-view.ts'
import { payRecharge } from '../wallet/settle-recharge.ts'
import type { World } from '../world.ts'
import { writeAnswers } from './answers.ts'
import { change } from './change.ts'
import type { App } from './types.ts'

export function testChargeRoutes(app: App, world: World): void {
  app.post(
    '/api/v1/test/charges/:id/pay',
    {
      schema: {
        summary: 'Pay a charge of the simulated bank',
        description:
          'Also after its deadline or cancellation, as can happen with real banks: the money is credited all the same.',
        tags: ['Sandbox'],
        params: Type.Object({ id: Type.String({ description: 'Id of the recharge (rch_)' }) }),
        body: ChargePayment,
        response: writeAnswers(200, Enveloped(Recharge), 'charge_not_found', 'recharge_not_pending'),
      },
    },
    (request, reply) =>
      change(world, request, reply, (scope) => pay(world, scope, request.params.id, request.body?.amount)),
  )
}

async function pay(world: World, scope: Scope, id: string, amount: string | undefined): Promise<Recharge> {
  const amountCents = amount === undefined ? undefined : readAmount(amount)
  const charge = await findChargeOf(world.pool, scope, id)
  if (charge === undefined || (await bankOfCharge(world, charge)) !== null) return fail('charge_not_found')
  const payment = {
    id: paymentId(charge),
    txid: charge.txid,
    amountCents: amountCents ?? charge.amount_cents,
    paidAt: scope.clock.now(),
  }
  const recharge = (await payRecharge(world, scope, charge, payment)) ?? fail('recharge_not_pending')
  return rechargeView(world, recharge)
}

/** A charge of a recharge is paid once: a second payment has the same id, and so is none. */
function paymentId({ txid }: ChargeRow): string {
  return `SIM${txid}`
}

function readAmount(text: string): bigint {
  const cents = parseAmount(text)
  if (cents === null || cents === 0n) failField('amount', 'must be an amount above zero such as "500.00"')
  return cents
}
