// The states of a charge: whether it can be paid, and what moves it. A charge emits no events of its own; the recharge
// or invoice that it is for does.
import { CHARGE_STATUSES, type ChargeStatus } from '../../../contract/payment-providers.ts'
import { isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

const CHARGE_TRIGGERS = ['open', 'pay', 'withdraw', 'expire', 'abandon'] as const
export type ChargeTrigger = (typeof CHARGE_TRIGGERS)[number]

const OVER = ['paid', 'withdrawn', 'expired', 'abandoned'] as const

export const CHARGE_MOVES: StateTable<ChargeStatus, ChargeTrigger, never, 'ask' | 'make'> = {
  states: CHARGE_STATUSES,
  triggers: CHARGE_TRIGGERS,
  begins: {
    /** Its bank is still to be asked. */
    ask: { to: 'requested', emits: [] },
    /** Its bank has made it already. */
    make: { to: 'open', emits: [] },
  },
  rows: [
    // The bank has made it, and its code can be shown.
    { from: ['requested'], trigger: 'open', to: 'open', emits: [] },
    unmoved(['open', ...OVER], 'open'),
    // Late money, or a second payment, is money all the same: it is taken in whatever the charge was.
    { from: CHARGE_STATUSES, trigger: 'pay', to: 'paid', emits: [] },
    // Nobody is to pay it any more, or the bank took it away by itself.
    { from: ['requested', 'open'], trigger: 'withdraw', to: 'withdrawn', emits: [] },
    unmoved(OVER, 'withdraw'),
    // Its time is over.
    { from: ['requested', 'open'], trigger: 'expire', to: 'expired', emits: [] },
    unmoved(OVER, 'expire'),
    // The bank was asked in vain, or for what then was not used: nobody was shown it here, and it is withdrawn there.
    { from: ['requested'], trigger: 'abandon', to: 'abandoned', emits: [] },
    unmoved(['open', ...OVER], 'abandon'),
  ],
}

/** Only then is a payer shown how to pay it: a code left on a paid one invites a second payment. */
export const isPayable = isIn<ChargeStatus>('open')

/** Its bank has not said yet whether it made it. */
export const isAwaited = isIn<ChargeStatus>('requested')

/** Its bank was asked in vain, and may have made it all the same. */
export const isAbandoned = isIn<ChargeStatus>('abandoned')
