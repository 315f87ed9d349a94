// The state tables of recharges and held payments. docs/internals/decisions.md settles what the contract leaves open.
import type { EventAbout } from '../../../contract/events.ts'
import {
  HELD_STATUSES,
  type HeldStatus,
  RECHARGE_STATUSES,
  type RechargeStatus,
} from '../../../contract/wallet.ts'
import { isIn, type StateTable, unmoved } from '../../kernel/values/state-table.ts'

const RECHARGE_TRIGGERS = ['payment', 'deadline', 'provider_failure', 'cancel'] as const
export type RechargeTrigger = (typeof RECHARGE_TRIGGERS)[number]
export type RechargeEvent = EventAbout<'recharge'> | 'wallet.credit'

const OVER = ['completed', 'expired', 'failed', 'cancelled'] as const
// A late payment is credited too.
const UNPAID = ['pending', 'expired', 'failed', 'cancelled'] as const

export const RECHARGE_MOVES: StateTable<RechargeStatus, RechargeTrigger, RechargeEvent, 'ask'> = {
  states: RECHARGE_STATUSES,
  triggers: RECHARGE_TRIGGERS,
  // Emitted once the charge can be paid.
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

/** The payment may be on its way. */
export const isPending = isIn<RechargeStatus>('pending')

/** The payment has come. */
export const isCompleted = isIn<RechargeStatus>('completed')

/** It counts for the limit of its day. */
export const isOfItsDay = isIn<RechargeStatus>('pending', 'completed')

const HELD_TRIGGERS = ['accept', 'refuse'] as const
export type HeldTrigger = (typeof HELD_TRIGGERS)[number]

const DECIDED = ['accepted', 'refused'] as const

export const HELD_MOVES: StateTable<HeldStatus, HeldTrigger, EventAbout<'held_payment'>, 'hold'> = {
  states: HELD_STATUSES,
  triggers: HELD_TRIGGERS,
  begins: { hold: { to: 'held', emits: ['wallet.payment.held'] } },
  rows: [
    { from: ['held'], trigger: 'accept', to: 'accepted', emits: [] },
    { from: ['held'], trigger: 'refuse', to: 'refused', emits: [] },
    // A second decision changes nothing.
    unmoved(DECIDED, 'accept'),
    unmoved(DECIDED, 'refuse'),
  ],
}

export const awaitsReview = isIn<HeldStatus>('held')

/** The amount is in the wallet. */
export const isCredited = isIn<HeldStatus>('accepted')
