// The contract's table of recharge states, and what it leaves open as docs/decisions.md settles it.
import type { ErrorCode } from '../../contract/errors.ts'
import type { EventType } from '../../contract/events.ts'
import { RECHARGE_STATUSES, type RechargeStatus } from '../../contract/wallet.ts'

export const RECHARGE_TRIGGERS = ['payment', 'deadline', 'provider_failure', 'cancel'] as const
export type RechargeTrigger = (typeof RECHARGE_TRIGGERS)[number]

export interface RechargeMove {
  from: readonly RechargeStatus[]
  trigger: RechargeTrigger
  /** The new state; the same one where nothing happens. */
  to: RechargeStatus | 'unchanged'
  emits: readonly EventType[]
  refusal?: ErrorCode
}

const OVER = ['completed', 'expired', 'failed', 'cancelled'] as const
// A payment that comes late is money all the same: nothing is lost.
const UNPAID = ['pending', 'expired', 'failed', 'cancelled'] as const

export const RECHARGE_MOVES: readonly RechargeMove[] = [
  {
    from: UNPAID,
    trigger: 'payment',
    to: 'completed',
    emits: ['wallet.recharge.completed', 'wallet.credit'],
  },
  // The same charge paid a second time.
  { from: ['completed'], trigger: 'payment', to: 'unchanged', emits: ['wallet.credit'] },
  { from: ['pending'], trigger: 'deadline', to: 'expired', emits: ['wallet.recharge.expired'] },
  { from: OVER, trigger: 'deadline', to: 'unchanged', emits: [] },
  { from: ['pending'], trigger: 'provider_failure', to: 'failed', emits: [] },
  { from: OVER, trigger: 'provider_failure', to: 'unchanged', emits: [] },
  { from: ['pending'], trigger: 'cancel', to: 'cancelled', emits: [] },
  { from: OVER, trigger: 'cancel', to: 'unchanged', emits: [], refusal: 'recharge_not_pending' },
]

/** The states in which the trigger moves a recharge. */
export function movedBy(trigger: RechargeTrigger): RechargeStatus[] {
  return RECHARGE_STATUSES.filter((status) => nextState(status, trigger) !== 'unchanged')
}

export function nextState(status: RechargeStatus, trigger: RechargeTrigger): RechargeStatus | 'unchanged' {
  return RECHARGE_MOVES.find((move) => move.trigger === trigger && move.from.includes(status))!.to
}
