// The number of returned payments that operators watch, and the alarm that goes with it.
import { Counter } from 'prom-client'
import type { PaymentReturn } from '../../adapters/banks/port.ts'
import { registry } from '../../kernel/process/metrics.ts'
import { formatAmount } from '../../kernel/values/money.ts'
import type { World } from '../world.ts'
import type { ChargeRow } from './charge-store.ts'

const returnedPayments = new Counter({
  name: 'embarque_payments_returned_total',
  help: 'Payments that went back to their payers without our asking; each is an alarm',
  labelNames: ['purpose'],
  registers: [registry],
})

/** Once for each return that nobody here asked for, after it was taken in. */
export function alarmOfReturn(
  world: World,
  charge: ChargeRow,
  paymentId: string,
  { id, amountCents, reason }: PaymentReturn,
): void {
  const { purpose, team_id, reference_id } = charge
  returnedPayments.inc({ purpose })
  world.log.error(
    {
      purpose,
      team: team_id,
      charge: charge.id,
      reference: reference_id,
      payment: paymentId,
      return: id,
      amount: formatAmount(amountCents),
      reason,
    },
    'a payment was returned to its payer, and taken back',
  )
}
