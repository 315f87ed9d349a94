// Reads the body of a recharge in the decided order: shape, method, currency, minimum, maximum. The day's limit needs
// the database and comes last.
import { RECHARGE_CENTS_MAX, RECHARGE_CENTS_MIN } from '../../../contract/limits.ts'
import { PAYMENT_METHODS, type PaymentMethod, type RechargeInput } from '../../../contract/wallet.ts'
import { fail, failField } from '../../kernel/values/fail.ts'
import { type Cents, parseSignedAmount } from '../../kernel/values/money.ts'

export interface RechargeWish {
  amountCents: Cents
  method: PaymentMethod
}

export function readRechargeInput({ amount, currency, payment_method }: RechargeInput): RechargeWish {
  const amountCents = parseSignedAmount(amount) ?? failField('amount', 'must be an amount such as "500.00"')
  const method = PAYMENT_METHODS.find((known) => known === payment_method)
  if (method === undefined) {
    const details = [{ field: 'payment_method', issue: `must be one of ${PAYMENT_METHODS.join(', ')}` }]
    return fail('invalid_payment_method', { details })
  }
  if (currency !== 'BRL') failField('currency', 'must be BRL')
  if (amountCents < RECHARGE_CENTS_MIN) fail('minimum_amount_is_r_100_00', blame('is below 100.00'))
  if (amountCents > RECHARGE_CENTS_MAX) fail('maximum_amount_is_r_50000_00', blame('is above 50000.00'))
  return { amountCents, method }
}

function blame(issue: string): { details: { field: string; issue: string }[] } {
  return { details: [{ field: 'amount', issue }] }
}
