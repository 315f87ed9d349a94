// The contract's table of recharge states, and what it leaves open as docs/decisions.md decides it.
import type { EventAbout } from '../../../contract/events.ts'
import { RECHARGE_STATUSES, type RechargeStatus } from '../../../contract/wallet.ts'
import { isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

const RECHARGE_TRIGGERS = ['payment', 'deadline', 'provider_failure', 'cancel'] as const
export type RechargeTrigger = (typeof RECHARGE_TRIGGERS)[number]
export type RechargeEvent = EventAbout<'recharge'> | 'wallet.credit'

const OVER = ['completed', 'expired', 'failed', 'cancelled'] as const
// A payment that comes late is money all the same: nothing is lost.
const UNPAID = ['pending', 'expired', 'failed', 'cancelled'] as const

export const RECHARGE_MOVES: StateTable<RechargeStatus, RechargeTrigger, RechargeEvent, 'ask'> = {
  states: RECHARGE_STATUSES,
  triggers: RECHARGE_TRIGGERS,
  // Told once its charge can be paid.
  begins: { ask: { to: 'pending', emits: ['wallet.recharge.pending'] } },
  rows: [
    {
      from: UNPAID,
      trigger: 'payment',
      to: 'completed',
      emits: ['wallet.recharge.completed', 'wallet.credit'],
    },
    // The same charge paid a second time.
    { from: ['completed'], trigger: 'payment', to: 'completed', emits: ['wallet.credit'] },
    { from: ['pending'], trigger: 'deadline', to: 'expired', emits: ['wallet.recharge.expired'] },
    unmoved(OVER, 'deadline'),
    { from: ['pending'], trigger: 'provider_failure', to: 'failed', emits: [] },
    unmoved(OVER, 'provider_failure'),
    { from: ['pending'], trigger: 'cancel', to: 'cancelled', emits: [] },
    unmoved(OVER, 'cancel', { refusal: 'recharge_not_pending' }),
  ],
}

/** Its money may be on its way. */
export const isPending = isIn<RechargeStatus>('pending')

/** Its money has come. */
export const isCompleted = isIn<RechargeStatus>('completed')

/** Its money has come or may be on its way: it counts for the limit of its day. */
export const isOfItsDay = isIn<RechargeStatus>('pending', 'completed')
