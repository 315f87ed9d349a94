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
    /** The bank has not been asked yet. */
    ask: { to: 'requested', emits: [] },
    /** The bank has opened it already. */
    make: { to: 'open', emits: [] },
  },
  rows: [
    // The bank has opened it, and its code can be shown.
    { from: ['requested'], trigger: 'open', to: 'open', emits: [] },
    unmoved(['open', ...OVER], 'open'),
    // A late or second payment is recorded in every state.
    { from: CHARGE_STATUSES, trigger: 'pay', to: 'paid', emits: [] },
    // It is no longer to be paid, or the bank removed it.
    { from: ['requested', 'open'], trigger: 'withdraw', to: 'withdrawn', emits: [] },
    unmoved(OVER, 'withdraw'),
    { from: ['requested', 'open'], trigger: 'expire', to: 'expired', emits: [] },
    unmoved(OVER, 'expire'),
    // The bank did not confirm it, or it was never used. It was never shown, and a job withdraws it at the bank.
    { from: ['requested'], trigger: 'abandon', to: 'abandoned', emits: [] },
    unmoved(['open', ...OVER], 'abandon'),
  ],
}

/** Only then do payers see how to pay it, because the code of a paid charge invites a second payment. */
export const isPayable = isIn<ChargeStatus>('open')

/** The bank has not confirmed it yet. */
export const isAwaited = isIn<ChargeStatus>('requested')

/** The bank did not confirm it, and may have opened it nevertheless. */
export const isAbandoned = isIn<ChargeStatus>('abandoned')
